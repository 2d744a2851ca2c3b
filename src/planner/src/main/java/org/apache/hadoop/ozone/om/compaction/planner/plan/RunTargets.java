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

/**
 * The targets if no bucket is named: dense runs of one table that reach the thresholds, each possibly over many spans.
 * A thousand small buckets may together hold enough tombstones although none of them does. Immutable.
 */
public final class RunTargets {
  private final List<SpanStatistics> spans;
  private final PlanLimits limits;
  private final TableRuns runs;
  private final TableRuns qualifying;
  /** Null for the whole table; then what lies beside the runs of a span is not reported. */
  private final TableStatistics named;
  /** Takes away what lies outside of the target keys. */
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

  /**
   * Runs that reach the limits by expected, not only possible, tombstones: a wide file that was not scanned may hold
   * its tombstones anywhere and does not make every place that it spans a run.
   */
  private static TableRuns reaching(TableRuns runs, PlanLimits limits) {
    return runs.where((run, expected) -> Math.round(expected) >= limits.minTombstones()
        && limits.reasonAgainst(run) == null);
  }

  /**
   * The whole table.
   *
   * @param spans reported as left out if no run reaches into them
   */
  public static RunTargets ofTable(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    return new RunTargets(spans, statistics.runs(limits.minRatio(), limits.slack()), limits, null,
        UnaryOperator.identity());
  }

  /**
   * A part of the table.
   *
   * @param spans   reported as left out, as far as no run reaches
   * @param regions the target keys, without overlaps
   */
  public static RunTargets ofPart(TableStatistics statistics, List<SpanStatistics> spans,
      Collection<BucketSpan> regions, PlanLimits limits) {
    UnaryOperator<TableRuns> cut = all -> all.within(regions);
    return new RunTargets(spans, cut.apply(statistics.runs(limits.minRatio(), limits.slack())), limits, statistics,
        cut);
  }

  /** Spans named by somebody. */
  public static RunTargets ofSpans(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    return ofPart(statistics, spans, spans.stream().map(SpanStatistics::span).collect(Collectors.toList()), limits);
  }

  /**
   * Volumes: all keys from the first to the last bucket of each, including those that deleted buckets left between.
   *
   * @param spans of all buckets of the volumes
   */
  public static RunTargets ofVolumes(TableStatistics statistics, List<SpanStatistics> spans, PlanLimits limits) {
    // By the first part of their path, the volume's name or id.
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

  /** The runs that reach the thresholds or were {@link #choose chosen}, in key order. */
  public List<SpanStatistics> qualifying() {
    return qualifying.all();
  }

  /** The runs that reach the ratio and have at least this many tombstones, in key order. */
  public List<SpanStatistics> ofAtLeast(long tombstones) {
    return reaching(runs, limits.withMinTombstones(tombstones)).all();
  }

  /** The runs that reach the ratio, in key order. */
  public TableRuns all() {
    return runs;
  }

  /**
   * The same table with other qualifying runs, by what the caller has measured.
   *
   * @param chosen tells which of the runs qualify
   * @param places keys of the table that qualify as well, as far as they are meant
   */
  public RunTargets choose(Predicate<SpanStatistics> chosen, Collection<BucketSpan> places) {
    return new RunTargets(spans, runs, limits, named, cut,
        cut.apply(runs.where((run, expected) -> chosen.test(run)).joinedWith(places)));
  }

  /**
   * The same without some keys, which a run may not reach into.
   *
   * @param excluded in key order, none overlapping another, and none among the reported spans
   */
  public RunTargets without(List<BucketSpan> excluded) {
    return excluded.isEmpty() ? this : new RunTargets(spans, runs.without(excluded), limits, named,
        all -> cut.apply(all).without(excluded));
  }

  /**
   * The spans without a run that reaches the thresholds and, for named spans, the keys beside their runs. Computed on
   * call.
   */
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
