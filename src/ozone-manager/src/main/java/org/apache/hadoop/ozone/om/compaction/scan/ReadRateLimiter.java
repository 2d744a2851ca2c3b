// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Holds what one thread reads at an average rate: when it is ahead of that, it sleeps. One that has read little for a
 * while may read some seconds' worth at once, so a short question is not slowed down.
 */
final class ReadRateLimiter {
  private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final double nanosPerByte;
  private final LongSupplier nanoTime;
  private long dueAt;

  /**
   * @param bytesPerSecond positive
   * @param nanoTime       as {@link System#nanoTime}
   */
  ReadRateLimiter(long bytesPerSecond, LongSupplier nanoTime) {
    this.nanosPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    this.nanoTime = nanoTime;
    this.dueAt = nanoTime.getAsLong() - BURST_NANOS;
  }

  /** Sleeps until so many bytes more are due. An interrupt ends the sleep and stays set. */
  void keep(long bytes, BooleanSupplier stopped) {
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

  /** The time to wait once so many bytes more are read, in nanoseconds; 0 or less for none. */
  long aheadNanos(long bytes) {
    long now = nanoTime.getAsLong();
    dueAt = Math.max(dueAt - now, -BURST_NANOS) + now + (long) (bytes * nanosPerByte);
    return dueAt - now;
  }
}
