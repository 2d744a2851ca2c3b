// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableFiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The ranges of one table that are considered for a plan, in key order. */
final class TableCandidates {
  private final TableFiles files;
  private final List<SpanStatistics> targets;
  private final PlanLimits limits;
  private final List<Candidate> candidates = new ArrayList<>();
  /** The ranges that can be planned. Each has a score. */
  private final List<Candidate> free = new ArrayList<>();
  /** The ranges that cannot be planned now: in cooldown, being compacted by RocksDB, or with a corrupt file. */
  private final List<Candidate> passedBy = new ArrayList<>();
  private Levels tree;

  /** @param targets spans or runs of one table, at least one, in key order, without overlaps */
  TableCandidates(List<SpanStatistics> targets, PlanLimits limits, RestingRanges resting,
      Predicate<BucketSpan> slow) {
    this.files = targets.get(0).table();
    this.targets = targets;
    this.limits = limits;
    for (int i = 0; i < targets.size(); i++) {
      SpanStatistics target = targets.get(i);
      if (limits.reasonAgainst(target) == null) {
        consider(target, i, slow);
      }
    }
    score(resting, slow);
  }

  /**
   * Makes candidates of the ranges of a target. Neighbouring targets in the same files become one candidate, unless a
   * list is slow in one of them only.
   */
  private void consider(SpanStatistics target, int index, Predicate<BucketSpan> slow) {
    List<SpanPiece> pieces = SpanSplit.pieces(target, limits);
    Candidate before = candidates.isEmpty() ? null : candidates.get(candidates.size() - 1);
    if (pieces.size() != 1) {
      pieces.forEach(piece -> candidates.add(Candidate.part(target, index, piece)));
    } else if (before != null && before.isInFilesOf(pieces.get(0))
        && slow.test(keys(before.range())) == slow.test(keys(pieces.get(0).range))) {
      before.addTwin(target, index, pieces.get(0));
    } else {
      candidates.add(Candidate.whole(target, index, pieces.get(0)));
    }
  }

  private BucketSpan keys(KeyRange range) {
    return BucketSpan.unattributed(table(), range);
  }

  private void score(RestingRanges resting, Predicate<BucketSpan> slow) {
    for (Candidate candidate : candidates) {
      String rests = resting.why(table(), candidate.range());
      SstFile busy = candidate.busyFile();
      if (rests != null) {
        candidate.dismiss(Rejection.of(RejectionReason.RESTING, rests));
      } else if (busy != null) {
        candidate.dismiss(Rejection.of(RejectionReason.BEING_COMPACTED, busy.name()));
      }
      (rests == null && busy == null ? free : passedBy).add(candidate);
    }
    free.forEach(candidate -> candidate.rank(files.byKey(), slow));
    tree = new Levels(files.table(), files.profiles());
  }

  /** The LSM tree after the ranges planned so far. The caller must not change it. */
  Levels tree() {
    return tree;
  }

  void compacted(Levels after) {
    tree = after;
  }

  void passBy(Candidate candidate) {
    free.remove(candidate);
    passedBy.add(candidate);
    passedBy.sort(Comparator.comparing(passed -> passed.range().begin(), Keys::compare));
  }

  String table() {
    return files.table().name();
  }

  List<Candidate> free() {
    return free;
  }

  /**
   * Targets below the thresholds, then ranges that cannot be compacted now, each ordered by key. Computed on each call.
   */
  Stream<RejectedRange> leftOutBeforeRanking() {
    return Stream.concat(
        targets.stream().filter(target -> limits.reasonAgainst(target) != null)
            .map(target -> RejectedRange.below(target, limits.reasonAgainst(target), limits)),
        passedBy.stream().flatMap(this::leftOut));
  }

  /** Size of all files with tombstones of targets that a better range is expected to cover, and of files below. */
  long coveredBytes() {
    OverlappingInputs inputs = new OverlappingInputs(files.byKey());
    free.stream().filter(Candidate::isExpectedToBeCovered).forEach(candidate -> candidate.addInputsTo(inputs));
    return inputs.bytes();
  }

  /** Ranges that were ranked and not planned, ordered by key. Computed on each call. */
  Stream<RejectedRange> leftOutByRanking() {
    return free.stream().flatMap(this::leftOut);
  }

  private Stream<RejectedRange> leftOut(Candidate candidate) {
    return candidate.leftOut().filter(at -> limits.reasonAgainst(targets.get(at)) == null)
        .mapToObj(at -> candidate.leftOut(at, targets.get(at), limits));
  }
}
