// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

/**
 * Holds the average write rate of a turn. RocksDB writes a range as fast as it can, so the rate is held by what
 * follows: nothing begins until the bytes written so far have been paid for at the agreed rate. Time in which nothing
 * was written earns no credit. Plain arithmetic; times are of {@link TurnClock#elapsedMillis}.
 */
final class WriteRateLimiter {
  private final long bytesPerSecond;
  private long freeAtMillis;

  /**
   * @param bytesPerSecond above 0
   * @param nowMillis from when on the rate holds
   */
  WriteRateLimiter(long bytesPerSecond, long nowMillis) {
    if (bytesPerSecond <= 0) {
      throw new IllegalArgumentException("A write rate must be above 0, not " + bytesPerSecond);
    }
    this.bytesPerSecond = bytesPerSecond;
    this.freeAtMillis = nowMillis;
  }

  /**
   * Takes what was written into account.
   *
   * @param bytes at least 0
   * @param sinceMillis when writing them began
   */
  void wrote(long bytes, long sinceMillis) {
    long cost = (long) Math.ceil(bytes * 1000.0 / bytesPerSecond);
    long from = Math.max(freeAtMillis, sinceMillis);
    freeAtMillis = cost > Long.MAX_VALUE - Math.max(0, from) ? Long.MAX_VALUE : from + cost;
  }

  /** How long nothing may begin yet, milliseconds; 0 to go on. */
  long pauseMillis(long nowMillis) {
    return Math.max(0, freeAtMillis - nowMillis);
  }

  long bytesPerSecond() {
    return bytesPerSecond;
  }
}
