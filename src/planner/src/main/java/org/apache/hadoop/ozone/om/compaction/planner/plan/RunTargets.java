// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The dense runs of one table. Those that reach the thresholds are the targets of a plan. */
public final class RunTargets {
  private final List<SpanStatistics> spans;
  private final PlanLimits limits;
  private final TableRuns runs;
  private final TableRuns qualifying;
  /** Counts the parts of requested spans outside qualifying runs; null if the targets are a whole table. */
  private final TableStatistics named;
  /** Cuts runs off at the ends of the target keys. */
  private final UnaryOperator<TableRuns> cut;

  private RunTargets(List<SpanStatistics> spans, TableRuns runs, PlanLimits limits, TableStatistics named,
      UnaryOperator<TableRuns> cut) {
    this(spans, runs, limits, named, cut, reaching(runs, limits));
  }

  private RunTargets(List<SpanStatistics> spans, TableRuns runs, PlanLimits limits, TableStatistics named,
      UnaryOperator<TableRuns> cut, TableRuns qualifying) {
    this.spans = spans;
    this.named = named;
    this.runs = runs;
    this.limits = limits;
    this.cut = cut;
    this.qualifying = qualifying;
  }

  /** Expected tombstones must reach the minimum, too: upper bounds count an unscanned file in each run it overlaps. */
  private static TableRuns reaching(TableRuns runs, PlanLimits limits) {
    return runs.where((run, expected) -> Math.round(expected) >= limits.minTombstones()
        && limits.reasonAgainst(run) == null);
  }

  /** The runs of a whole table. The plan lists {@code spans} without a qualifying run among what it leaves out. */
  public static RunTargets ofTable(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    return new RunTargets(spans, statistics.runs(limits.minRatio(), limits.slack()), limits, null,
        UnaryOperator.identity());
  }

  /**
   * The runs within {@code regions}, which must not overlap. The plan lists keys of {@code spans} outside of qualifying
   * runs among what it leaves out.
   */
  public static RunTargets ofPart(TableStatistics statistics, List<SpanStatistics> spans,
      Collection<BucketSpan> regions, PlanLimits limits) {
    UnaryOperator<TableRuns> cut = all -> all.within(regions);
    return new RunTargets(spans, cut.apply(statistics.runs(limits.minRatio(), limits.slack())), limits, statistics,
        cut);
  }

  /** The runs within spans that a request names. */
  public static RunTargets ofSpans(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    return ofPart(statistics, spans, spans.stream().map(SpanStatistics::span).collect(Collectors.toList()), limits);
  }

  /** The runs within volumes, also of deleted buckets in between; {@code spans} are those of all their buckets. */
  public static RunTargets ofVolumes(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    // Grouped by the first part of the path, which is the volume's name or id.
    Map<String, BucketSpan> hulls = new LinkedHashMap<>();
    for (SpanStatistics counted : spans) {
      BucketSpan span = counted.span();
      String path = new String(span.begin(), StandardCharsets.UTF_8);
      int slash = path.indexOf('/', 1);
      hulls.merge(slash < 0 ? path : path.substring(0, slash), span, (a, b) -> BucketSpan.unattributed(a.table(),
          Keys.min(a.begin(), b.begin()), Keys.max(a.end(), b.end())));
    }
    return ofPart(statistics, spans, hulls.values(), limits);
  }

  /** The runs that reach the thresholds or that {@link #choose} has made targets, in key order. */
  public List<SpanStatistics> qualifying() {
    return qualifying.all();
  }

  /** The runs that reach the ratio and have at least this many tombstones, in key order. */
  public List<SpanStatistics> ofAtLeast(long tombstones) {
    return reaching(runs, limits.withMinTombstones(tombstones)).all();
  }

  /** All runs that reach the ratio, with any number of tombstones, in key order. */
  public TableRuns all() {
    return runs;
  }

  /**
   * A copy in which the runs that {@code chosen} accepts qualify, and {@code places} within the target keys. A place
   * and all chosen runs that overlap it become one run.
   */
  public RunTargets choose(Predicate<SpanStatistics> chosen, Collection<BucketSpan> places) {
    return new RunTargets(spans, runs, limits, named, cut,
        cut.apply(runs.where((run, expected) -> chosen.test(run)).joinedWith(places)));
  }

  /**
   * A copy whose runs are cut around the excluded spans, which are in key order, without overlaps. They must not
   * overlap spans that are reported as left out.
   */
  public RunTargets without(List<BucketSpan> excluded) {
    return excluded.isEmpty() ? this : new RunTargets(spans, runs.without(excluded), limits, named,
        all -> cut.apply(all).without(excluded));
  }

  /** The reported leftovers: spans without a qualifying run, and parts of other requested spans outside such runs. */
  Stream<RejectedRange> leftOut() {
    return spans.stream().flatMap(this::leftOut);
  }

  private Stream<RejectedRange> leftOut(SpanStatistics span) {
    if (span.mostTombstones() == 0) {
      return Stream.of(RejectedRange.below(span, RejectionReason.NO_TOMBSTONES, limits));
    }
    if (qualifying.longestReachingInto(span.span()) == null) {
      return Stream.of(withoutQualifyingRun(span));
    }
    return named == null ? Stream.empty() : besideRuns(span.span());
  }

  private RejectedRange withoutQualifyingRun(SpanStatistics span) {
    SpanStatistics run = runs.longestReachingInto(span.span());
    if (run != null) {
      return RejectedRange.inSmallRun(span, run, limits);
    }
    return span.mostTombstones() < limits.minTombstones()
        ? RejectedRange.below(span, RejectionReason.BELOW_MIN_TOMBSTONES, limits)
        : RejectedRange.sparse(span, limits);
  }

  private Stream<RejectedRange> besideRuns(BucketSpan span) {
    List<RejectedRange> beside = new ArrayList<>();
    byte[] begin = span.begin();
    for (SpanStatistics run : qualifying.reachingInto(span)) {
      addBeside(begin, Keys.min(run.span().begin(), span.end()), beside);
      begin = Keys.max(begin, run.span().end());
    }
    addBeside(begin, span.end(), beside);
    return beside.stream();
  }

  private void addBeside(byte[] begin, byte[] end, List<RejectedRange> beside) {
    if (Keys.compare(begin, end) < 0) {
      SpanStatistics part = named.of(named.attributed(begin, end));
      if (part.mostTombstones() > 0) {
        beside.add(withoutQualifyingRun(part));
      }
    }
  }
}
