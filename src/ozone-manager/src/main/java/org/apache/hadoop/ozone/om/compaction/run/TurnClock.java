// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.concurrent.TimeUnit;

/** Time as a turn sees it. Passed in, so that a test lets hours pass without waiting. */
public interface TurnClock {

  /** Milliseconds since 1970: what a job's window is held against. Jumps when the operator sets the clock. */
  long wallMillis();

  /** Milliseconds since any fixed moment; never jumps. What waiting and write rates are measured with. */
  long elapsedMillis();

  /** Does nothing for so long, without using a processor. */
  void pause(long millis) throws InterruptedException;

  /** The machine's own time. */
  static TurnClock system() {
    return Machine.INSTANCE;
  }

  /** The one of {@link #system}. */
  enum Machine implements TurnClock {
    INSTANCE;

    @Override
    public long wallMillis() {
      return System.currentTimeMillis();
    }

    @Override
    public long elapsedMillis() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public void pause(long millis) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(millis);
    }
  }
}
