// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.List;

/**
 * What the metadata of a table's SST files says about one span. Files that lie wholly inside the span are its own, and
 * counted exactly. Files that also hold keys outside are shared: unless their {@link SharedFileCounts} are known, their
 * entries and tombstones may or may not belong to the span, and counts become intervals. The truth about the SST files
 * always lies inside. What is still in memory (memtables) is in no file and not counted.
 */
public final class SpanCensus {
  private final TableCensus census;
  private final BucketSpan span;
  /** Among the spans of the census, in key order; negative for a span of its own. */
  private final int position;
  private final long knownEntries;
  private final long knownTombstones;
  private final long possibleEntries;
  private final long possibleTombstones;
  private final long ownBytes;
  private final long sharedBytes;
  private final int ownFiles;
  private final int sharedFiles;

  private SpanCensus(TableCensus census, BucketSpan span, SlotCounts counts, int slot, int position) {
    this.census = census;
    this.span = span;
    this.position = position;
    this.knownEntries = counts.knownEntries[slot];
    this.knownTombstones = counts.knownTombstones[slot];
    this.possibleEntries = counts.possibleEntries[slot];
    this.possibleTombstones = counts.possibleTombstones[slot];
    this.ownBytes = counts.ownBytes[slot];
    this.sharedBytes = counts.sharedBytes[slot];
    this.ownFiles = counts.ownFiles[slot];
    this.sharedFiles = counts.sharedFiles[slot];
  }

  /** One of the spans into which the census cuts the table. */
  static SpanCensus ofSlot(TableCensus census, BucketSpan span, SlotCounts counts, int slot) {
    return new SpanCensus(census, span, counts, slot, slot);
  }

  /** Any keys, which may overlap spans of the census. */
  static SpanCensus ofKeys(TableCensus census, BucketSpan span, SlotCounts counts, int slot) {
    return new SpanCensus(census, span, counts, slot, -1);
  }

  /** Whether this is known, without a look at keys, to lie behind another span of the same census. */
  boolean isKnownBehind(SpanCensus other) {
    return other.position >= 0 && position > other.position;
  }

  public BucketSpan span() {
    return span;
  }

  /** The census that this is part of. */
  public TableCensus table() {
    return census;
  }

  /** Puts and tombstones together. */
  public CountInterval entries() {
    return new CountInterval(knownEntries, knownEntries + possibleEntries);
  }

  public CountInterval tombstones() {
    return new CountInterval(knownTombstones, mostTombstones());
  }

  /**
   * Tombstones by entries. At least: no tombstone of the shared files is in the span and all their other entries are.
   * At most: the other way round. A span without entries has ratio 0.
   */
  public RatioInterval tombstoneRatio() {
    return new RatioInterval(ratio(knownTombstones, knownEntries + possibleEntries - possibleTombstones),
        mostRatio());
  }

  /** Whether the number of tombstones is known, not only its interval. */
  public boolean isExact() {
    return possibleTombstones == 0;
  }

  /** Number of files that lie wholly inside the span. */
  public int ownFiles() {
    return ownFiles;
  }

  /** Number of files that overlap the span and also lie outside of it. */
  public int sharedFiles() {
    return sharedFiles;
  }

  /** Bytes of the span's own files. */
  public long ownBytes() {
    return ownBytes;
  }

  /** Whole bytes of the shared files: an upper bound of the span's part. */
  public long sharedBytes() {
    return sharedBytes;
  }

  /** The files that overlap the span, from level 0 downwards, on each level by key. Computed on call. */
  public List<SstFile> files() {
    return census.filesIn(span);
  }

  long knownTombstones() {
    return knownTombstones;
  }

  long mostTombstones() {
    return knownTombstones + possibleTombstones;
  }

  double mostRatio() {
    return ratio(mostTombstones(), knownEntries + possibleTombstones);
  }

  private static double ratio(long tombstones, long entries) {
    return entries == 0 ? 0 : (double) tombstones / entries;
  }

  @Override
  public String toString() {
    return span + ": " + tombstones() + " tombstones of " + entries() + " entries, ratio " + tombstoneRatio();
  }
}
