// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The seed of the random layouts that a test draws, and its time: an equal part of {@code layouts.seconds}, which the
 * build and the profile for nights set. Seeds are other ones each time, unless {@code layouts.seed} is given.
 */
public final class LayoutTime {
  /** How many tests draw random layouts. */
  private static final int TESTS = 8;
  private static final int SECONDS = 60;

  private final long firstSeed = Long.getLong("layouts.seed", new Random().nextLong());
  private final long until = System.nanoTime()
      + TimeUnit.SECONDS.toNanos(Integer.getInteger("layouts.seconds", SECONDS)) / TESTS;
  private boolean asked;

  public long firstSeed() {
    return firstSeed;
  }

  /** True once the time is over; false at the first call, so that one layout at least is drawn on a busy machine. */
  public boolean isOver() {
    boolean over = asked && System.nanoTime() - until >= 0;
    asked = true;
    return over;
  }
}
