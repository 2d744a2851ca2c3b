// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A range of a plan, with its files and its cost. Immutable. */
public final class PlannedRange {
  private final int rank;
  private final SpanStatistics target;
  private final KeyRange range;
  private final List<SstFile> files;
  private final RangeCost cost;
  private final boolean oversized;

  PlannedRange(int rank, SpanStatistics target, KeyRange range, List<SstFile> files, RangeCost cost,
      boolean oversized) {
    this.rank = rank;
    this.target = target;
    this.range = range;
    this.files = Collections.unmodifiableList(files);
    this.cost = cost;
    this.oversized = oversized;
  }

  /** Position in the order of compaction; 1 for the range that runs first. */
  public int rank() {
    return rank;
  }

  /** The span that the range belongs to, with its counts. */
  public SpanStatistics target() {
    return target;
  }

  public String table() {
    return target.span().table();
  }

  public KeyRange range() {
    return range;
  }

  /** The live files that overlap the range before any range of the plan has run, from level 0 downwards. */
  public List<SstFile> files() {
    return files;
  }

  /** Sum of the puts and tombstones of {@link #files}. */
  public long entries() {
    return files.stream().mapToLong(SstFile::entries).sum();
  }

  /** The cost if all better ranges have run before. */
  public RangeCost cost() {
    return cost;
  }

  /** True if compacting the range reads more entries or bytes than the limits allow, and the range cannot be split. */
  public boolean isOversized() {
    return oversized;
  }

  @Override
  public String toString() {
    return rank + ". " + range + " of " + target.span() + ": " + cost;
  }
}
