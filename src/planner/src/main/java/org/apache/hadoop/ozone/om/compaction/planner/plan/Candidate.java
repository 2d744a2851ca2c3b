// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A range that may be planned, with the score that ranks it. */
final class Candidate {
  /**
   * The one order of ranges: where a list is slow, then the others; within each by score. Ties by tombstones, table and
   * key, so that the order of the input does not matter.
   */
  static final Comparator<Candidate> BEST_FIRST = Comparator.comparing((Candidate one) -> !one.waits)
      .thenComparingDouble(one -> -one.score)
      .thenComparingLong(one -> -one.tombstones)
      .thenComparing(one -> one.target.span().table())
      .thenComparing(one -> one.piece.range.begin(), Keys::compare);

  private final boolean wholeTarget;
  /**
   * Positions of the first and last target that this range stands for; those between them that are below the limits are
   * not its twins.
   */
  private final int firstPlace;
  private int lastPlace;
  private int place;
  private SpanStatistics target;
  private SpanPiece piece;
  private boolean waits;
  private double score;
  private long tombstones;
  /** Why the range is left out or, for a planned range, why its twins are; null until ranges are ranked. */
  private Rejection dismissedFor;
  private boolean planned;
  private Set<SstFile> corrupt = Collections.emptySet();

  private Candidate(SpanStatistics target, int place, SpanPiece piece, boolean wholeTarget) {
    this.target = target;
    this.piece = piece;
    this.wholeTarget = wholeTarget;
    this.place = place;
    this.firstPlace = place;
    this.lastPlace = place;
  }

  /** The only range of its target. */
  static Candidate whole(SpanStatistics target, int place, SpanPiece piece) {
    return new Candidate(target, place, piece, true);
  }

  /** One of several ranges of its target. */
  static Candidate part(SpanStatistics target, int place, SpanPiece piece) {
    return new Candidate(target, place, piece, false);
  }

  KeyRange range() {
    return piece.range;
  }

  String table() {
    return target.span().table();
  }

  /** The first file that a running compaction reads; null if there is none. */
  SstFile busyFile() {
    for (SstFile file : piece.files) {
      if (file.isBeingCompacted()) {
        return file;
      }
    }
    return null;
  }

  /** Whether this is the only range of its target, and another one lies in the same files. */
  boolean isInFilesOf(SpanPiece other) {
    return wholeTarget && piece.files.equals(other.files);
  }

  /**
   * Adds a span that lies in the same files: compacting one compacts the other. The span with more certain tombstones
   * represents both.
   */
  void addTwin(SpanStatistics other, int placeOfOther, SpanPiece pieceOfOther) {
    lastPlace = placeOfOther;
    if (other.knownTombstones() > target.knownTombstones()) {
      target = other;
      place = placeOfOther;
      piece = pieceOfOther;
    }
  }

  /**
   * Computes the place in the order.
   *
   * @param slow tells whether a list is slow in some keys; within these and the others the score decides, which is the
   *     tombstones of the range's files per byte of these files and those below them
   */
  void rank(FilesByKey files, Predicate<BucketSpan> slow) {
    waits = slow.test(BucketSpan.unattributed(table(), range()));
    tombstones = piece.files.stream().mapToLong(SstFile::tombstones).sum();
    score = (double) tombstones / Math.max(1, OverlappingInputs.by(piece.filesWithTombstones(), files).bytes());
  }

  /** @param tree a copy of that which the ranges planned so far leave; becomes that after the range */
  RangeCost cost(Levels tree) {
    FileSteps order = new FileSteps(tree);
    RangeCost cost = RangeCost.of(order, range(), target.span().keys(), piece.filesWithTombstones(),
        wholeTarget ? target.knownTombstones() : 0);
    corrupt = order.corrupt();
    return cost;
  }

  /** Files because of which the range, or a part of it, cannot be compacted, as of {@link #cost}. */
  Set<SstFile> corrupt() {
    return corrupt;
  }

  /** Takes the range into the plan, and leaves its twins out. */
  PlannedRange planned(int rank, RangeCost cost, PlanLimits limits) {
    planned = true;
    dismissAsCovered();
    return new PlannedRange(rank, target, piece.range, piece.files, cost,
        piece.isOver(limits, target.table().byKey())
            || cost.readBytes() - cost.levelZeroBytes() > limits.maxBytes());
  }

  /** Leaves the range out, as no step of it is left. */
  void dismissWithoutSteps() {
    if (corrupt.isEmpty()) {
      dismissAsCovered();
    } else {
      dismiss(Rejection.of(RejectionReason.CORRUPT_FILE, corrupt.iterator().next().corruption()));
    }
  }

  /** Leaves the twins of the range out: it rewrites their files. */
  private void dismissAsCovered() {
    dismiss(Rejection.of(RejectionReason.COVERED_BY_BETTER_RANGE));
  }

  /** Leaves the range out. */
  void dismiss(Rejection why) {
    dismissedFor = why;
  }

  /** Places of the targets that the range represents without planning them, in order; some may be below the limits. */
  IntStream leftOut() {
    return IntStream.rangeClosed(firstPlace, lastPlace).filter(at -> at != place || !planned);
  }

  /**
   * Tells why a target is left out.
   *
   * @param at its place, one of {@link #leftOut}
   */
  RejectedRange leftOut(int at, SpanStatistics ofPlace, PlanLimits limits) {
    return new RejectedRange(ofPlace, at == place ? piece.range : null, dismissedFor, limits);
  }
}
