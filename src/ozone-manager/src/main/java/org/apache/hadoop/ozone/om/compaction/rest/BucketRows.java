// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.slow.DeadCounts;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/** Makes rows of {@code /buckets}, one for each span. Makes one row at a time, as there may be a million. */
final class BucketRows {
  private final NodeStatistics statistics;
  private final PlanLimits limits;
  private final String search;
  private final double minRatio;
  private final long minTombstones;
  /** What lists of the spans wait at their slowest places: by table, then by the index of the span. */
  private final Map<String, NavigableMap<Integer, Long>> waits = new HashMap<>();

  /**
   * Makes rows of spans that match a search, hold any entry, and have at least the given ratio and number of
   * tombstones.
   *
   * @param search   a part of a bucket's path, case is ignored; empty selects all spans
   * @param minRatio least ratio of tombstones to entries; ignored for spans with more than a few tombstones in
   *                 memtables
   */
  BucketRows(NodeStatistics statistics, PlanLimits limits, String search, double minRatio, long minTombstones) {
    this.statistics = statistics;
    this.limits = limits;
    this.search = search;
    this.minRatio = minRatio;
    this.minTombstones = minTombstones;
  }

  /** Takes up where lists are slow. */
  void addWaits(Map<String, PlacesOfTable> places) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      NavigableMap<Integer, Long> micros = new TreeMap<>();
      List<SpanStatistics> spans = statistics.targets(table);
      List<Place> slow = places.get(table).slow();
      if (!slow.isEmpty()) {
        try (DeadCounts counts = DeadCounts.in(statistics.snapshot(), table)) {
          for (Place place : slow) {
            for (int index : indexesOf(place.keys(), spans)) {
              if (meets(spans.get(index).span(), place, counts)) {
                micros.merge(index, place.waitMicros(), Math::max);
              }
            }
          }
        }
      }
      waits.put(table, micros);
    }
  }

  /** False for a bucket behind a place, in whose keys the place ends without any dead entry. */
  private static boolean meets(BucketSpan span, Place place, DeadCounts counts) throws DatabaseUnavailableException {
    boolean isBehind = Keys.compare(place.keys().begin(), span.begin()) < 0
        && Keys.compare(place.keys().end(), span.end()) < 0;
    return !isBehind || counts.holdAny(span.cutTo(place.keys()));
  }

  /** Returns the indexes of the spans that overlap some keys. */
  private static Collection<Integer> indexesOf(BucketSpan keys, List<SpanStatistics> spans) {
    Set<Integer> found = new TreeSet<>();
    int ordered = spans.isEmpty() ? 0 : Math.min(spans.size(), TwinSpans.endOfOrder(spans, 0));
    int first = Keys.first(ordered, i -> Keys.compare(spans.get(i).span().end(), keys.begin()) > 0);
    for (int i = first; i < ordered && Keys.compare(spans.get(i).span().begin(), keys.end()) < 0; i++) {
      found.add(i);
    }
    for (int i = ordered; i < spans.size(); i++) {
      if (spans.get(i).span().overlaps(keys)) {
        found.add(i);
      }
    }
    return found;
  }

  void forEach(Sink sink) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      List<SpanStatistics> spans = statistics.targets(table);
      Marks<Long> inMemory = new Marks<>(inMemory(table, spans));
      Marks<Long> waitsHere = new Marks<>(waits.getOrDefault(table, Collections.emptyNavigableMap()));
      RunCursor runs = null;
      for (int first = 0; first < spans.size();) {
        SpanStatistics span = spans.get(first);
        boolean hasTombstones = span.mostTombstones() > 0;
        if (hasTombstones && runs == null) {
          runs = new RunCursor(statistics.table(table).runs(limits.minRatio(), limits.slack()), spans);
        }
        RunCursor runsHere = hasTombstones ? runs : null;
        Long marked = inMemory.at(first);
        long memory = marked == null ? 0 : marked;
        Long waited = waitsHere.at(first);
        long wait = waited == null ? 0 : waited;
        int end = waitsHere.endOfAlike(first, inMemory.endOfAlike(first, TwinSpans.end(spans, first)));
        end = runsHere == null ? end : runsHere.endOfTwins(first, end);
        if (span.mostTombstones() + memory >= minTombstones && (memory > 0 || reaches(span))) {
          int begin = first;
          BucketRow row = row(span, first, runsHere, memory, wait);
          take(sink, row, end - first,
              i -> i == 0 ? row : row(spans.get(begin + i), begin + i, runsHere, memory, wait));
        }
        first = end;
      }
    }
  }

  private void take(Sink sink, BucketRow first, int count, IntFunction<BucketRow> rows) {
    if (search.isEmpty()) {
      sink.take(first, count, rows);
      return;
    }
    for (int i = 0; i < count; i++) {
      BucketRow row = rows.apply(i);
      if (isFound(row.span().span())) {
        sink.take(row, 1, index -> row);
      }
    }
  }

  private boolean isFound(BucketSpan span) {
    return span.isAttributed() && StringUtils.containsIgnoreCase(Buckets.path(span.volume(), span.bucket()), search);
  }

  /** @param runs null if the span has no tombstones */
  private static BucketRow row(SpanStatistics span, int index, RunCursor runs, long memory, long wait) {
    return new BucketRow(span, runs == null ? null : runs.densestIn(index), memory, wait);
  }

  /** Values for some spans of a table, by the index of the span. Callers must ask for indexes in ascending order. */
  private static final class Marks<T> {
    private final NavigableMap<Integer, T> marks;
    /** The first index that has a value, not before the last argument of {@link #at}. */
    private int next = -1;

    Marks(NavigableMap<Integer, T> marks) {
      this.marks = marks;
    }

    /** Returns the value of a span; null if the span has none. */
    T at(int index) {
      if (next < index) {
        Integer ceiling = marks.ceilingKey(index);
        next = ceiling == null ? Integer.MAX_VALUE : ceiling;
      }
      return next == index ? marks.get(index) : null;
    }

    /**
     * Returns the index behind the spans without a value that follow each other from {@code index} on, but no index
     * above {@code end}. A span with a value stands alone. Call {@link #at} for {@code index} first.
     */
    int endOfAlike(int index, int end) {
      return Math.min(end, Math.max(index + 1, next));
    }
  }

  private boolean reaches(SpanStatistics span) throws DatabaseUnavailableException {
    return span.mostRatio() >= minRatio && (span.ownFiles() + span.sharedFiles() > 0
        || statistics.snapshot().database().memtableEntries(span.span()) > 0);
  }

  private NavigableMap<Integer, Long> inMemory(String table, List<SpanStatistics> spans)
      throws DatabaseUnavailableException {
    NavigableMap<Integer, Long> tombstones = new TreeMap<>();
    new MemtableTombstones(statistics.snapshot(), table).find(spans, tombstones::put);
    return tombstones;
  }

  /** Takes the rows of {@code /buckets}, of which there may be a million. */
  @FunctionalInterface
  interface Sink {
    /**
     * Receives adjacent rows that differ only in their keys and names.
     *
     * @param first the first of these rows
     * @param count the number of rows, at least 1
     * @param rows  makes a row from its index among these rows; 0 for the first
     */
    void take(BucketRow first, int count, IntFunction<BucketRow> rows);
  }
}
