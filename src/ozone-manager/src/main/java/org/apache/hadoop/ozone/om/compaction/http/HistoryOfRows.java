// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.compaction.history.RunSeries;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.RunHistory;

/** What became of rows' worst runs, and when a list there becomes slow. */
final class HistoryOfRows {
  /** A trend says little about what is further away. */
  private static final long FORESEEN_MILLIS = TimeUnit.DAYS.toMillis(90);
  private static final double DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final org.apache.hadoop.ozone.om.compaction.history.RunHistory history;
  private final long now;

  /** @param now milliseconds since 1970 */
  HistoryOfRows(org.apache.hadoop.ozone.om.compaction.history.RunHistory history, long now) {
    this.history = history;
    this.now = now;
  }

  /** Null if nothing is remembered of it. */
  RunHistory of(BucketRow row) {
    return history.of(row.name()).map(series -> of(row, series)).orElse(null);
  }

  private RunHistory of(BucketRow row, RunSeries series) {
    RunHistory told = new RunHistory().intervalSeconds(TimeUnit.MILLISECONDS.toSeconds(series.intervalMillis()))
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
    return millis > FORESEEN_MILLIS ? null : JobModel.timestamp(now + (long) millis);
  }
}
