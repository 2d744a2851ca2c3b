// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/** Ranges to compact, best first, and what was left out. Immutable. */
public final class CompactionPlan {
  private final List<PlannedRange> ranges;
  private final Optional<BudgetExceeded> beyondTotal;
  private final List<TableCandidates> tables;
  private final Collection<RunTargets> runs;

  CompactionPlan(List<PlannedRange> ranges, Optional<BudgetExceeded> beyondTotal, List<TableCandidates> tables,
      Collection<RunTargets> runs) {
    this.ranges = Collections.unmodifiableList(ranges);
    this.beyondTotal = beyondTotal;
    this.tables = tables;
    this.runs = runs;
  }

  /** In the order in which they are to run. No two of one table overlap. */
  public List<PlannedRange> ranges() {
    return ranges;
  }

  /** Ranges that are left for {@link PlanLimits#maxTotalBytes}; empty if none is. */
  public Optional<BudgetExceeded> beyondTotal() {
    return beyondTotal;
  }

  /**
   * First whole targets, then ranges and targets whose place others took; each by table and first key. There may be a
   * million: each is made when the stream comes to it.
   */
  public Stream<RejectedRange> leftOut() {
    return Stream.of(runs.stream().flatMap(RunTargets::leftOut),
        tables.stream().flatMap(TableCandidates::leftOutBeforeRanking),
        tables.stream().flatMap(TableCandidates::leftOutByRanking)).flatMap(all -> all);
  }

  /** The part of {@link #leftOut} that rests. */
  public Stream<RejectedRange> resting() {
    return tables.stream().flatMap(TableCandidates::leftOutBeforeRanking)
        .filter(left -> left.reason() == RejectedRange.Reason.RESTING);
  }

  /** The tree of a table as the plan leaves it; null if the plan has no target there. */
  Levels treeAfter(String table) {
    return tables.stream().filter(candidates -> candidates.table().equals(table)).map(TableCandidates::tree)
        .findFirst().orElse(null);
  }

  /** Tombstones that all ranges together remove. */
  public CountInterval tombstonesRemoved() {
    return new CountInterval(ranges.stream().mapToLong(range -> range.cost().tombstonesRemoved().least()).sum(),
        ranges.stream().mapToLong(range -> range.cost().tombstonesRemoved().most()).sum());
  }

  /** Bytes that all ranges together are predicted to read. */
  public long readBytes() {
    return ranges.stream().mapToLong(range -> range.cost().readBytes()).sum();
  }

  /** Bytes that all ranges together are predicted to write. */
  public long writeBytes() {
    return ranges.stream().mapToLong(range -> range.cost().writeBytes()).sum();
  }

  /** Between which the bytes that all ranges together write will lie. */
  public CountInterval writeInterval() {
    return new CountInterval(ranges.stream().mapToLong(range -> range.cost().writeInterval().least()).sum(),
        ranges.stream().mapToLong(range -> range.cost().writeInterval().most()).sum());
  }

  /** Bytes that all ranges together are predicted to read outside of themselves. */
  public long collateralBytes() {
    return ranges.stream().mapToLong(range -> range.cost().collateralBytes()).sum();
  }
}
