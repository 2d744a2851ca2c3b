// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.compaction.history.RunHistory;
import org.apache.hadoop.ozone.om.compaction.history.RunSeries;
import org.apache.hadoop.ozone.om.compaction.history.SpanName;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;

/** What became of the worst runs in the rows of {@code /buckets}, and when a list there becomes slow. */
public final class RowHistory {
  /** A trend says little about what is further away. */
  private static final long FORESEEN_MILLIS = TimeUnit.DAYS.toMillis(90);
  private static final double DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final RunHistory history;
  private final PlanLimits limits;
  private final KnownSeeks seeks;
  private final Clock clock;

  /**
   * @param limits what runs are found by
   * @param seeks to the first keys of tables
   */
  public RowHistory(RunHistory history, PlanLimits limits, KnownSeeks seeks, Clock clock) {
    this.history = history;
    this.limits = limits;
    this.seeks = seeks;
    this.clock = clock;
  }

  /**
   * Once an interval, remembers the rows that {@code /buckets} would show first. Scans nothing.
   *
   * @param statistics of everything
   */
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

  /** Null if nothing is remembered of it. */
  org.apache.hadoop.ozone.om.compaction.model.RunHistory of(BucketRow row) {
    return history.of(row.name()).map(series -> of(row, series)).orElse(null);
  }

  private org.apache.hadoop.ozone.om.compaction.model.RunHistory of(BucketRow row, RunSeries series) {
    org.apache.hadoop.ozone.om.compaction.model.RunHistory told =
        new org.apache.hadoop.ozone.om.compaction.model.RunHistory()
            .intervalSeconds(TimeUnit.MILLISECONDS.toSeconds(series.intervalMillis()))
            .until(JobModel.timestamp(series.lastMillis()))
            .tombstones(LongStream.of(series.tombstones()).mapToObj(count -> count == RunSeries.UNKNOWN ? null : count)
                .collect(Collectors.toList()));
    OptionalDouble slope = series.slope();
    if (slope.isPresent()) {
      double perMilli = slope.getAsDouble() / series.intervalMillis();
      told.perDay(Math.round(perMilli * DAY_MILLIS));
      told.slowAt(slowAt(row, perMilli));
    }
    return told;
  }

  /** A seek takes as long as there are tombstones to pass; null if it is slow, or will hardly ever be. */
  private String slowAt(BucketRow row, double perMilli) {
    long micros = row.slowPlace().micros();
    if (perMilli <= 0 || micros <= 0 || micros >= PlaceProbe.SLOW_MICROS) {
      return null;
    }
    double missing = row.expectedInARow() * ((double) PlaceProbe.SLOW_MICROS / micros - 1);
    double millis = missing / perMilli;
    return millis > FORESEEN_MILLIS ? null : JobModel.timestamp(clock.millis() + (long) millis);
  }
}
