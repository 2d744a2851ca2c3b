// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** From spans to ranges: which to compact, in which order, at what cost. */
public final class RangePlanner {
  private static final Comparator<SpanCensus> BY_TABLE_AND_KEY = (a, b) -> {
    int order = a.span().table().compareTo(b.span().table());
    return order != 0 ? order : Keys.compare(a.span().begin(), b.span().begin());
  };

  private final PlanLimits limits;
  private final List<Candidate> candidates = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  private RangePlanner(PlanLimits limits) {
    this.limits = limits;
  }

  /**
   * @param targets spans of one or more tables, all of one table from one census, in any order, none overlapping
   * another
   * @throws IllegalArgumentException if targets overlap
   */
  public static CompactionPlan plan(Collection<SpanCensus> targets, PlanLimits limits) {
    return new RangePlanner(limits).plan(targets);
  }

  private CompactionPlan plan(Collection<SpanCensus> targets) {
    List<SpanCensus> ordered = new ArrayList<>(targets);
    ordered.sort(BY_TABLE_AND_KEY);
    SpanCensus previous = null;
    for (SpanCensus target : ordered) {
      if (previous != null && previous.span().table().equals(target.span().table())
          && Keys.compare(previous.span().end(), target.span().begin()) > 0) {
        throw new IllegalArgumentException("Targets overlap: " + previous.span() + " and " + target.span());
      }
      previous = target;
      consider(target);
    }
    candidates.sort(Comparator.comparingDouble((Candidate candidate) -> -candidate.score)
        .thenComparing(candidate -> candidate.target, BY_TABLE_AND_KEY)
        .thenComparing(candidate -> candidate.piece.range.begin(), Keys::compare));
    return new CompactionPlan(rank(), leftOut);
  }

  private void consider(SpanCensus target) {
    if (target.mostTombstones() == 0) {
      leaveOut(target, null, LeftOut.Reason.NO_TOMBSTONES, null);
    } else if (target.mostTombstones() < limits.minTombstones()) {
      leaveOut(target, null, LeftOut.Reason.BELOW_MIN_TOMBSTONES, null);
    } else if (target.mostRatio() < limits.minRatio()) {
      leaveOut(target, null, LeftOut.Reason.BELOW_MIN_RATIO, null);
    } else {
      for (SpanSplit.Piece piece : new SpanSplit(target.span(), target.files(), limits).pieces()) {
        SstFile busy = piece.files.stream().filter(SstFile::isBeingCompacted).findFirst().orElse(null);
        if (busy != null) {
          leaveOut(target, piece.range, LeftOut.Reason.BEING_COMPACTED, busy.name());
        } else {
          candidates.add(new Candidate(target, piece,
              new LsmSimulation(target.table().table()).compact(piece.range).removedPerByte()));
        }
      }
    }
  }

  private List<PlannedRange> rank() {
    Map<String, LsmSimulation> trees = new HashMap<>();
    List<PlannedRange> ranges = new ArrayList<>();
    for (Candidate candidate : candidates) {
      KeyRange range = candidate.piece.range;
      LsmSimulation tree = trees.computeIfAbsent(candidate.target.span().table(),
          any -> new LsmSimulation(candidate.target.table().table()));
      if (!tree.holdsTombstones(range)) {
        leaveOut(candidate.target, range, LeftOut.Reason.COVERED_BY_BETTER_RANGE, null);
      } else if (ranges.size() == limits.top()) {
        leaveOut(candidate.target, range, LeftOut.Reason.BEYOND_TOP, null);
      } else {
        long certain = candidate.piece.files.stream()
            .filter(file -> range.contains(file.smallestKey()) && range.contains(file.largestKey()))
            .mapToLong(SstFile::tombstones).sum();
        ranges.add(new PlannedRange(ranges.size() + 1, candidate.target, range, candidate.piece.files,
            tree.compact(range).toRangeCost(certain), candidate.piece.isOver(limits)));
      }
    }
    return ranges;
  }

  private void leaveOut(SpanCensus target, KeyRange range, LeftOut.Reason reason, Object subject) {
    leftOut.add(new LeftOut(target, range, reason, subject, limits));
  }

  private static final class Candidate {
    private final SpanCensus target;
    private final SpanSplit.Piece piece;
    private final double score;

    Candidate(SpanCensus target, SpanSplit.Piece piece, double score) {
      this.target = target;
      this.piece = piece;
      this.score = score;
    }
  }
}
