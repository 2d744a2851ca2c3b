// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/**
 * Decides whether a listing is slow. A slow listing skips too many dead entries before a live key, or takes too long.
 *
 * <p>Dead entries are tombstones, and entries hidden by a tombstone or a newer put.
 */
public final class WaitLimit {
  /**
   * Microseconds that a listing needs to skip a tombstone whose block is not in RocksDB's cache; 0.43 to 0.6 were
   * measured.
   */
  public static final double MICROS_OF_A_DEAD_ENTRY = 0.5;
  /** The divisor of {@code deadEntries} in {@link #fewDeadEntries}. */
  private static final int PARTS = 10;
  private final long micros;
  private final long deadEntries;

  private WaitLimit(long micros, long deadEntries) {
    this.micros = micros;
    this.deadEntries = Math.max(1, deadEntries);
  }

  /** @param micros a listing that takes at least this many microseconds is slow; positive */
  public static WaitLimit of(long micros) {
    return new WaitLimit(micros, Math.round(micros / MICROS_OF_A_DEAD_ENTRY));
  }

  /** Returns a limit by the number of dead entries only, for tests with databases that are too small to be slow. */
  static WaitLimit ofDeadEntries(long deadEntries) {
    return new WaitLimit(Long.MAX_VALUE, deadEntries);
  }

  /** A listing that takes at least this many microseconds is slow. */
  public long micros() {
    return micros;
  }

  /** A listing that skips at least this many dead entries is slow. */
  public long deadEntries() {
    return deadEntries;
  }

  /** A listing that skips fewer dead entries than this is never slow. At most {@link QueryRules#FEW_TOMBSTONES}. */
  public long fewDeadEntries() {
    return Math.max(1, Math.min(QueryRules.FEW_TOMBSTONES, deadEntries / PARTS));
  }

  /** True if a listing that skips this many tombstones is slow, provided that each tombstone hides one put. */
  public boolean isReachedBy(long tombstones) {
    return tombstones * 2 >= deadEntries;
  }

  /** True if a slow listing gets faster once this many of its tombstones are gone. */
  public boolean isEasedBy(long tombstones) {
    return tombstones >= fewDeadEntries();
  }

  /** True if this few tombstones never make a listing slow, even if each of them hides one put. */
  public boolean isUntouchedBy(long tombstones) {
    return tombstones * 2 <= fewDeadEntries();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WaitLimit && micros == ((WaitLimit) other).micros
        && deadEntries == ((WaitLimit) other).deadEntries;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(deadEntries);
  }
}
