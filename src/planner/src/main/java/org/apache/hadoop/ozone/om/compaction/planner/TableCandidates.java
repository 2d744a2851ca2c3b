// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The ranges of one table that may become part of a plan, in key order. */
final class TableCandidates {
  private final TableCensus census;
  private final PlanLimits limits;
  private final List<LeftOut> leftOut;
  private final List<Candidate> candidates = new ArrayList<>();
  /** Those that RocksDB is free to compact. */
  private final List<Candidate> free = new ArrayList<>();
  /** The last candidate that is the only range of its target, if no file begins or ends there, and that target. */
  private Candidate representative;
  private SpanCensus represented;
  /** How far its files go on unchanged. */
  private byte[] sameFilesUntil;

  TableCandidates(TableCensus census, PlanLimits limits, List<LeftOut> leftOut) {
    this.census = census;
    this.limits = limits;
    this.leftOut = leftOut;
  }

  /** To be called in key order. */
  void consider(SpanCensus target) {
    if (target.mostTombstones() == 0) {
      leaveOut(target, LeftOut.Reason.NO_TOMBSTONES);
    } else if (target.mostTombstones() < limits.minTombstones()) {
      leaveOut(target, LeftOut.Reason.BELOW_MIN_TOMBSTONES);
    } else if (target.mostRatio() < limits.minRatio()) {
      leaveOut(target, LeftOut.Reason.BELOW_MIN_RATIO);
    } else if (representative != null && isInSameFiles(target)) {
      representative.addTwin(target);
    } else {
      split(target);
    }
  }

  private boolean isInSameFiles(SpanCensus target) {
    return target.isKnownToFollowWithoutFileEdge(represented)
        || Keys.compare(target.span().end(), sameFilesUntil) <= 0;
  }

  private void split(SpanCensus target) {
    List<SpanPiece> pieces = SpanSplit.pieces(target.span(), target.files(), limits);
    representative = null;
    if (pieces.size() == 1) {
      candidates.add(Candidate.whole(this, target, pieces.get(0)));
      byte[] until = census.filesByKey().unchangedUntil(target.span().begin());
      if (until != null && Keys.compare(target.span().end(), until) <= 0) {
        representative = candidates.get(candidates.size() - 1);
        represented = target;
        sameFilesUntil = until;
      }
    } else {
      pieces.forEach(piece -> candidates.add(Candidate.part(this, target, piece)));
    }
  }

  /** Scores what RocksDB is free to compact; the rest is left out. */
  List<Candidate> scored() {
    for (Candidate candidate : candidates) {
      SstFile busy = candidate.busyFile();
      if (busy == null) {
        free.add(candidate);
      } else {
        candidate.leaveOut(LeftOut.Reason.BEING_COMPACTED, busy.name(), limits, leftOut);
      }
    }
    if (!free.isEmpty()) {
      LsmSimulation tree = new LsmSimulation(census.table(), free.stream().map(Candidate::range)
          .collect(Collectors.toList()));
      free.forEach(candidate -> candidate.enter(tree));
    }
    return free;
  }

  /** Tells what {@link Candidate#dismiss} and {@link Candidate#planned} have left out, by key. */
  void leaveOutDismissed() {
    candidates.forEach(candidate -> candidate.leaveOutDismissed(limits, leftOut));
  }

  List<Candidate> overlapping(Stretch keys) {
    int first = 0;
    for (int end = free.size(); first < end;) {
      int middle = (first + end) >>> 1;
      if (free.get(middle).keys().last < keys.first) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    int last = first;
    while (last < free.size() && free.get(last).keys().first <= keys.last) {
      last++;
    }
    return free.subList(first, last);
  }

  private void leaveOut(SpanCensus target, LeftOut.Reason reason) {
    leftOut.add(new LeftOut(target, null, reason, null, limits));
  }
}
