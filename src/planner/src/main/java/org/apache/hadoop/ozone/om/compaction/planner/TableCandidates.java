// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;

/** The ranges of one table that may become part of a plan, in key order. */
final class TableCandidates {
  private final TableCensus census;
  private final PlanLimits limits;
  private final List<LeftOut> leftOut;
  private final List<Candidate> candidates = new ArrayList<>();
  /** The last target's range, if that target has no file of its own, and how far its files go on unchanged. */
  private Candidate lastWithoutOwnFile;
  private byte[] sameFilesUntil;
  private LsmSimulation tree;

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
    } else if (lastWithoutOwnFile != null && Keys.compare(target.span().end(), sameFilesUntil) <= 0) {
      lastWithoutOwnFile.addTwin(target);
    } else {
      split(target);
    }
  }

  private void split(SpanCensus target) {
    List<SpanPiece> pieces = SpanSplit.pieces(target.span(), target.files(), limits);
    lastWithoutOwnFile = null;
    if (pieces.size() == 1) {
      candidates.add(Candidate.whole(this, target, pieces.get(0)));
      byte[] until = census.filesByKey().unchangedUntil(target.span().begin());
      if (until != null && Keys.compare(target.span().end(), until) <= 0) {
        lastWithoutOwnFile = candidates.get(candidates.size() - 1);
        sameFilesUntil = until;
      }
    } else {
      pieces.forEach(piece -> candidates.add(Candidate.part(this, target, piece)));
    }
  }

  /** Scores what RocksDB is free to compact; the rest is left out. */
  List<Candidate> scored() {
    List<Candidate> free = new ArrayList<>();
    for (Candidate candidate : candidates) {
      SstFile busy = candidate.busyFile();
      if (busy == null) {
        candidate.rescore();
        free.add(candidate);
      } else {
        candidate.leaveOut(LeftOut.Reason.BEING_COMPACTED, busy.name(), limits, leftOut);
      }
    }
    return free;
  }

  /** Tells what {@link Candidate#dismiss} and {@link Candidate#planned} have left out, by key. */
  void leaveOutDismissed() {
    candidates.forEach(candidate -> candidate.leaveOutDismissed(limits, leftOut));
  }

  /** Built when first needed: most tables have nothing to compact. */
  LsmSimulation tree() {
    if (tree == null) {
      tree = new LsmSimulation(census.table());
    }
    return tree;
  }

  List<Candidate> overlapping(byte[] begin, byte[] lastKey) {
    int first = 0;
    for (int end = candidates.size(); first < end;) {
      int middle = (first + end) >>> 1;
      if (Keys.compare(candidates.get(middle).range().lastKey(), begin) < 0) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    int last = first;
    while (last < candidates.size() && Keys.compare(candidates.get(last).range().begin(), lastKey) <= 0) {
      last++;
    }
    return candidates.subList(first, last);
  }

  private void leaveOut(SpanCensus target, LeftOut.Reason reason) {
    leftOut.add(new LeftOut(target, null, reason, null, limits));
  }
}
