// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What is meant where nobody names a bucket: the dense runs of one table that reach the thresholds, whichever and
 * however many spans they cover. A thousand small buckets may together hold what none of them does. Immutable.
 */
public final class RunTargets {
  private final List<SpanCensus> spans;
  private final PlanLimits limits;
  private final TableRuns runs;
  private final TableRuns qualifying;

  private RunTargets(List<SpanCensus> spans, TableRuns runs, PlanLimits limits) {
    this.spans = spans;
    this.runs = runs;
    this.limits = limits;
    this.qualifying = runs.reaching(limits);
  }

  /**
   * The whole table.
   *
   * @param spans what is told about if no run reaches into it
   */
  public static RunTargets ofTable(TableCensus census, List<SpanCensus> spans, PlanLimits limits) {
    return new RunTargets(spans, census.runs(limits.minRatio(), limits.slack()), limits);
  }

  /**
   * A part of the table.
   *
   * @param spans   what is told about if no run reaches into it
   * @param regions the keys that are meant, none overlapping another
   */
  public static RunTargets ofPart(TableCensus census, List<SpanCensus> spans, Collection<BucketSpan> regions,
      PlanLimits limits) {
    return new RunTargets(spans, census.runs(limits.minRatio(), limits.slack()).within(regions), limits);
  }

  /** Those that reach the thresholds, in key order. */
  public List<SpanCensus> qualifying() {
    return qualifying.all();
  }

  /** The spans without a run that reaches the thresholds. Computed on call. */
  Stream<LeftOut> leftOut() {
    return spans.stream().map(this::leftOut).filter(Objects::nonNull);
  }

  private LeftOut leftOut(SpanCensus span) {
    if (span.mostTombstones() == 0) {
      return new LeftOut(span, null, LeftOut.Reason.NO_TOMBSTONES, null, limits);
    }
    SpanCensus run = runs.longestReachingInto(span.span());
    if (run == null) {
      return span.mostTombstones() < limits.minTombstones()
          ? new LeftOut(span, null, LeftOut.Reason.BELOW_MIN_TOMBSTONES, null, limits) : LeftOut.sparse(span, limits);
    }
    return qualifying.longestReachingInto(span.span()) == null ? LeftOut.inSmallRun(span, run, limits) : null;
  }
}
