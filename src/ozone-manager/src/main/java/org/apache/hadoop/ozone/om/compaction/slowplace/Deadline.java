// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.time.Duration;

/** A time limit for work that consists of short units: no further unit begins after it. Uses a monotonic clock. */
public final class Deadline {
  private final long began = System.nanoTime();
  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  public static Deadline within(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** Returns a deadline that ends after the first half of this deadline's time. */
  Deadline firstHalf() {
    return new Deadline(began + (nanos - began) / 2);
  }

  /** Returns a deadline for one of several equal parts of the work that is left. */
  Deadline ofOneOf(int parts) {
    return new Deadline(System.nanoTime() + nanosLeft() / parts);
  }

  /** The nanoseconds that are left; 0 if the time is over. */
  long nanosLeft() {
    return Math.max(0, nanos - System.nanoTime());
  }

  public boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }
}
