// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/** A target, or a range of a target, that a plan leaves out, with the reason. Immutable. */
public final class RejectedRange {
  private static final Set<RejectionReason> BY_CHOICE = Collections.unmodifiableSet(EnumSet.of(
      RejectionReason.BELOW_MIN_TOMBSTONES, RejectionReason.BELOW_MIN_RATIO, RejectionReason.BEYOND_TOP,
      RejectionReason.BEYOND_TOTAL_BYTES));

  private final SpanStatistics target;
  private final KeyRange range;
  private final Rejection why;
  private final PlanLimits limits;
  private final SpanStatistics run;

  private RejectedRange(SpanStatistics target, KeyRange range, Rejection why, PlanLimits limits, SpanStatistics run) {
    this.target = target;
    this.range = range;
    this.why = why;
    this.limits = limits;
    this.run = run;
  }

  RejectedRange(SpanStatistics target, KeyRange range, Rejection why, PlanLimits limits) {
    this(target, range, why, limits, null);
  }

  static RejectedRange below(SpanStatistics span, RejectionReason reason, PlanLimits limits) {
    return new RejectedRange(span, null, Rejection.of(reason), limits);
  }

  public static RejectedRange excluded(SpanStatistics span, String pattern, PlanLimits limits) {
    return new RejectedRange(span, null, Rejection.of(RejectionReason.EXCLUDED, pattern), limits);
  }

  /** A span whose tombstones are too scattered to form a dense run. */
  static RejectedRange sparse(SpanStatistics span, PlanLimits limits) {
    return new RejectedRange(span, null, Rejection.SCATTERED, limits);
  }

  /** A span that overlaps only small runs; {@code run} is the one with the most tombstones. */
  static RejectedRange inSmallRun(SpanStatistics span, SpanStatistics run, PlanLimits limits) {
    RejectionReason against = limits.reasonAgainst(run);
    return new RejectedRange(span, null,
        Rejection.of(against == null ? RejectionReason.BELOW_MIN_TOMBSTONES : against), limits, run);
  }

  public SpanStatistics target() {
    return target;
  }

  /** The range of the target that is left out; null if it is the whole target. */
  public KeyRange range() {
    return range;
  }

  /** The keys that are left out: those of the range or, without a range, those of the target. */
  public KeyRange keys() {
    return range == null ? target.span().keys() : range;
  }

  public RejectionReason reason() {
    return why.reason();
  }

  public Rejection why() {
    return why;
  }

  public PlanLimits limits() {
    return limits;
  }

  /** The overlapping run with too few tombstones or too small a ratio; null if the reason is another. */
  public SpanStatistics run() {
    return run;
  }

  /** True if only the limits leave the range out: it could be compacted, and that may remove tombstones. */
  public boolean isByChoice() {
    return BY_CHOICE.contains(reason());
  }

  /**
   * True if the range is left out only for a while: after a compaction of little use, or until a corrupt file is gone.
   */
  public boolean isResting() {
    return reason() == RejectionReason.RESTING || reason() == RejectionReason.CORRUPT_FILE;
  }

  @Override
  public String toString() {
    return why + ": " + (range == null ? target.span() : range + " of " + target.span()) + " with "
        + target.tombstones() + " tombstones" + (run == null ? "" : " in a run of " + run.tombstones());
  }
}
