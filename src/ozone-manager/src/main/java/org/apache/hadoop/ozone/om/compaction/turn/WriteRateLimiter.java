// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

/** Limits a turn's average write rate by delays; idle time earns no credit. Times: {@link TurnClock#elapsedMillis}. */
final class WriteRateLimiter {
  /** Maximum of the owed bytes at the start. Keeps the delay in milliseconds within a long. */
  private static final long MOST_BYTES = 1L << 45;

  private long bytesPerSecond;
  private long freeAtMillis;
  /** Upper bound of {@link #owedBytes}, which are computed from a pause that is rounded up to milliseconds. */
  private long mostOwedBytes;

  /**
   * @param bytesPerSecond greater than 0
   * @param owedBytes bytes that were written earlier, and for which the next write still has to wait
   * @param nowMillis when the limit takes effect
   */
  WriteRateLimiter(long bytesPerSecond, long owedBytes, long nowMillis) {
    this.bytesPerSecond = bytesPerSecond;
    this.freeAtMillis = nowMillis;
    wrote(Math.max(0, Math.min(MOST_BYTES, owedBytes)), nowMillis);
  }

  /** {@code changed} is greater than 0. The rest of a pause becomes as long as the new rate requires. */
  void limitTo(long changed, long nowMillis) {
    if (changed != bytesPerSecond) {
      freeAtMillis = nowMillis + (long) Math.ceil((double) pauseMillis(nowMillis) * bytesPerSecond / changed);
      bytesPerSecond = changed;
    }
  }

  /** Later writes have to wait for {@code bytes}, 0 or more, written since {@code sinceMillis}. */
  void wrote(long bytes, long sinceMillis) {
    mostOwedBytes = owedBytes(sinceMillis) + bytes;
    long cost = (long) Math.ceil(bytes * 1000.0 / bytesPerSecond);
    freeAtMillis = Math.max(freeAtMillis, sinceMillis) + cost;
  }

  /** Returns the milliseconds to wait before the next write; 0 for none. */
  long pauseMillis(long nowMillis) {
    return Math.max(0, freeAtMillis - nowMillis);
  }

  /** Returns how many of the written bytes still require a delay. */
  long owedBytes(long nowMillis) {
    return Math.min(mostOwedBytes, (long) Math.ceil(pauseMillis(nowMillis) / 1000.0 * bytesPerSecond));
  }

  long bytesPerSecond() {
    return bytesPerSecond;
  }
}
