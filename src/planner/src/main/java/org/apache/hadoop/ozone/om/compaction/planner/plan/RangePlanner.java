// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.CountedSpans;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Chooses and ranks ranges: where a list is slow first, then by tombstones per byte. A span qualifies by the upper
 * bounds of its counts, so files with too few tombstones may be rewritten unless counts are exact.
 */
public final class RangePlanner {

  private static final Predicate<BucketSpan> NOWHERE = keys -> false;

  private final PlanLimits limits;
  private final TreeSet<Candidate> queue = new TreeSet<>(Candidate.BEST_FIRST);
  private final Map<String, TableCandidates> tables = new TreeMap<>();
  private final List<PlannedRange> planned = new ArrayList<>();
  private final Set<SstFile> corrupt = new LinkedHashSet<>();
  private Optional<BudgetExceeded> beyondTotal = Optional.empty();

  private RangePlanner(PlanLimits limits) {
    this.limits = limits;
  }

  /**
   * @param targets one list per table, from the same statistics; its spans are in any order and do not overlap
   * @throws IllegalArgumentException if targets overlap, or if the targets of one table come from several statistics
   */
  public static CompactionPlan plan(Collection<List<SpanStatistics>> targets, PlanLimits limits) {
    return plan(targets, limits, NOWHERE);
  }

  /** As {@link #plan(Collection, PlanLimits)}, but begins with ranges that hold keys where {@code slow} is true. */
  public static CompactionPlan plan(Collection<List<SpanStatistics>> targets, PlanLimits limits,
      Predicate<BucketSpan> slow) {
    return plan(targets, limits, Collections.emptyList(), RestingRanges.NONE, slow);
  }

  /** Plans the qualifying runs, which were found by the same {@code limits}. */
  public static CompactionPlan planRuns(Collection<RunTargets> tables, PlanLimits limits, RestingRanges resting,
      Predicate<BucketSpan> slow) {
    return plan(tables.stream().map(RunTargets::qualifying).collect(Collectors.toList()),
        limits.withMinTombstones(0).withMinRatio(0), tables, resting, slow);
  }

  private static CompactionPlan plan(Collection<List<SpanStatistics>> targets, PlanLimits limits,
      Collection<RunTargets> runs, RestingRanges resting, Predicate<BucketSpan> slow) {
    RangePlanner planner = new RangePlanner(limits);
    for (List<SpanStatistics> table : byTable(targets)) {
      TableCandidates candidates = new TableCandidates(inOrder(table), limits, resting, slow);
      planner.queue.addAll(candidates.free());
      planner.tables.put(candidates.table(), candidates);
    }
    planner.rank();
    return new CompactionPlan(planner.planned, planner.beyondTotal, new ArrayList<>(planner.tables.values()), runs,
        planner.corrupt);
  }

  private static Collection<List<SpanStatistics>> byTable(Collection<List<SpanStatistics>> targets) {
    Map<String, List<SpanStatistics>> byTable = new TreeMap<>();
    for (List<SpanStatistics> table : targets) {
      if (!table.isEmpty() && byTable.put(table.get(0).span().table(), table) != null) {
        throw new IllegalArgumentException("Targets of table " + table.get(0).span().table() + " come twice");
      }
    }
    return byTable.values();
  }

  private static List<SpanStatistics> inOrder(List<SpanStatistics> targets) {
    if (targets instanceof CountedSpans) {
      return targets;
    }
    List<SpanStatistics> ordered = new ArrayList<>(targets);
    ordered.sort(Comparator.comparing(SpanStatistics::span, BucketSpan.BY_KEY));
    for (int i = 1; i < ordered.size(); i++) {
      BucketSpan before = ordered.get(i - 1).span();
      BucketSpan span = ordered.get(i).span();
      if (Keys.compare(before.end(), span.begin()) > 0) {
        throw new IllegalArgumentException("Targets overlap: " + before + " and " + span);
      }
      if (ordered.get(i).table() != ordered.get(0).table()) {
        throw new IllegalArgumentException("Targets of table " + span.table() + " come from two looks at it");
      }
    }
    return ordered;
  }

  /** Plans best first. Ends at the first range over the budget, because smaller ranges could delay it forever. */
  private void rank() {
    long bytesLeft = limits.maxTotalBytes();
    while (!queue.isEmpty() && planned.size() < limits.top()) {
      Candidate best = queue.first();
      TableCandidates siblings = tables.get(best.table());
      Levels after = new Levels(siblings.tree());
      RangeCost cost = best.cost(after);
      corrupt.addAll(best.corrupt());
      if (cost != null && cost.budgetBytes() > bytesLeft) {
        beyondTotal = Optional.of(new BudgetExceeded(queue.size(), bytesLeft, cost.budgetBytes()));
        queue.forEach(candidate -> candidate.dismiss(Rejection.beyond(beyondTotal.get())));
        return;
      }
      queue.remove(best);
      if (cost == null) {
        best.dismissWithoutSteps();
        if (!best.corrupt().isEmpty()) {
          siblings.passBy(best);
        }
      } else {
        planned.add(best.planned(planned.size() + 1, cost, limits));
        siblings.compacted(after);
        bytesLeft -= cost.price().writeBytes();
      }
    }
    queue.forEach(candidate -> candidate.dismiss(Rejection.of(RejectionReason.BEYOND_TOP)));
  }
}
