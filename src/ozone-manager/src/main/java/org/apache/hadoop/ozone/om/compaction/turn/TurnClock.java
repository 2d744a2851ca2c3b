// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.concurrent.TimeUnit;

/** The clock of a turn. Tests use one that does not sleep. */
public interface TurnClock {
  TurnClock SYSTEM = new TurnClock() {
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
  };

  /** Milliseconds since 1970, for the job's window. Jumps when the operator sets the clock. */
  long wallMillis();

  /** Milliseconds since a fixed moment, for delays and write rates. Never jumps. */
  long elapsedMillis();

  void pause(long millis) throws InterruptedException;
}
