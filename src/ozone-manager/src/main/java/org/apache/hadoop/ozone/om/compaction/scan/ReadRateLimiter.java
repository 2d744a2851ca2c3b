// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Limits one thread's average read rate by sleeping; after a pause, five seconds' worth may be read at once. */
final class ReadRateLimiter {
  private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final double nanosPerByte;
  private final LongSupplier nanoTime;
  private long dueAt;

  /** {@code bytesPerSecond} is positive; {@code nanoTime} is a clock such as {@link System#nanoTime}. */
  ReadRateLimiter(long bytesPerSecond, LongSupplier nanoTime) {
    this.nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    this.nanoTime = nanoTime;
    this.dueAt = nanoTime.getAsLong() - BURST_NANOS;
  }

  /** Sleeps until the rate is met or {@code stopped}. An interrupt ends the sleep and stays set on the thread. */
  void throttle(long bytes, BooleanSupplier stopped) {
    long ahead = aheadNanos(bytes);
    try {
      while (ahead > 0 && !stopped.getAsBoolean()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(ahead, MAX_NAP_NANOS));
        ahead = dueAt - nanoTime.getAsLong();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nanoseconds to sleep after reading this many more bytes; 0 or less for no delay. */
  long aheadNanos(long bytes) {
    long now = nanoTime.getAsLong();
    dueAt = Math.max(dueAt - now, -BURST_NANOS) + now + (long) (bytes * nanosPerByte);
    return dueAt - now;
  }
}
