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

/** A range that is considered for a plan, with the score that decides its position in the order. */
final class Candidate {
  /** The order of planning; ranges where a list is slow come first. */
  static final Comparator<Candidate> BEST_FIRST = Comparator.comparing((Candidate one) -> !one.waits)
      .thenComparingDouble(one -> -one.score)
      .thenComparingLong(one -> -one.tombstones)
      .thenComparing(one -> one.target.span().table())
      .thenComparing(one -> one.piece.range.begin(), Keys::compare);

  private final boolean wholeTarget;
  /** Indexes of the first and last target in this range's files; some between may be below the thresholds. */
  private final int firstIndex;
  private int lastIndex;
  private int index;
  private SpanStatistics target;
  private SpanPiece piece;
  private boolean waits;
  private double score;
  private long tombstones;
  /** Why the range or, if it is planned, the other targets in its files are left out; null until decided. */
  private Rejection dismissedFor;
  private boolean planned;
  private Set<SstFile> corrupt = Collections.emptySet();

  private Candidate(SpanStatistics target, int index, SpanPiece piece, boolean wholeTarget) {
    this.target = target;
    this.piece = piece;
    this.wholeTarget = wholeTarget;
    this.index = index;
    this.firstIndex = index;
    this.lastIndex = index;
  }

  static Candidate whole(SpanStatistics target, int index, SpanPiece piece) {
    return new Candidate(target, index, piece, true);
  }

  static Candidate part(SpanStatistics target, int index, SpanPiece piece) {
    return new Candidate(target, index, piece, false);
  }

  KeyRange range() {
    return piece.range;
  }

  String table() {
    return target.span().table();
  }

  /** A file of the range that a running compaction reads; null if there is none. */
  SstFile busyFile() {
    for (SstFile file : piece.files) {
      if (file.isBeingCompacted()) {
        return file;
      }
    }
    return null;
  }

  boolean isInFilesOf(SpanPiece other) {
    return wholeTarget && piece.files.equals(other.files);
  }

  /** Adds a target in the same files. The target with the larger number of known tombstones represents both. */
  void addTwin(SpanStatistics other, int indexOfOther, SpanPiece pieceOfOther) {
    lastIndex = indexOfOther;
    if (other.knownTombstones() > target.knownTombstones()) {
      target = other;
      index = indexOfOther;
      piece = pieceOfOther;
    }
  }

  /** Computes the score: tombstones of the range's files per byte of these files and the files below them. */
  void rank(FilesByKey files, Predicate<BucketSpan> slow) {
    waits = slow.test(BucketSpan.unattributed(table(), range()));
    tombstones = piece.files.stream().mapToLong(SstFile::tombstones).sum();
    score = (double) tombstones / Math.max(1, OverlappingInputs.by(piece.filesWithTombstones(), files).bytes());
  }

  /** Returns the cost, and applies the steps to {@code tree}, which has all planned ranges; null without a step. */
  RangeCost cost(Levels tree) {
    FileSteps order = new FileSteps(tree);
    RangeCost cost = RangeCost.of(order, range(), target.span().keys(), piece.filesWithTombstones(),
        wholeTarget ? target.knownTombstones() : 0);
    corrupt = order.corrupt();
    return cost;
  }

  /** The corrupt files that keep the range, or a part of it, from being compacted; empty before {@link #cost}. */
  Set<SstFile> corrupt() {
    return corrupt;
  }

  /** True if other targets in the same files are expected to be compacted with this range, or it with a better one. */
  boolean isExpectedToBeCovered() {
    return planned ? firstIndex < lastIndex : dismissedFor.reason() == RejectionReason.COVERED_BY_BETTER_RANGE;
  }

  void addInputsTo(OverlappingInputs inputs) {
    inputs.addAll(piece.filesWithTombstones());
  }

  /** Marks the range as planned. */
  PlannedRange planned(int rank, RangeCost cost, PlanLimits limits) {
    planned = true;
    dismissAsCovered();
    return new PlannedRange(rank, target, piece.range, piece.files, cost,
        piece.isOver(limits, target.table().byKey())
            || cost.price().readBytes() - cost.levelZeroBytes() > limits.maxBytes());
  }

  /** Leaves the range out because no step is possible for it. */
  void dismissWithoutSteps() {
    if (corrupt.isEmpty()) {
      dismissAsCovered();
    } else {
      dismiss(Rejection.of(RejectionReason.CORRUPT_FILE, corrupt.iterator().next().corruption()));
    }
  }

  /** Leaves out the unplanned targets in this range's files, because a planned range rewrites these files. */
  private void dismissAsCovered() {
    dismiss(Rejection.of(RejectionReason.COVERED_BY_BETTER_RANGE));
  }

  void dismiss(Rejection why) {
    dismissedFor = why;
  }

  /** Ascending indexes of the candidate's targets, except the planned one; some are below the thresholds. */
  IntStream leftOut() {
    return IntStream.rangeClosed(firstIndex, lastIndex).filter(at -> at != index || !planned);
  }

  /** {@code at} is one of {@link #leftOut()}. */
  RejectedRange leftOut(int at, SpanStatistics ofPlace, PlanLimits limits) {
    return new RejectedRange(ofPlace, at == index ? piece.range : null, dismissedFor, limits);
  }
}
