// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

/**
 * Decides whether a list is slow, for all who ask: it passes so many dead entries before a live key that it takes too
 * long where their blocks have to be read, or it was measured to take too long. The count comes first, as two looks
 * agree on it, and as the first list after a restart meets blocks that no cache holds. The time counts where values are
 * large. Dead entries are tombstones, and what tombstones or newer puts hide. Immutable.
 */
public final class WaitLimit {
  /**
   * Microseconds for a tombstone whose block is not in RocksDB's cache: measured 0.43 to 0.6. A hidden put takes more,
   * by its value.
   */
  public static final double MICROS_OF_A_DEAD_ENTRY = 0.5;
  /** Where a list passes fewer than this part of what makes it slow, nobody waits, whatever a busy machine measures. */
  private static final int PARTS = 10;
  /** Half a millisecond from disk: more are a place that is told of, however slow a list has to be. */
  private static final long MOST_FEW = 1_000;

  private final long micros;
  private final long deadEntries;

  private WaitLimit(long micros, long deadEntries) {
    this.micros = micros;
    this.deadEntries = Math.max(1, deadEntries);
  }

  /** @param micros microseconds that are too long for a list; positive */
  public static WaitLimit of(long micros) {
    return new WaitLimit(micros, Math.round(micros / MICROS_OF_A_DEAD_ENTRY));
  }

  /** By count alone, for layouts that are too small to be slow. */
  static WaitLimit ofDeadEntries(long deadEntries) {
    return new WaitLimit(Long.MAX_VALUE, deadEntries);
  }

  /** Microseconds: a list that takes so long is slow. */
  public long micros() {
    return micros;
  }

  /** A list that passes so many is slow. */
  public long deadEntries() {
    return deadEntries;
  }

  /** A list that passes fewer does not wait for them. */
  public long fewDeadEntries() {
    return Math.max(1, Math.min(MOST_FEW, deadEntries / PARTS));
  }

  /** Whether so many tombstones and the puts that they hide make a list slow. */
  public boolean isReachedBy(long tombstones) {
    return tombstones * 2 >= deadEntries;
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
