// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.SnapshotRetention;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The ranges that this OM would compact for some targets at one moment, and the statistics behind them. Immutable. */
public final class NodePlan {
  private final NodeStatistics beforeFlushes;
  private final List<AfterFlush> flushes;
  private final NodeStatistics statistics;
  private final CompactionPlan ranges;
  private final MeasuredRuns measured;
  private final SnapshotRetention retention;
  private final Predicate<SstFile> verified;
  private final long maxBytes;

  /**
   * @param beforeFlushes the statistics of the trees that exist
   * @param statistics    those after the flushes
   * @param maxBytes      upper bound of the bytes that compacting one range should read
   */
  NodePlan(NodeStatistics beforeFlushes, List<AfterFlush> flushes, NodeStatistics statistics, CompactionPlan ranges,
      MeasuredRuns measured, SnapshotRetention retention, Predicate<SstFile> verified, long maxBytes) {
    this.beforeFlushes = beforeFlushes;
    this.flushes = flushes;
    this.statistics = statistics;
    this.ranges = ranges;
    this.measured = measured;
    this.retention = retention;
    this.verified = verified;
    this.maxBytes = maxBytes;
  }

  /** Returns a copy that also translates the ids of the directories in {@code named} to their paths. */
  public NodePlan naming(NamedTargets named) {
    return new NodePlan(beforeFlushes.naming(named), flushes, statistics.naming(named), ranges, measured, retention,
        verified, maxBytes);
  }

  /** The statistics of the trees that exist, which can be read. */
  public NodeStatistics beforeFlushes() {
    return beforeFlushes;
  }

  /** The flushes that come first; the ranges are of the trees that these leave. */
  public List<AfterFlush> flushes() {
    return flushes;
  }

  /** The bytes that a turn reads and writes for the flushes and all ranges. */
  public Price price() {
    return ranges.price().plus(Price.of(0, flushes.stream().mapToLong(AfterFlush::bytes).sum()));
  }

  /** The statistics that the ranges were made from, those of the trees after the flushes. */
  public NodeStatistics statistics() {
    return statistics;
  }

  public CompactionPlan ranges() {
    return ranges;
  }

  public MeasuredRuns measured() {
    return measured;
  }

  /** Bytes of replaced files that stay on disk, because Ozone snapshots need them. Reads directories on the disk. */
  public long snapshotRetainedBytes(PlannedRange range) {
    return retention.bytes(range.table(), range.cost().rewrittenFiles());
  }

  /** Bytes that must be read to merge level 0 in one compaction; null if they are within the limit for one range. */
  public Long largeLevelZeroBytes(PlannedRange range) {
    return range.cost().levelZeroBytes() > maxBytes ? range.cost().levelZeroBytes() : null;
  }

  /** Bytes of unverified SST files, which a job would read to verify them before it compacts this range. */
  public long checkReadBytes(PlannedRange range) {
    return range.cost().rewrittenFiles().stream().filter(verified.negate()).mapToLong(SstFile::sizeBytes).sum();
  }
}
