// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableEstimate;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeCensus;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.lsm.TableHead;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.planner.TableRuns;

/**
 * The rows of {@code /buckets}: spans with their runs, and the heads of tables. Made one by one, as there may be a
 * million.
 */
final class BucketRows {
  /** A head of fewer is not worth a row of its own. */
  private static final long FEW_TOMBSTONES = 500;

  private final NodeCensus census;
  private final PlanLimits limits;
  private final double minRatio;
  private final long minTombstones;
  private final List<BucketRow> heads = new ArrayList<>();

  /**
   * The spans that hold anything and reach some minima, by the upper ends of their counts.
   *
   * @param limits what runs are found by
   */
  BucketRows(NodeCensus census, PlanLimits limits, double minRatio, long minTombstones) {
    this.census = census;
    this.limits = limits;
    this.minRatio = minRatio;
    this.minTombstones = minTombstones;
  }

  /** Rows for the heads of all tables, too, where there is anything to pass. Each is measured here, once. */
  void addHeads() throws DatabaseUnavailableException {
    for (String table : census.tables()) {
      addHead(table);
    }
  }

  void forEach(Consumer<BucketRow> sink) throws DatabaseUnavailableException {
    forEachSpan(sink);
    heads.forEach(sink);
  }

  private void forEachSpan(Consumer<BucketRow> sink) throws DatabaseUnavailableException {
    for (String table : census.tables()) {
      TableRuns runs = census.table(table).runs(limits.minRatio(), limits.slack());
      List<SpanCensus> spans = census.targets(table);
      Map<Integer, Long> inMemory = inMemory(table, spans);
      for (int i = 0; i < spans.size(); i++) {
        SpanCensus span = spans.get(i);
        long memory = inMemory.getOrDefault(i, 0L);
        if (span.tombstones().most() + memory >= minTombstones && (memory > 0 || reaches(span))) {
          sink.accept(BucketRow.of(span, span.tombstones().most() == 0 ? null : runs.densestIn(span), memory));
        }
      }
    }
  }

  private boolean reaches(SpanCensus span) throws DatabaseUnavailableException {
    return span.tombstoneRatio().most() >= minRatio && (span.ownFiles() + span.sharedFiles() > 0
        || MemtableEstimate.entries(census.snapshot().database(), span.span()) > 0);
  }

  private Map<Integer, Long> inMemory(String table, List<SpanCensus> spans) throws DatabaseUnavailableException {
    Map<Integer, Long> tombstones = new HashMap<>();
    new MemtableTombstones(census.snapshot().database(), census.snapshot().memtable(table))
        .find(spans, tombstones::put);
    return tombstones;
  }

  private void addHead(String table) throws DatabaseUnavailableException {
    TableHead head = TableHead.measure(census.snapshot(), census.table(table), new SeekProbe());
    if (head != null) {
      long memory = new MemtableTombstones(census.snapshot().database(), census.snapshot().memtable(table))
          .of(head.keys().span()).most();
      if (head.keys().tombstones().most() + memory >= Math.max(FEW_TOMBSTONES, minTombstones)) {
        heads.add(BucketRow.of(head, memory));
      }
    }
  }
}
