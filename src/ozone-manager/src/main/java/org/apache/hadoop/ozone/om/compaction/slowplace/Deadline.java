// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A time until which another unit of work may begin. By a clock that no step of the time of day moves. */
public final class Deadline {
  private final long began = System.nanoTime();
  private final long nanos;
  private final BooleanSupplier stopped;

  private Deadline(long nanos, BooleanSupplier stopped) {
    this.nanos = nanos;
    this.stopped = stopped;
  }

  public static Deadline within(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos(), () -> false);
  }

  /** The same, which also ends when something else does. */
  public Deadline or(BooleanSupplier ended) {
    return new Deadline(nanos, ended);
  }

  /** The same for a first part of the work, which leaves half of the time to what follows. */
  Deadline firstHalf() {
    return new Deadline(began + (nanos - began) / 2, stopped);
  }

  public boolean isOver() {
    return System.nanoTime() - nanos >= 0 || stopped.getAsBoolean();
  }
}
