// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableEstimate;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeCensus;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.lsm.TableHead;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.planner.TableRuns;

/** The rows of {@code /buckets}: spans with their runs, and the heads of tables. */
final class BucketRows {
  /** A head of fewer is not worth a row of its own. */
  private static final long FEW_TOMBSTONES = 500;

  private final NodeCensus census;
  private final PlanLimits limits;
  private final List<BucketRow> rows = new ArrayList<>();

  /** @param limits what runs are found by */
  BucketRows(NodeCensus census, PlanLimits limits) {
    this.census = census;
    this.limits = limits;
  }

  /** Adds the spans that hold anything and reach some minima, by the upper ends of their counts. */
  void addSpans(double minRatio, long minTombstones) throws DatabaseUnavailableException {
    for (String table : census.tables()) {
      TableRuns runs = census.table(table).runs(limits.minRatio(), limits.slack());
      List<SpanCensus> spans = census.targets(table);
      Map<Integer, Long> inMemory = inMemory(table, spans);
      for (int i = 0; i < spans.size(); i++) {
        SpanCensus span = spans.get(i);
        long memory = inMemory.getOrDefault(i, 0L);
        if (span.tombstones().most() + memory >= minTombstones && (memory > 0 || reaches(span, minRatio))) {
          rows.add(BucketRow.of(span, span.tombstones().most() == 0 ? null : runs.densestIn(span), memory));
        }
      }
    }
  }

  private boolean reaches(SpanCensus span, double minRatio) throws DatabaseUnavailableException {
    return span.tombstoneRatio().most() >= minRatio && (span.ownFiles() + span.sharedFiles() > 0
        || MemtableEstimate.entries(census.snapshot().database(), span.span()) > 0);
  }

  private Map<Integer, Long> inMemory(String table, List<SpanCensus> spans) throws DatabaseUnavailableException {
    Map<Integer, Long> tombstones = new HashMap<>();
    new MemtableTombstones(census.snapshot().database(), census.snapshot().memtable(table))
        .find(spans, tombstones::put);
    return tombstones;
  }

  /** Adds the heads of all tables, where there is anything to pass. */
  void addHeads(long minTombstones) throws DatabaseUnavailableException {
    for (String table : census.tables()) {
      TableHead head = TableHead.measure(census.snapshot(), census.table(table), new SeekProbe());
      if (head != null) {
        long memory = new MemtableTombstones(census.snapshot().database(), census.snapshot().memtable(table))
            .of(head.keys().span()).most();
        if (head.keys().tombstones().most() + memory >= Math.max(FEW_TOMBSTONES, minTombstones)) {
          rows.add(BucketRow.of(head, memory));
        }
      }
    }
  }

  List<BucketRow> all() {
    return rows;
  }
}
