// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableFiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Ranges to compact, best first, and what was left out, with reasons. Immutable. */
public final class CompactionPlan {
  private final List<PlannedRange> ranges;
  private final Optional<BudgetExceeded> beyondTotal;
  private final List<TableCandidates> tables;
  private final Collection<RunTargets> runs;
  private final Set<SstFile> corrupt;
  private final List<RejectedRange> excluded;

  CompactionPlan(List<PlannedRange> ranges, Optional<BudgetExceeded> beyondTotal, List<TableCandidates> tables,
      Collection<RunTargets> runs, Set<SstFile> corrupt) {
    this(ranges, beyondTotal, tables, runs, corrupt, Collections.emptyList());
  }

  private CompactionPlan(List<PlannedRange> ranges, Optional<BudgetExceeded> beyondTotal, List<TableCandidates> tables,
      Collection<RunTargets> runs, Set<SstFile> corrupt, List<RejectedRange> excluded) {
    this.corrupt = Collections.unmodifiableSet(corrupt);
    this.excluded = excluded;
    this.ranges = Collections.unmodifiableList(ranges);
    this.beyondTotal = beyondTotal;
    this.tables = tables;
    this.runs = runs;
  }

  /** The same plan, which tells as left out what was excluded from its targets beforehand, too. */
  public CompactionPlan excluding(List<RejectedRange> left) {
    return new CompactionPlan(ranges, beyondTotal, tables, runs, corrupt, Collections.unmodifiableList(left));
  }

  /** In order of execution. Ranges of one table do not overlap. */
  public List<PlannedRange> ranges() {
    return ranges;
  }

  /** Ranges left because of {@link PlanLimits#maxTotalBytes}; empty if none were. */
  public Optional<BudgetExceeded> beyondTotal() {
    return beyondTotal;
  }

  /**
   * Rejected ranges in three groups: excluded spans, targets that are left out as a whole, ranges and targets that
   * better ranges replaced. Each group is ordered by table and first key. There may be a million, so elements are
   * created lazily.
   */
  public Stream<RejectedRange> leftOut() {
    return Stream.of(excluded.stream(), runs.stream().flatMap(RunTargets::leftOut),
        tables.stream().flatMap(TableCandidates::leftOutBeforeRanking),
        tables.stream().flatMap(TableCandidates::leftOutByRanking)).flatMap(all -> all);
  }

  /** The elements of {@link #leftOut} that were excluded. */
  public List<RejectedRange> excluded() {
    return excluded;
  }

  /** The elements of {@link #leftOut} that rest: for a while, or until a corrupt file is gone. */
  public Stream<RejectedRange> resting() {
    return tables.stream().flatMap(TableCandidates::leftOutBeforeRanking).filter(RejectedRange::isResting);
  }

  /** Corrupt files because of which ranges, or parts of them, are left out. */
  public Set<SstFile> corruptFiles() {
    return corrupt;
  }

  /** The costs of a rejected range by itself, after the plan; empty if the plan rewrites the same files. */
  public List<RangeCost> costs(RejectedRange left) {
    TableFiles files = left.target().table();
    Levels tree = tables.stream().filter(candidates -> candidates.table().equals(files.table().name()))
        .map(candidates -> new Levels(candidates.tree())).findFirst()
        .orElseGet(() -> new Levels(files.table(), files.profiles()));
    KeyRange span = left.target().span().keys();
    List<KeyRange> ranges = left.range() != null ? Collections.singletonList(left.range())
        : SpanSplit.pieces(left.target(), left.limits()).stream().map(piece -> piece.range)
            .collect(Collectors.toList());
    return ranges.stream()
        .map(range -> RangeCost.of(new FileSteps(tree), range, span, Collections.emptyList(), 0))
        .filter(Objects::nonNull).collect(Collectors.toList());
  }

  /** Tombstones that all ranges remove. */
  public CountInterval tombstonesRemoved() {
    return sum(RangeCost::tombstonesRemoved);
  }

  /** Predicted bytes that all ranges read. */
  public long readBytes() {
    return ranges.stream().mapToLong(range -> range.cost().readBytes()).sum();
  }

  /** Predicted bytes that all ranges write. */
  public long writeBytes() {
    return ranges.stream().mapToLong(range -> range.cost().writeBytes()).sum();
  }

  /** Bounds of the bytes that all ranges write. */
  public CountInterval writeInterval() {
    return sum(RangeCost::writeInterval);
  }

  private CountInterval sum(Function<RangeCost, CountInterval> count) {
    return ranges.stream().map(PlannedRange::cost).map(count).reduce(new CountInterval(0, 0), CountInterval::plus);
  }

  /** Predicted bytes that all ranges read outside of themselves. */
  public long collateralBytes() {
    return ranges.stream().mapToLong(range -> range.cost().collateralBytes()).sum();
  }
}
