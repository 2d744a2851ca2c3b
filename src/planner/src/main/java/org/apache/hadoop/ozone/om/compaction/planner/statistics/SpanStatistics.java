// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Entries and tombstones of one span by SST metadata, as intervals, because a file may lie only partly in it. */
public final class SpanStatistics {
  /** Only more tombstones than these are worth a word: RocksDB skips 1,000 in less than 1 ms. */
  public static final long FEW_TOMBSTONES = 1_000;

  private final TableFiles table;
  private final BucketSpan span;
  private final SpanCounts counts;

  SpanStatistics(TableFiles table, BucketSpan span, SpanCounts counts) {
    this.table = table;
    this.span = span;
    this.counts = counts;
  }

  public BucketSpan span() {
    return span;
  }

  public TableFiles table() {
    return table;
  }

  /** Number of puts and tombstones together. */
  public CountInterval entries() {
    return new CountInterval(counts.knownEntries, counts.knownEntries + counts.possibleEntries);
  }

  public CountInterval tombstones() {
    return new CountInterval(counts.knownTombstones, mostTombstones());
  }

  /** A lower bound: counts all puts that may lie in the span, but only its known tombstones. 0 without entries. */
  public double leastRatio() {
    return ratio(counts.knownTombstones, counts.knownEntries + counts.possibleEntries - counts.possibleTombstones);
  }

  /** True if the number of tombstones is known exactly. */
  public boolean isExact() {
    return counts.possibleTombstones == 0;
  }

  /** Number of files that lie wholly inside the span. */
  public int ownFiles() {
    return counts.ownFiles;
  }

  /** Number of files that overlap the span and have keys outside; such a file need not have a key of the span. */
  public int sharedFiles() {
    return counts.sharedFiles;
  }

  public long ownBytes() {
    return counts.ownBytes;
  }

  /** Bytes of all shared files as a whole: an upper bound of the bytes in them that belong to the span. */
  public long sharedBytes() {
    return counts.sharedBytes;
  }

  /** The files that overlap the span, from level 0 downwards, on each level by key. Computed on each call. */
  public List<SstFile> files() {
    return table.overlapping(span);
  }

  public long knownTombstones() {
    return counts.knownTombstones;
  }

  /** The upper end of {@link #tombstones}, without creating an interval: callers examine a million spans. */
  public long mostTombstones() {
    return counts.knownTombstones + counts.possibleTombstones;
  }

  /** An upper bound: counts all tombstones that may lie in the span, but only its known puts. 0 without entries. */
  public double mostRatio() {
    return ratio(mostTombstones(), counts.knownEntries + counts.possibleTombstones);
  }

  private static double ratio(long tombstones, long entries) {
    return entries == 0 ? 0 : (double) tombstones / entries;
  }

  @Override
  public String toString() {
    return span + ": " + tombstones() + " tombstones of " + entries() + " entries, ratio " + leastRatio()
        + (leastRatio() == mostRatio() ? "" : " to " + mostRatio());
  }
}
