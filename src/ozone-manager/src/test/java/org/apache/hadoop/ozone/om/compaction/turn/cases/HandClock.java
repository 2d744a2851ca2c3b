// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;

/** A clock that moves only during pauses, or when told to. */
public final class HandClock implements TurnClock {
  private long wallMillis = 1_700_000_000_000L;
  private long elapsedMillis = 5_000;
  private Runnable atEachPause = () -> { };

  /** Runs an event during each pause. */
  public HandClock atEachPause(Runnable event) {
    atEachPause = event;
    return this;
  }

  public void advance(long millis) {
    wallMillis += millis;
    elapsedMillis += millis;
  }

  @Override
  public long wallMillis() {
    return wallMillis;
  }

  @Override
  public long elapsedMillis() {
    return elapsedMillis;
  }

  @Override
  public void pause(long millis) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    advance(millis);
    atEachPause.run();
  }
}
