// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** One range of a plan: what one call of compactRange takes. Immutable. */
public final class PlannedRange {
  private final int rank;
  private final SpanStatistics target;
  private final KeyRange range;
  private final List<SstFile> files;
  private final RangeCost cost;
  private final long levelZeroBytes;
  private final boolean oversized;

  PlannedRange(int rank, SpanStatistics target, KeyRange range, List<SstFile> files, RangeCost cost,
      long levelZeroBytes,
      boolean oversized) {
    this.rank = rank;
    this.target = target;
    this.range = range;
    this.files = Collections.unmodifiableList(files);
    this.cost = cost;
    this.levelZeroBytes = levelZeroBytes;
    this.oversized = oversized;
  }

  /** 1 is the best and runs first. */
  public int rank() {
    return rank;
  }

  /** The span that the range is part of, with its counts. */
  public SpanStatistics target() {
    return target;
  }

  public String table() {
    return target.span().table();
  }

  public KeyRange range() {
    return range;
  }

  /** The live files that overlap the range now, before any range of the plan has run, from level 0 downwards. */
  public List<SstFile> files() {
    return files;
  }

  /** Bytes of {@link #files}. */
  public long sizeBytes() {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }

  /** Entries of {@link #files}. */
  public long entries() {
    return files.stream().mapToLong(SstFile::entries).sum();
  }

  /** As it will be when all ranges of lower rank have run. */
  public RangeCost cost() {
    return cost;
  }

  /**
   * The part of the cost's bytes read that brings level 0 down, with the base level below it. RocksDB does that at
   * once, and no limit makes it smaller. 0 if no file of level 0 overlaps the range when its turn comes.
   */
  public long levelZeroBytes() {
    return levelZeroBytes;
  }

  /**
   * The range is above the limit of entries or bytes without what brings level 0 down, and cannot be split further: it
   * would cut through a file, or each part would draw in the same files.
   */
  public boolean isOversized() {
    return oversized;
  }

  @Override
  public String toString() {
    return rank + ". " + range + " of " + target.span() + ": " + cost;
  }
}
