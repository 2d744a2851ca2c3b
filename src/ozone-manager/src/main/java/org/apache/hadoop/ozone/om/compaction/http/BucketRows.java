// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
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
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.slowlist.RowWaits;
import org.apache.hadoop.ozone.om.compaction.slowplace.Deadline;
import org.apache.hadoop.ozone.om.compaction.slowplace.Place;

/**
 * Makes rows of {@code /buckets}: a row for each span, and a row for the keys before each table's first live key. Makes
 * one row at a time, as there may be a million.
 */
final class BucketRows {
  private final NodeStatistics statistics;
  private final PlanLimits limits;
  private final String search;
  private final double minRatio;
  private final long minTombstones;
  private final List<BucketRow> heads = new ArrayList<>();
  /** The rows whose keys are slow to list: by table, then by the index of the span. */
  private final Map<String, NavigableMap<Integer, BucketRow>> slow = new HashMap<>();

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

  /** Adds a row for the keys before each table's first live key. Leaves out tables with few tombstones there. */
  void addHeads(RowWaits waits) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      Place head = waits.places(table).head();
      if (head != null) {
        SpanStatistics keys = statistics.table(table).of(headOf(table, head));
        long memory = new MemtableTombstones(statistics.snapshot(), table).of(head.keys()).most();
        if (keys.tombstones().most() + memory >= minTombstones) {
          heads.add(BucketRow.of(head, keys, memory));
        }
      }
    }
  }

  /**
   * Returns the keys of {@code head} without those before the table's first key in SST files. Returns all keys of
   * {@code head} if no keys would be left.
   */
  private BucketSpan headOf(String table, Place head) {
    byte[] first = statistics.table(table).firstKey();
    byte[] end = head.waits().landing() == null ? Keys.after(Keys.max(first, statistics.table(table).lastKey()))
        : head.keys().end();
    return Keys.compare(first, end) < 0 ? BucketSpan.unattributed(table, first, end) : head.keys();
  }

  /** Finds rows whose keys are slow to list, until the deadline. Measures listings from the first keys of some rows. */
  void findSlow(RowWaits waits, Deadline deadline) throws DatabaseUnavailableException {
    for (BucketRow head : heads) {
      head.tell(waits);
    }
    for (String table : statistics.tables()) {
      List<SpanStatistics> spans = statistics.targets(table);
      if (!waits.places(table).slow().isEmpty()) {
        NavigableMap<Integer, BucketRow> found = new TreeMap<>();
        NavigableMap<Integer, Long> inMemory = inMemory(table, spans);
        RunCursor runs = new RunCursor(statistics.table(table).runs(limits.minRatio(), limits.slack()), spans);
        for (int place : placesOf(waits.places(table).slow(), spans)) {
          SpanStatistics span = spans.get(place);
          if (!deadline.isOver() && (search.isEmpty() || isFound(span.span()))) {
            BucketRow row =
                row(span, place, span.mostTombstones() > 0 ? runs : null, inMemory.getOrDefault(place, 0L));
            row.tell(waits);
            if (row.slowPlace().isSlow()) {
              found.put(place, row);
            }
          }
        }
        slow.put(table, found);
      }
    }
  }

  /** The number of rows whose keys are slow to list, as far as {@link #findSlow} has found them. */
  long slowCount() {
    return heads.stream().filter(head -> head.slowPlace().isSlow()).count()
        + slow.values().stream().mapToLong(Map::size).sum();
  }

  /** Returns the indexes of the spans that overlap a key range in {@code slow}. */
  private static Collection<Integer> placesOf(List<Place> slow, List<SpanStatistics> spans) {
    Set<Integer> found = new TreeSet<>();
    int ordered = spans.isEmpty() ? 0 : Math.min(spans.size(), TwinSpans.endOfOrder(spans, 0));
    for (Place place : slow) {
      int first = Keys.first(ordered, i -> Keys.compare(spans.get(i).span().end(), place.keys().begin()) > 0);
      for (int i = first; i < ordered && Keys.compare(spans.get(i).span().begin(), place.keys().end()) < 0; i++) {
        found.add(i);
      }
      for (int i = ordered; i < spans.size(); i++) {
        if (spans.get(i).span().overlaps(place.keys())) {
          found.add(i);
        }
      }
    }
    return found;
  }

  void forEach(Sink sink) throws DatabaseUnavailableException {
    forEachSpan(sink);
    heads.forEach(head -> sink.take(head, 1, place -> head));
  }

  private void forEachSpan(Sink sink) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      List<SpanStatistics> spans = statistics.targets(table);
      Marks<Long> inMemory = new Marks<>(inMemory(table, spans));
      Marks<BucketRow> slowHere = new Marks<>(slow.getOrDefault(table, Collections.emptyNavigableMap()));
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
        BucketRow known = slowHere.at(first);
        int end = slowHere.endOfAlike(first, inMemory.endOfAlike(first, TwinSpans.end(spans, first)));
        end = runsHere == null ? end : runsHere.endOfTwins(first, end);
        if (span.mostTombstones() + memory >= minTombstones && (memory > 0 || reaches(span))) {
          int begin = first;
          BucketRow row = known != null ? known : row(span, first, runsHere, memory);
          take(sink, row, end - first, i -> i == 0 ? row : row(spans.get(begin + i), begin + i, runsHere, memory));
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
        sink.take(row, 1, place -> row);
      }
    }
  }

  private boolean isFound(BucketSpan span) {
    return span.isAttributed() && StringUtils.containsIgnoreCase(Buckets.path(span.volume(), span.bucket()), search);
  }

  /** @param runs null if the span has no tombstones */
  private static BucketRow row(SpanStatistics span, int place, RunCursor runs, long memory) {
    return BucketRow.of(span, runs == null ? null : runs.densestIn(place), memory);
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
    T at(int place) {
      if (next < place) {
        Integer ceiling = marks.ceilingKey(place);
        next = ceiling == null ? Integer.MAX_VALUE : ceiling;
      }
      return next == place ? marks.get(place) : null;
    }

    /**
     * Returns the index behind the spans without a value that follow each other from {@code place} on, but no index
     * above {@code end}. A span with a value stands alone. Call {@link #at} for {@code place} first.
     */
    int endOfAlike(int place, int end) {
      return Math.min(end, Math.max(place + 1, next));
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
