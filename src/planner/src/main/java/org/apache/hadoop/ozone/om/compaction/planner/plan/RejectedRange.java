// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/** A target, or a range of it, that a plan leaves out, and the reason. Immutable. */
public final class RejectedRange {
  /** Why a plan leaves something out. */
  public enum Reason {
    /** Somebody has said that it is to be left alone. */
    EXCLUDED,
    /** No file of the span holds a tombstone. */
    NO_TOMBSTONES,
    /**
     * Too few tombstones, even by the upper end of the interval, in the target or the densest run that it is part of.
     */
    BELOW_MIN_TOMBSTONES,
    /** Too small a ratio, even by the upper end of the interval, or no run that is dense enough. */
    BELOW_MIN_RATIO,
    /** A running compaction reads a file of the range. */
    BEING_COMPACTED,
    /** A recent compaction of it had no gain, so it rests for a while. */
    RESTING,
    /** All that could be compacted of it would read a file that is corrupt. */
    CORRUPT_FILE,
    /** A better range of the plan rewrites the same files. */
    COVERED_BY_BETTER_RANGE,
    /** Enough better ranges were found. */
    BEYOND_TOP,
    /** The remaining write budget of the plan is less than the next range writes. */
    BEYOND_TOTAL_BYTES
  }

  /** Other reasons mean that nothing would be removed, or that RocksDB is compacting it. */
  private static final Set<Reason> BY_CHOICE = Collections.unmodifiableSet(EnumSet.of(Reason.BELOW_MIN_TOMBSTONES,
      Reason.BELOW_MIN_RATIO, Reason.BEYOND_TOP, Reason.BEYOND_TOTAL_BYTES));

  private final SpanStatistics target;
  private final KeyRange range;
  private final Reason reason;
  private final PlanLimits limits;
  /** Null unless the span is part of a run that is too small. */
  private final SpanStatistics run;
  /** Null where it follows from the counts. */
  private final String sentence;

  private RejectedRange(SpanStatistics target, KeyRange range, Reason reason, PlanLimits limits, SpanStatistics run,
      String sentence) {
    this.target = target;
    this.range = range;
    this.reason = reason;
    this.limits = limits;
    this.run = run;
    this.sentence = sentence;
  }

  /**
   * @param range    null for the whole target
   * @param sentence the reason for people, with figures
   */
  RejectedRange(SpanStatistics target, KeyRange range, Reason reason, String sentence, PlanLimits limits) {
    this(target, range, reason, limits, null, sentence);
  }

  /** A span with too few tombstones, or none, or too small a ratio: the sentence has its counts. */
  static RejectedRange below(SpanStatistics span, Reason reason, PlanLimits limits) {
    return new RejectedRange(span, null, reason, limits, null, null);
  }

  /** A span that is left out whatever it holds. */
  public static RejectedRange excluded(SpanStatistics span, String pattern, PlanLimits limits) {
    return new RejectedRange(span, null, Reason.EXCLUDED, "It is excluded by '" + pattern + "'.", limits);
  }

  /** A span whose tombstones are too scattered for any dense run. */
  static RejectedRange sparse(SpanStatistics span, PlanLimits limits) {
    return new RejectedRange(span, null, Reason.BELOW_MIN_RATIO, String.format(Locale.ROOT,
        "Its %s tombstones are scattered among live keys: no run of them reaches a ratio of %.4f.",
        span.tombstones().inWords(), limits.minRatio()), limits);
  }

  /** A span in a run with too few tombstones or, once counted, too small a ratio. */
  static RejectedRange inSmallRun(SpanStatistics span, SpanStatistics run, PlanLimits limits) {
    Reason against = limits.reasonAgainst(run);
    return new RejectedRange(span, null, against == null ? Reason.BELOW_MIN_TOMBSTONES : against, limits, run, null);
  }

  public SpanStatistics target() {
    return target;
  }

  /** Null if the whole target is left out. */
  public KeyRange range() {
    return range;
  }

  /** The range, or else the whole target. */
  public KeyRange keys() {
    return range == null ? target.span().keys() : range;
  }

  /** The ranges that compacting it would take. Computed on call. */
  List<KeyRange> ranges() {
    return range != null ? Collections.singletonList(range)
        : SpanSplit.pieces(target, limits).stream().map(piece -> piece.range).collect(Collectors.toList());
  }

  public Reason reason() {
    return reason;
  }

  /** Whether it is left out although compacting it might remove something. */
  public boolean isByChoice() {
    return BY_CHOICE.contains(reason);
  }

  /** Whether it is left alone for a while, or until a corrupt file is gone. */
  public boolean isResting() {
    return reason == Reason.RESTING || reason == Reason.CORRUPT_FILE;
  }

  /** The reason for people, with figures. */
  public String sentence() {
    if (sentence != null) {
      return sentence;
    }
    switch (reason) {
      case NO_TOMBSTONES:
        return "None of its " + (target.ownFiles() + target.sharedFiles()) + " SST files holds a tombstone.";
      case BELOW_MIN_TOMBSTONES:
        return (run == null ? "It holds " + target.tombstones().inWords()
            : "The densest run that it is part of holds " + run.tombstones().inWords()) + " tombstones, the minimum is "
            + String.format(Locale.ROOT, "%,d.", limits.minTombstones());
      case BELOW_MIN_RATIO:
        return String.format(Locale.ROOT, "At most %.4f of %s are tombstones, the minimum is %.4f.",
            run == null ? target.mostRatio() : run.mostRatio(),
            run == null ? "its entries" : "the entries of its densest run", limits.minRatio());
      default:
        throw new IllegalStateException("No sentence for " + reason);
    }
  }

  @Override
  public String toString() {
    return (range == null ? target.span() : range + " of " + target.span()) + ": " + sentence();
  }
}
