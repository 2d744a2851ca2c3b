// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import org.apache.hadoop.ozone.om.compaction.planner.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;

/** What this OM would compact for some targets, at one moment. Immutable. */
public final class NodePlan {
  private final NodeCensus census;
  private final CompactionPlan ranges;
  private final SnapshotRetention retention;

  NodePlan(NodeCensus census, CompactionPlan ranges, SnapshotRetention retention) {
    this.census = census;
    this.ranges = ranges;
    this.retention = retention;
  }

  /** What the plan was made from. */
  public NodeCensus census() {
    return census;
  }

  /** Ranges best first, and what is left out. */
  public CompactionPlan ranges() {
    return ranges;
  }

  /** Bytes of old SST files that stay on disk after this range, as Ozone snapshots need them. Looks at the disk. */
  public long snapshotRetainedBytes(PlannedRange range) {
    return retention.bytes(range.table(), range.cost().rewrittenFiles());
  }
}
