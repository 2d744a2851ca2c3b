// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * From spans to ranges: which to compact, in which order, at what cost. The best range is the one that removes most
 * tombstones per byte read and written; what it changes in the tree is taken into account before the next best is
 * looked for. The first range below a wide upper file pays for bringing it down, the others become cheap.
 *
 * <p>A span qualifies by the upper ends of its intervals: a small bucket that shares its file with others has a lower
 * end of 0 and would never be compacted, however slow it is. The price is a rewrite of one file for nothing; exact
 * counts ({@link SharedFileCounts}) save it.
 */
public final class RangePlanner {
  private static final Comparator<SpanCensus> BY_KEY = (a, b) -> Keys.compare(a.span().begin(), b.span().begin());

  private final PlanLimits limits;
  private final TreeSet<Candidate> queue = new TreeSet<>(Candidate.BEST_FIRST);
  private final List<PlannedRange> planned = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  private RangePlanner(PlanLimits limits) {
    this.limits = limits;
  }

  /**
   * @param targets spans of one or more tables, all of one table from one census, in any order, none overlapping
   * another
   * @throws IllegalArgumentException if targets overlap or come from two censuses of one table
   */
  public static CompactionPlan plan(Collection<SpanCensus> targets, PlanLimits limits) {
    RangePlanner planner = new RangePlanner(limits);
    List<TableCandidates> tables = new ArrayList<>();
    for (List<SpanCensus> table : byTable(targets)) {
      TableCandidates candidates = new TableCandidates(table.get(0).table(), limits, planner.leftOut);
      table.forEach(candidates::consider);
      planner.queue.addAll(candidates.scored());
      tables.add(candidates);
    }
    planner.rank();
    tables.forEach(TableCandidates::leaveOutDismissed);
    return new CompactionPlan(planner.planned, planner.leftOut);
  }

  private static List<List<SpanCensus>> byTable(Collection<SpanCensus> targets) {
    Map<TableCensus, List<SpanCensus>> byCensus = new LinkedHashMap<>();
    TableCensus census = null;
    List<SpanCensus> ofCensus = null;
    for (SpanCensus target : targets) {
      if (target.table() != census) {
        census = target.table();
        ofCensus = byCensus.computeIfAbsent(census, any -> new ArrayList<>());
      }
      ofCensus.add(target);
    }
    List<List<SpanCensus>> tables = new ArrayList<>(byCensus.values());
    tables.sort(Comparator.comparing(table -> table.get(0).span().table()));
    for (int i = 1; i < tables.size(); i++) {
      String table = tables.get(i).get(0).span().table();
      if (table.equals(tables.get(i - 1).get(0).span().table())) {
        throw new IllegalArgumentException("Targets come from two censuses of table " + table);
      }
    }
    tables.forEach(RangePlanner::sort);
    return tables;
  }

  private static void sort(List<SpanCensus> targets) {
    if (areInOrderOfCensus(targets)) {
      return;
    }
    targets.sort(BY_KEY);
    for (int i = 1; i < targets.size(); i++) {
      BucketSpan before = targets.get(i - 1).span();
      BucketSpan span = targets.get(i).span();
      if (Keys.compare(before.end(), span.begin()) > 0) {
        throw new IllegalArgumentException("Targets overlap: " + before + " and " + span);
      }
    }
  }

  /** The usual case, in which no key needs to be compared. */
  private static boolean areInOrderOfCensus(List<SpanCensus> targets) {
    for (int i = 1; i < targets.size(); i++) {
      if (!targets.get(i).isKnownBehind(targets.get(i - 1))) {
        return false;
      }
    }
    return true;
  }

  private void rank() {
    while (!queue.isEmpty() && planned.size() < limits.top()) {
      Candidate best = queue.pollFirst();
      if (best.isStale()) {
        rescore(best);
      } else {
        SimulatedCost cost = best.compact();
        planned.add(best.planned(planned.size() + 1, cost, limits));
        for (Candidate other : best.affectedBy(cost)) {
          if (queue.remove(other)) {
            rescore(other);
          }
        }
      }
    }
    queue.forEach(candidate -> candidate.dismiss(LeftOut.Reason.BEYOND_TOP));
  }

  private void rescore(Candidate candidate) {
    if (candidate.rescore().removesNothing()) {
      candidate.dismiss(LeftOut.Reason.COVERED_BY_BETTER_RANGE);
    } else {
      queue.add(candidate);
    }
  }
}
