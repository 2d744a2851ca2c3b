// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collections;
import java.util.List;

/** Ranges to compact, best first, and what was left out. Immutable. */
public final class CompactionPlan {
  private final List<PlannedRange> ranges;
  private final List<LeftOut> leftOut;

  CompactionPlan(List<PlannedRange> ranges, List<LeftOut> leftOut) {
    this.ranges = Collections.unmodifiableList(ranges);
    this.leftOut = Collections.unmodifiableList(leftOut);
  }

  /** In the order in which they are to run. No two of one table overlap. */
  public List<PlannedRange> ranges() {
    return ranges;
  }

  /** First whole targets, then ranges and targets whose place others took; each by table and first key. */
  public List<LeftOut> leftOut() {
    return leftOut;
  }

  /** Bytes that all ranges together are predicted to read. */
  public long readBytes() {
    return ranges.stream().mapToLong(range -> range.cost().readBytes()).sum();
  }

  /** Bytes that all ranges together are predicted to write. */
  public long writeBytes() {
    return ranges.stream().mapToLong(range -> range.cost().writeBytes()).sum();
  }

  /** Bytes that all ranges together are predicted to read outside of themselves. */
  public long collateralBytes() {
    return ranges.stream().mapToLong(range -> range.cost().collateralBytes()).sum();
  }
}
