// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableFiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The ranges to compact, best first, and what is left out, with reasons. Immutable. */
public final class CompactionPlan {
  private final List<PlannedRange> ranges;
  private final Optional<BudgetExceeded> beyondTotal;
  private final List<TableCandidates> tables;
  private final Collection<RunTargets> runs;
  private final Set<SstFile> corrupt;
  private final List<RejectedRange> excluded;
  private final long mostLaterBytes;

  CompactionPlan(List<PlannedRange> ranges, Optional<BudgetExceeded> beyondTotal, List<TableCandidates> tables,
      Collection<RunTargets> runs, Set<SstFile> corrupt) {
    this(ranges, beyondTotal, tables, runs, corrupt, Collections.emptyList(), 0);
  }

  private CompactionPlan(List<PlannedRange> ranges, Optional<BudgetExceeded> beyondTotal, List<TableCandidates> tables,
      Collection<RunTargets> runs, Set<SstFile> corrupt, List<RejectedRange> excluded, long mostLaterBytes) {
    this.corrupt = Collections.unmodifiableSet(corrupt);
    this.excluded = excluded;
    this.mostLaterBytes = mostLaterBytes;
    this.ranges = Collections.unmodifiableList(ranges);
    this.beyondTotal = beyondTotal;
    this.tables = tables;
    this.runs = runs;
  }

  /** A copy of this plan whose {@link #leftOut} also returns spans that were excluded before planning. */
  public CompactionPlan excluding(List<RejectedRange> left) {
    return new CompactionPlan(ranges, beyondTotal, tables, runs, corrupt, Collections.unmodifiableList(left),
        mostLaterBytes);
  }

  /**
   * A copy for a turn that plans again until nothing is left. A better range may need fewer steps than expected, so the
   * bounds of the price include that the files of targets left to better ranges are rewritten once more.
   */
  public CompactionPlan withLaterPlans() {
    return new CompactionPlan(ranges, beyondTotal, tables, runs, corrupt, excluded,
        tables.stream().mapToLong(TableCandidates::coveredBytes).sum());
  }

  /** The ranges in the order in which they are compacted. Ranges of one table do not overlap. */
  public List<PlannedRange> ranges() {
    return ranges;
  }

  /** Ranges left out because of {@link PlanLimits#maxTotalBytes}; empty if there are none. */
  public Optional<BudgetExceeded> beyondTotal() {
    return beyondTotal;
  }

  /** The targets and ranges left out, excluded spans first. Created on access, because there may be a million. */
  public Stream<RejectedRange> leftOut() {
    return Stream.of(excluded.stream(), runs.stream().flatMap(RunTargets::leftOut),
        tables.stream().flatMap(TableCandidates::leftOutBeforeRanking),
        tables.stream().flatMap(TableCandidates::leftOutByRanking)).flatMap(all -> all);
  }

  public List<RejectedRange> excluded() {
    return excluded;
  }

  /** The elements of {@link #leftOut} for which {@link RejectedRange#isResting} holds. */
  public Stream<RejectedRange> resting() {
    return tables.stream().flatMap(TableCandidates::leftOutBeforeRanking).filter(RejectedRange::isResting);
  }

  /** The corrupt files that keep ranges, or parts of them, from being compacted. */
  public Set<SstFile> corruptFiles() {
    return corrupt;
  }

  /** The costs of a rejected target or range after the plan: one for each range with a step, in key order. */
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

  public CountInterval tombstonesRemoved() {
    return ranges.stream().map(range -> range.cost().tombstonesRemoved())
        .reduce(new CountInterval(0, 0), CountInterval::plus);
  }

  /** The bytes that a turn reads and writes for all ranges. */
  public Price price() {
    return Price.sum(ranges.stream().map(range -> range.cost().price())).plusAtMost(mostLaterBytes);
  }

  /** Predicted bytes that all ranges read outside of their own keys, because files are compacted whole. */
  public long collateralBytes() {
    return ranges.stream().mapToLong(range -> range.cost().collateralBytes()).sum();
  }
}
