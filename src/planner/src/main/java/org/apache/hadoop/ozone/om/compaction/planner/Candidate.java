// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A range that may become part of a plan, and what it would cost if it were the next one. */
final class Candidate {
  /** Ties are broken by table and key, so that the order of the input does not matter. */
  static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingDouble((Candidate candidate) -> -candidate.score)
          .thenComparing(candidate -> candidate.target.span().table())
          .thenComparing(candidate -> candidate.piece.range.begin(), Keys::compare);

  private final TableCandidates siblings;
  private final boolean wholeTarget;
  /** The target and its twins, by key. */
  private final List<SpanCensus> spans = new ArrayList<>(1);
  private SpanCensus target;
  private SpanPiece piece;
  private double score;
  private int scoredAt;
  /** All that the score was found from; null if that was any key. */
  private KeyRange scoredFrom;
  /** Why the range, or, if it is planned, its twins, are left out; null as long as that is open. */
  private LeftOut.Reason dismissedFor;
  private boolean planned;

  private Candidate(TableCandidates siblings, SpanCensus target, SpanPiece piece, boolean wholeTarget) {
    this.siblings = siblings;
    this.target = target;
    this.piece = piece;
    this.wholeTarget = wholeTarget;
    spans.add(target);
  }

  /** The only range of its target. */
  static Candidate whole(TableCandidates siblings, SpanCensus target, SpanPiece piece) {
    return new Candidate(siblings, target, piece, true);
  }

  /** One of several ranges of its target. */
  static Candidate part(TableCandidates siblings, SpanCensus target, SpanPiece piece) {
    return new Candidate(siblings, target, piece, false);
  }

  KeyRange range() {
    return piece.range;
  }

  SstFile busyFile() {
    return piece.files.stream().filter(SstFile::isBeingCompacted).findFirst().orElse(null);
  }

  /**
   * Takes up a span that lies in the very same files: compacting one compacts the other. The one with more certain
   * tombstones stands for both, as RocksDB passes over a file that holds no key of the range.
   */
  void addTwin(SpanCensus other) {
    spans.add(other);
    if (other.knownTombstones() > target.knownTombstones()) {
      target = other;
      piece = new SpanPiece(new KeyRange(other.span().begin(), Keys.before(other.span().end())), piece.files);
    }
  }

  SimulatedCost rescore() {
    SimulatedCost cost = siblings.tree().estimate(piece.range);
    score = cost.removedPerByte();
    scoredAt = siblings.tree().generation();
    scoredFrom = cost.lookedAt();
    return cost;
  }

  /** Whether the tree has changed, since the score was found, where the score was found from. */
  boolean isStale() {
    return siblings.tree().hasChanged(scoredFrom, scoredAt);
  }

  SimulatedCost compact() {
    return siblings.tree().compact(piece.range);
  }

  List<Candidate> affectedBy(SimulatedCost cost) {
    return siblings.overlapping(cost.begin(), cost.lastKey());
  }

  PlannedRange planned(int rank, SimulatedCost cost, PlanLimits limits) {
    planned = true;
    dismissedFor = LeftOut.Reason.COVERED_BY_BETTER_RANGE;
    boolean untouchedByOthers = wholeTarget && cost.rewrites(piece.filesWithTombstones());
    return new PlannedRange(rank, target, piece.range, piece.files,
        cost.toRangeCost(untouchedByOthers ? target.knownTombstones() : 0), piece.isOver(limits));
  }

  void leaveOut(LeftOut.Reason reason, String file, PlanLimits limits, List<LeftOut> sink) {
    for (SpanCensus span : spans) {
      if (span != target || !planned) {
        sink.add(new LeftOut(span, span == target ? piece.range : null, reason, file, limits));
      }
    }
  }

  /** The range will not be planned; {@link #leaveOutDismissed} tells. */
  void dismiss(LeftOut.Reason reason) {
    dismissedFor = reason;
  }

  void leaveOutDismissed(PlanLimits limits, List<LeftOut> sink) {
    if (dismissedFor != null) {
      leaveOut(dismissedFor, null, limits, sink);
    }
  }
}
