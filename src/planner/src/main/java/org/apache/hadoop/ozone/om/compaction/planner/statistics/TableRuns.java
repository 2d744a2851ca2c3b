// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The dense runs of one table, found by estimated counts of key intervals; see {@link KeyDensity}. */
public final class TableRuns {
  /** Runs with fewer tombstones are not listed, because small runs can be very numerous. */
  private static final double LEAST_LISTED = 100;

  private final CountedTable statistics;
  private final List<SpanStatistics> runs;
  /** The expected tombstones of each run, in the order of the runs. */
  private final List<Double> tombstones;

  private TableRuns(CountedTable statistics, List<SpanStatistics> runs, List<Double> tombstones) {
    this.statistics = statistics;
    this.runs = Collections.unmodifiableList(runs);
    this.tombstones = tombstones;
  }

  static TableRuns of(CountedTable statistics, double minRatio, long slack) {
    List<SpanStatistics> runs = new ArrayList<>();
    List<Double> tombstones = new ArrayList<>();
    if (statistics.files().table().files().stream().anyMatch(file -> file.tombstones() > 0)) {
      statistics.files().density().forEachRun(minRatio, slack, (begin, end, expected) -> {
        if (expected >= Math.min(LEAST_LISTED, slack)) {
          runs.add(statistics.of(statistics.attributed(begin, end)));
          tombstones.add(expected);
        }
      });
    }
    return new TableRuns(statistics, runs, tombstones);
  }

  /** The runs in key order, without overlaps. A run within a single bucket carries the bucket's name. */
  public List<SpanStatistics> all() {
    return runs;
  }

  /** Expected tombstones of the run at index {@code index} of {@link #all}, to compare with thresholds. */
  public double expectedTombstones(int index) {
    return tombstones.get(index);
  }

  /** A copy with only those runs that fulfil a condition on their counts and expected tombstones. */
  public TableRuns where(BiPredicate<SpanStatistics, Double> chosen) {
    List<SpanStatistics> some = new ArrayList<>();
    List<Double> ofSome = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (chosen.test(runs.get(i), tombstones.get(i))) {
        some.add(runs.get(i));
        ofSome.add(tombstones.get(i));
      }
    }
    return new TableRuns(statistics, some, ofSome);
  }

  /** The run with the most possible tombstones in a span, cut off at the span's ends; null if there is none. */
  public SpanStatistics densestIn(SpanStatistics span) {
    return longest(reachingInto(span.span()).stream().map(run -> clip(run, span)));
  }

  /** The first key behind a given one at which a run begins or ends; null if there is none. */
  public byte[] nextEdgeBehind(byte[] key) {
    int run = firstEndingBehind(key);
    if (run == runs.size()) {
      return null;
    }
    BucketSpan next = runs.get(run).span();
    return Keys.compare(next.begin(), key) > 0 ? next.begin() : next.end();
  }

  /** True if a run ends at an edge that {@link #nextEdgeBehind} returned, false if a run only begins there. */
  public boolean isEndOfRun(byte[] edge) {
    int run = firstEndingBehind(edge);
    return run > 0 && Keys.compare(runs.get(run - 1).span().end(), edge) == 0;
  }

  private int firstEndingBehind(byte[] key) {
    return Keys.first(runs.size(), i -> Keys.compare(runs.get(i).span().end(), key) > 0);
  }

  private SpanStatistics clip(SpanStatistics run, SpanStatistics span) {
    byte[] begin = Keys.max(run.span().begin(), span.span().begin());
    byte[] end = Keys.min(run.span().end(), span.span().end());
    if (begin == run.span().begin() && end == run.span().end()) {
      return run;
    }
    return begin == span.span().begin() && end == span.span().end() ? span
        : statistics.of(statistics.attributed(begin, end));
  }

  /** A copy cut to the regions: spans of the table in any order, without overlaps. */
  public TableRuns within(Collection<BucketSpan> regions) {
    List<SpanStatistics> parts = new ArrayList<>();
    List<Double> ofParts = new ArrayList<>();
    List<BucketSpan> ordered = new ArrayList<>(regions);
    ordered.sort(BucketSpan.BY_KEY);
    for (BucketSpan region : ordered) {
      for (int i = firstEndingBehind(region.begin()); i < runs.size()
          && Keys.compare(runs.get(i).span().begin(), region.end()) < 0; i++) {
        SpanStatistics part = statistics.of(statistics.attributed(Keys.max(runs.get(i).span().begin(), region.begin()),
            Keys.min(runs.get(i).span().end(), region.end())));
        parts.add(part);
        ofParts.add(Math.min(tombstones.get(i), part.mostTombstones()));
      }
    }
    return new TableRuns(statistics, parts, ofParts);
  }

  /** A copy with runs cut around {@code spans}, which are in key order, without overlaps. */
  public TableRuns without(List<BucketSpan> spans) {
    return runs.isEmpty() ? this : within(BucketSpan.unattributed(statistics.files().table().name(),
        runs.get(0).span().begin(), runs.get(runs.size() - 1).span().end()).beside(spans));
  }

  /** A copy with spans, in any order, as further runs. Runs and spans that overlap become one run. */
  public TableRuns joinedWith(Collection<BucketSpan> spans) {
    if (spans.isEmpty()) {
      return this;
    }
    List<BucketSpan> ordered = new ArrayList<>(spans);
    runs.forEach(run -> ordered.add(run.span()));
    ordered.sort(BucketSpan.BY_KEY);
    List<SpanStatistics> joined = new ArrayList<>();
    List<Double> ofJoined = new ArrayList<>();
    for (int i = 0; i < ordered.size();) {
      byte[] begin = ordered.get(i).begin();
      byte[] end = ordered.get(i).end();
      for (i++; i < ordered.size() && Keys.compare(ordered.get(i).begin(), end) < 0; i++) {
        end = Keys.max(end, ordered.get(i).end());
      }
      SpanStatistics run = statistics.of(statistics.attributed(begin, end));
      joined.add(run);
      ofJoined.add((double) run.mostTombstones());
    }
    return new TableRuns(statistics, joined, ofJoined);
  }

  /** The runs that overlap a span, in key order. They are not cut off at the span's ends. */
  public List<SpanStatistics> reachingInto(BucketSpan span) {
    return span.overlapping(runs, SpanStatistics::span);
  }

  /** The run with the most possible tombstones that overlaps a span, not cut off at its ends; null if there is none. */
  public SpanStatistics longestReachingInto(BucketSpan span) {
    return longest(reachingInto(span).stream());
  }

  private static SpanStatistics longest(Stream<SpanStatistics> some) {
    return some.reduce((one, next) -> next.mostTombstones() > one.mostTombstones() ? next : one).orElse(null);
  }
}
