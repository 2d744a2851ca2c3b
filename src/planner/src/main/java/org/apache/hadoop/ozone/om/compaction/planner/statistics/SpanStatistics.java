// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Statistics of one span, from the metadata of its table's SST files. Files that lie wholly inside are its own, and
 * counted exactly. Files that also hold keys outside are shared: unless their {@code FileProfile} is known, their
 * entries and tombstones may or may not belong to the span, and counts become intervals. The truth about the SST files
 * always lies inside. What is still in memory (memtables) is in no file and not counted.
 */
public final class SpanStatistics {
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

  /** The files that these are counted in, those of the whole table. */
  public TableFiles table() {
    return table;
  }

  /** Puts and tombstones together. */
  public CountInterval entries() {
    return new CountInterval(counts.knownEntries, counts.knownEntries + counts.possibleEntries);
  }

  public CountInterval tombstones() {
    return new CountInterval(counts.knownTombstones, mostTombstones());
  }

  /**
   * Tombstones by entries, at least: no tombstone of the shared files is in the span and all their other entries are. A
   * span without entries has ratio 0.
   */
  public double leastRatio() {
    return ratio(counts.knownTombstones, counts.knownEntries + counts.possibleEntries - counts.possibleTombstones);
  }

  /** Whether the number of tombstones is known, not only its interval. */
  public boolean isExact() {
    return counts.possibleTombstones == 0;
  }

  /** Number of files that lie wholly inside the span. */
  public int ownFiles() {
    return counts.ownFiles;
  }

  /** Number of files that overlap the span and also lie outside of it. */
  public int sharedFiles() {
    return counts.sharedFiles;
  }

  /** Bytes of the span's own files. */
  public long ownBytes() {
    return counts.ownBytes;
  }

  /** Whole bytes of the shared files: an upper bound of the span's part. */
  public long sharedBytes() {
    return counts.sharedBytes;
  }

  /** The files that overlap the span, from level 0 downwards, on each level by key. Computed on call. */
  public List<SstFile> files() {
    return table.in(span);
  }

  public long knownTombstones() {
    return counts.knownTombstones;
  }

  /** The upper end of {@link #tombstones}, for callers that ask a million spans. */
  public long mostTombstones() {
    return counts.knownTombstones + counts.possibleTombstones;
  }

  /** Tombstones by entries, at most: all tombstones of the shared files are in the span, and no other entry of them. */
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
