// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;

/** A time limit for work that consists of short steps: no further step begins after it. Uses a monotonic clock. */
public final class Deadline {
  /** A step that reads longer than this from files gives up, and a shorter one follows. */
  private static final Duration STEP = Duration.ofMillis(100);

  private final long began = System.nanoTime();
  private final long nanos;
  private final Duration step;

  private Deadline(long nanos, Duration step) {
    this.nanos = nanos;
    this.step = step;
  }

  public static Deadline within(Duration time) {
    return within(time, STEP);
  }

  /** @param step the time that one step may read from files */
  static Deadline within(Duration time, Duration step) {
    return new Deadline(System.nanoTime() + time.toNanos(), step);
  }

  Duration step() {
    return step;
  }

  Deadline firstHalf() {
    return new Deadline(began + (nanos - began) / 2, step);
  }

  /** Returns a deadline for one of several equal parts of the work that is left. */
  Deadline ofOneOf(int parts) {
    return new Deadline(System.nanoTime() + nanosLeft() / parts, step);
  }

  /** The nanoseconds that are left; 0 if the time is over. */
  long nanosLeft() {
    return Math.max(0, nanos - System.nanoTime());
  }

  public boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }
}
