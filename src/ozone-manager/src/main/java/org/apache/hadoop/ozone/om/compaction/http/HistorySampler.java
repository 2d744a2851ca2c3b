// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.history.RunHistory;
import org.apache.hadoop.ozone.om.compaction.history.SpanName;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;

/** Once an interval, puts the rows that {@code /buckets} would show first into the history. Scans nothing. */
public final class HistorySampler {
  private final RunHistory history;
  private final PlanLimits limits;
  private final KnownSeeks seeks;
  private final Clock clock;

  /**
   * @param limits what runs are found by
   * @param seeks  to the first keys of tables
   */
  public HistorySampler(RunHistory history, PlanLimits limits, KnownSeeks seeks, Clock clock) {
    this.history = history;
    this.limits = limits;
    this.seeks = seeks;
    this.clock = clock;
  }

  /** @param statistics of everything */
  public void sample(NodeStatistics statistics) throws DatabaseUnavailableException {
    long now = clock.millis();
    if (!history.isDue(now)) {
      return;
    }
    FirstRows<BucketRow> worst = new FirstRows<>(BucketRow.order(BucketSort.RUN), null, RunHistory.MAX_SPANS);
    Map<SpanName, Long> tombstones = new HashMap<>();
    BucketRows rows = new BucketRows(statistics, limits, "", 0, 1);
    rows.addHeads(seeks);
    rows.forEach(new BucketRows.Sink() {
      @Override
      public void take(BucketRow row) {
        if (row.head() == null) {
          worst.take(row);
        } else {
          tombstones.put(row.name(), row.expectedInARow());
        }
      }

      @Override
      public void takeTwins(BucketRow first, int count, IntFunction<BucketRow> twins) {
        worst.takeInOrder(first, count, twins);
      }
    });
    worst.rows().forEach(row -> tombstones.put(row.name(), row.expectedInARow()));
    history.add(now, tombstones, !worst.areMore());
  }
}
