// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.TableHead;

/**
 * The rows of {@code /buckets}: spans with their runs, and the heads of tables. Made one by one, as there may be a
 * million.
 */
final class BucketRows {
  /** A head of fewer is not worth a row of its own. */
  private static final long FEW_TOMBSTONES = 500;

  private final NodeStatistics statistics;
  private final PlanLimits limits;
  private final String search;
  private final double minRatio;
  private final long minTombstones;
  private final List<BucketRow> heads = new ArrayList<>();

  /**
   * The spans that are found, hold anything, and reach some minima by the upper ends of their counts.
   *
   * @param limits what runs are found by
   * @param search a part of the paths of buckets, in capitals or not; empty: everything is found, also what belongs to
   * no bucket
   */
  BucketRows(NodeStatistics statistics, PlanLimits limits, String search, double minRatio, long minTombstones) {
    this.statistics = statistics;
    this.limits = limits;
    this.search = search;
    this.minRatio = minRatio;
    this.minTombstones = minTombstones;
  }

  /** Rows for the heads of all tables, too, where there is anything to pass. Each is measured here, once. */
  void addHeads(SeekCache seeks) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      try {
        addHead(table, seeks);
      } catch (DatabaseFaultException e) {
        // A damaged file costs the row of the head, not all others.
        continue;
      }
    }
  }

  void forEach(Sink sink) throws DatabaseUnavailableException {
    forEachSpan(sink);
    heads.forEach(head -> sink.take(head, 1, place -> head));
  }

  private void forEachSpan(Sink sink) throws DatabaseUnavailableException {
    for (String table : statistics.tables()) {
      List<SpanStatistics> spans = statistics.targets(table);
      NavigableMap<Integer, Long> inMemory = inMemory(table, spans);
      RunCursor runs = null;
      for (int first = 0; first < spans.size();) {
        SpanStatistics span = spans.get(first);
        boolean hasTombstones = span.mostTombstones() > 0;
        if (hasTombstones && runs == null) {
          runs = new RunCursor(statistics.table(table).runs(limits.minRatio(), limits.slack()), spans);
        }
        RunCursor runsHere = hasTombstones ? runs : null;
        long memory = inMemory.isEmpty() ? 0 : inMemory.getOrDefault(first, 0L);
        int end = endOfTwins(spans, first, runsHere, inMemory);
        if (span.mostTombstones() + memory >= minTombstones && (memory > 0 || reaches(span))) {
          int begin = first;
          take(sink, spans.subList(first, end), i -> row(spans, begin + i, runsHere, memory));
        }
        first = end;
      }
    }
  }

  private void take(Sink sink, List<SpanStatistics> twins, IntFunction<BucketRow> rows) {
    if (search.isEmpty()) {
      sink.take(rows.apply(0), twins.size(), rows);
      return;
    }
    for (int i = 0; i < twins.size(); i++) {
      if (isFound(twins.get(i).span())) {
        BucketRow row = rows.apply(i);
        sink.take(row, 1, place -> row);
      }
    }
  }

  private boolean isFound(BucketSpan span) {
    return span.isAttributed() && StringUtils.containsIgnoreCase(Buckets.path(span.volume(), span.bucket()), search);
  }

  /** @param runs null if there are no tombstones */
  private static BucketRow row(List<SpanStatistics> spans, int place, RunCursor runs, long memory) {
    return BucketRow.of(spans.get(place), runs == null ? null : runs.densestIn(place), memory);
  }

  /** Behind the spans that have the same counts as the first, as much in memory, and as much of a run. */
  private static int endOfTwins(List<SpanStatistics> spans, int first, RunCursor runs,
      NavigableMap<Integer, Long> inMemory) {
    int end = TwinSpans.end(spans, first);
    Integer nextInMemory = inMemory.isEmpty() ? null : inMemory.ceilingKey(first);
    if (nextInMemory != null) {
      end = Math.min(end, Math.max(first + 1, nextInMemory));
    }
    return runs == null ? end : runs.endOfTwins(first, end);
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

  private void addHead(String table, SeekCache seeks) throws DatabaseUnavailableException {
    TableHead head = TableHead.measure(statistics.snapshot(), statistics.table(table), seeks);
    if (head != null) {
      long memory = new MemtableTombstones(statistics.snapshot(), table).of(head.keys().span()).most();
      if (head.keys().tombstones().most() + memory >= Math.max(FEW_TOMBSTONES, minTombstones)) {
        heads.add(BucketRow.of(head, memory));
      }
    }
  }

  /** Takes the rows of {@code /buckets}, of which there may be a million. */
  @FunctionalInterface
  interface Sink {
    /**
     * Takes rows of neighbours in key order that differ in nothing but their keys and names.
     *
     * @param first of them
     * @param count at least 1
     * @param rows by place, the first one's is 0; each is made when it is asked for
     */
    void take(BucketRow first, int count, IntFunction<BucketRow> rows);
  }
}
