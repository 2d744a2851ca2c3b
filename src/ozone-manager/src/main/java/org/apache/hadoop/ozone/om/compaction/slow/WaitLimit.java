// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/**
 * Decides what a list waits at a place, and whether that is slow. Uses only what the list passes there, never a
 * stopwatch, so each look says the same while files and memory are the same.
 */
public final class WaitLimit {
  /**
   * Microseconds that a list needs to pass a dead entry whose block is not in RocksDB's cache; 0.43 to 0.6 were
   * measured.
   */
  public static final double MICROS_OF_A_DEAD_ENTRY = 0.5;
  /**
   * Microseconds that a list needs to read and check a mebibyte of blocks with hidden values; 700 to 3,700 were
   * measured with values of 500 bytes to 1 MB.
   */
  public static final double MICROS_OF_A_MEBIBYTE = 2_000;
  private static final double MEBIBYTE = 1 << 20;
  /** A place is remembered from this part of a slow one on. */
  private static final int PARTS = 10;
  /**
   * Where values are large, walks stop from this number of dead entries on. Fewer make a list slow only if they have
   * 300 KB each on average.
   */
  private static final int LARGE_ENTRIES = 8;

  private final double micros;

  private WaitLimit(double micros) {
    this.micros = micros;
  }

  /** @param micros a list that waits at least this many microseconds is slow; positive */
  public static WaitLimit of(double micros) {
    return new WaitLimit(micros);
  }

  public long micros() {
    return Math.round(micros);
  }

  /** A list that passes at least this many dead entries is slow. */
  public long deadEntries() {
    return Math.max(1, (long) Math.ceil(micros / MICROS_OF_A_DEAD_ENTRY));
  }

  /** A list that reads at least this many bytes of dead entries is slow. */
  public long bytes() {
    return Math.max(1, (long) Math.ceil(micros / MICROS_OF_A_MEBIBYTE * MEBIBYTE));
  }

  /**
   * A list that passes fewer dead entries than this is slow only where values are large. At most {@link
   * SpanStatistics#FEW_TOMBSTONES}.
   */
  public long fewDeadEntries() {
    return Math.max(1, Math.min(SpanStatistics.FEW_TOMBSTONES, deadEntries() / PARTS));
  }

  /** A list that passes fewer dead entries than this is taken for fast even where values are large. */
  long largeDeadEntries() {
    return Math.min(LARGE_ENTRIES, fewDeadEntries());
  }

  /** False if a list that passes these tombstones, each with an entry that it hides, is fast however large that is. */
  boolean maySlowDown(long tombstones) {
    return 2 * tombstones >= largeDeadEntries();
  }

  private static double exactMicros(DeadEntries dead) {
    return dead.all().most() * MICROS_OF_A_DEAD_ENTRY + dead.bytes() / MEBIBYTE * MICROS_OF_A_MEBIBYTE;
  }

  /** Microseconds that a list waits that passes these dead entries and reads them from disk; an estimate. */
  static long waitMicros(DeadEntries dead) {
    return Math.round(exactMicros(dead));
  }

  /** True if a list is slow that passes these dead entries. */
  boolean isReachedBy(DeadEntries dead) {
    return exactMicros(dead) >= micros;
  }

  /** True if a compaction of the SST files alone leaves a list slow, because tombstones are in memory. */
  public boolean needsFlush(DeadEntries dead) {
    return dead.memtableTombstones().most() > 0 && isReachedBy(dead.afterCompaction());
  }

  /** True if a compaction of the SST files alone makes a slow list faster. */
  public boolean isEasedByCompaction(DeadEntries dead) {
    return exactMicros(dead.removedByCompaction()) * PARTS >= micros;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WaitLimit && micros == ((WaitLimit) other).micros;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(micros);
  }
}
