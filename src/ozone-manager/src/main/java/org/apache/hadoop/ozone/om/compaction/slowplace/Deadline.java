// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.time.Duration;

/** A time until which another unit of work may begin. By a clock that no step of the time of day moves. */
public final class Deadline {
  private final long began = System.nanoTime();
  private final long nanos;

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  public static Deadline within(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** The same for a first part of the work, which leaves half of the time to what follows. */
  Deadline firstHalf() {
    return new Deadline(began + (nanos - began) / 2);
  }

  public boolean isOver() {
    return System.nanoTime() - nanos >= 0;
  }
}
