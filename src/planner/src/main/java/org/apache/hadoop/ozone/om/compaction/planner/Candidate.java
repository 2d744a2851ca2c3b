// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** A range that may become part of a plan, and what it would cost if it were the next one. */
final class Candidate {
  /** Ties are broken by table and key, so that the order of the input does not matter. */
  static final Comparator<Candidate> BEST_FIRST = (a, b) -> {
    int order = Double.compare(b.score, a.score);
    if (order == 0 && a.siblings != b.siblings) {
      order = a.target.span().table().compareTo(b.target.span().table());
    }
    return order != 0 ? order : Integer.compare(a.keys.first, b.keys.first);
  };

  private final TableCandidates siblings;
  private final boolean wholeTarget;
  /** Places of the target and its twins; what is between and below the limits is none of them. */
  private final int firstPlace;
  private int lastPlace;
  private int place;
  private SpanStatistics target;
  private SpanPiece piece;
  /** The tree that the range is to be compacted in, and its keys there; null before {@link #enter}. */
  private LsmSimulation tree;
  private Stretch keys;
  private double score;
  private int scoredAt;
  /** All that the score was found from. */
  private Stretch scoredFrom;
  /** Why the range, or, if it is planned, its twins, are left out; null until ranges are ranked. */
  private LeftOut.Reason dismissedFor;
  /** Null for the reason's own sentence. */
  private String dismissedWith;
  private boolean planned;

  private Candidate(TableCandidates siblings, SpanStatistics target, int place, SpanPiece piece, boolean wholeTarget) {
    this.siblings = siblings;
    this.target = target;
    this.piece = piece;
    this.wholeTarget = wholeTarget;
    this.place = place;
    this.firstPlace = place;
    this.lastPlace = place;
  }

  /** The only range of its target. */
  static Candidate whole(TableCandidates siblings, SpanStatistics target, int place, SpanPiece piece) {
    return new Candidate(siblings, target, place, piece, true);
  }

  /** One of several ranges of its target. */
  static Candidate part(TableCandidates siblings, SpanStatistics target, int place, SpanPiece piece) {
    return new Candidate(siblings, target, place, piece, false);
  }

  KeyRange range() {
    return piece.range;
  }

  Stretch keys() {
    return keys;
  }

  /** The first file that a compaction reads now; null if there is none. */
  SstFile busyFile() {
    for (SstFile file : piece.files) {
      if (file.isBeingCompacted()) {
        return file;
      }
    }
    return null;
  }

  /**
   * Takes up a span that lies in the very same files: compacting one compacts the other. The one with more certain
   * tombstones stands for both, as RocksDB passes over a file that holds no key of the range.
   */
  void addTwin(SpanStatistics other, int placeOfOther) {
    lastPlace = placeOfOther;
    if (other.knownTombstones() > target.knownTombstones()) {
      target = other;
      place = placeOfOther;
      piece = new SpanPiece(other.span().keys(), piece.files);
    }
  }

  /** @param simulated a tree that was told of the range */
  void enter(LsmSimulation simulated) {
    tree = simulated;
    keys = simulated.stretch(piece.range);
    rescore();
  }

  SimulatedCost rescore() {
    SimulatedCost cost = tree.estimate(keys);
    score = cost.removedPerByte();
    scoredAt = tree.generation();
    scoredFrom = cost.lookedAt();
    return cost;
  }

  /** Whether the tree has changed, since the score was found, where the score was found from. */
  boolean isStale() {
    return tree.hasChanged(scoredFrom, scoredAt);
  }

  /** Bytes that compacting it next would write. */
  long writeBytes() {
    return tree.price(keys).toRangeCost(0).writeBytes();
  }

  SimulatedCost compact() {
    return tree.compact(keys);
  }

  List<Candidate> affectedBy(SimulatedCost cost) {
    return siblings.overlapping(cost.changed());
  }

  PlannedRange planned(int rank, SimulatedCost cost, PlanLimits limits) {
    planned = true;
    dismissedFor = LeftOut.Reason.COVERED_BY_BETTER_RANGE;
    boolean untouchedByOthers = wholeTarget && cost.rewrites(piece.filesWithTombstones());
    RangeCost total = cost.toRangeCost(untouchedByOthers ? target.knownTombstones() : 0);
    return new PlannedRange(rank, target, piece.range, piece.files, total, cost.levelZeroBytes(),
        piece.isOver(limits, target.table().filesByKey())
            || total.readBytes() - cost.levelZeroBytes() > limits.maxBytes());
  }

  /** The range will not be planned. */
  void dismiss(LeftOut.Reason reason) {
    dismissedFor = reason;
  }

  /** The range will not be planned. */
  void dismiss(LeftOut.Reason reason, String sentence) {
    dismissedFor = reason;
    dismissedWith = sentence;
  }

  /** What the range stands for and does not bring into the plan, by key. Computed on call. */
  Stream<LeftOut> leftOut(PlanLimits limits) {
    SstFile busy = busyFile();
    return IntStream.rangeClosed(firstPlace, lastPlace)
        .filter(at -> at == place ? !planned : siblings.isTarget(at))
        .mapToObj(at -> at == place ? new LeftOut(target, piece.range, dismissedFor, busy, limits, dismissedWith)
            : new LeftOut(siblings.target(at), null, dismissedFor, busy, limits, dismissedWith));
  }
}
