// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.SnapshotRetention;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The ranges that this OM would compact for some targets, at one moment. Immutable. */
public final class NodePlan {
  private final NodeStatistics statistics;
  private final CompactionPlan ranges;
  private final MeasuredRuns measured;
  private final SnapshotRetention retention;
  private final Predicate<SstFile> knownSound;
  private final long maxBytes;

  /** @param maxBytes that a range should read */
  NodePlan(NodeStatistics statistics, CompactionPlan ranges, MeasuredRuns measured, SnapshotRetention retention,
      Predicate<SstFile> knownSound, long maxBytes) {
    this.statistics = statistics;
    this.ranges = ranges;
    this.measured = measured;
    this.retention = retention;
    this.knownSound = knownSound;
    this.maxBytes = maxBytes;
  }

  /** The same plan, with names for keys in the directories that targets have found. */
  public NodePlan naming(NamedTargets named) {
    return new NodePlan(statistics.naming(named), ranges, measured, retention, knownSound, maxBytes);
  }

  /** The statistics that the plan was made from. */
  public NodeStatistics statistics() {
    return statistics;
  }

  /** Ranges best first, and what is left out. */
  public CompactionPlan ranges() {
    return ranges;
  }

  /** Where lists wait, and the ages of the runs that ranges are part of. */
  public MeasuredRuns measured() {
    return measured;
  }

  /** Bytes of old SST files that stay on disk after this range, as Ozone snapshots need them. Looks at the disk. */
  public long snapshotRetainedBytes(PlannedRange range) {
    return retention.bytes(range.table(), range.cost().rewrittenFiles());
  }

  /**
   * Bytes that are read at once to bring level 0 down before a range, if they are more than a range should read.
   *
   * @return null if they are not
   */
  public Long largeLevelZeroBytes(PlannedRange range) {
    return range.cost().levelZeroBytes() > maxBytes ? range.cost().levelZeroBytes() : null;
  }

  /** Bytes of SST files that a turn would read before this range, as it does not know yet that they are sound. */
  public long checkReadBytes(PlannedRange range) {
    return range.cost().rewrittenFiles().stream().filter(knownSound.negate()).mapToLong(SstFile::sizeBytes).sum();
  }
}
