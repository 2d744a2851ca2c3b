// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

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
    return SystemTurnClock.INSTANCE;
  }
}
