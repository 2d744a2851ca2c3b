// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/**
 * Decides whether a list is slow, for all callers. A list is slow if it passes too many dead entries before a live key,
 * or if it was measured to take too long. The number of dead entries decides first: it does not vary between
 * measurements, and the first list after a restart has to read the blocks from disk. The measured time decides for
 * lists that pass few dead entries with large values. Dead entries are tombstones, and entries that tombstones or newer
 * puts hide. Immutable.
 */
public final class WaitLimit {
  /**
   * Microseconds that a list needs to pass a tombstone whose block is not in RocksDB's cache; 0.43 to 0.6 were
   * measured. A hidden put takes longer, depending on the size of its value.
   */
  public static final double MICROS_OF_A_DEAD_ENTRY = 0.5;
  /**
   * A list that passes fewer than a tenth of the dead entries that make it slow is never slow, even if a busy machine
   * measures a long time.
   */
  private static final int PARTS = 10;
  private final long micros;
  private final long deadEntries;

  private WaitLimit(long micros, long deadEntries) {
    this.micros = micros;
    this.deadEntries = Math.max(1, deadEntries);
  }

  /** @param micros a list that takes at least this many microseconds is slow; positive */
  public static WaitLimit of(long micros) {
    return new WaitLimit(micros, Math.round(micros / MICROS_OF_A_DEAD_ENTRY));
  }

  /** Returns a limit by the number of dead entries only, for tests with databases that are too small to be slow. */
  static WaitLimit ofDeadEntries(long deadEntries) {
    return new WaitLimit(Long.MAX_VALUE, deadEntries);
  }

  /** A list that takes at least this many microseconds is slow. */
  public long micros() {
    return micros;
  }

  /** A list that passes at least this many dead entries is slow. */
  public long deadEntries() {
    return deadEntries;
  }

  /**
   * A list that passes fewer dead entries than this is never slow. It is {@link QueryRules#FEW_TOMBSTONES} at most, so
   * that a place with more is shown even if the settings allow lists to take very long.
   */
  public long fewDeadEntries() {
    return Math.max(1, Math.min(QueryRules.FEW_TOMBSTONES, deadEntries / PARTS));
  }

  /**
   * True if a list that passes this many tombstones is slow, provided that each tombstone hides one put. If the SST
   * files at a slow place hold fewer, tombstones in memory are to blame, and the table has to be flushed first.
   */
  public boolean isReachedBy(long tombstones) {
    return tombstones * 2 >= deadEntries;
  }

  /**
   * True if a slow list gets faster once this many of its tombstones are gone. If the SST files at a slow place hold so
   * many, they are compacted, even if {@link #isReachedBy} is false. Without a flush, the tombstones in memory stay.
   * But less is left for the list to pass, and often so little that the list is not slow any more.
   */
  public boolean isEasedBy(long tombstones) {
    return tombstones >= fewDeadEntries();
  }

  /** True if so few tombstones never make a list slow, even if each of them hides one put. */
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
