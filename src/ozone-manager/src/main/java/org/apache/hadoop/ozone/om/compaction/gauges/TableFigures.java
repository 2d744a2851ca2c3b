// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.gauges;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;

/** The figures of one table; unknown ones are absent. Not thread-safe. */
final class TableFigures {
  private final Map<TableFigure, Number> figures = new EnumMap<>(TableFigure.class);

  /** @param limits thresholds of runs, and of buckets worth reporting */
  TableFigures(TableStatistics statistics, PlanLimits limits) {
    addFiles(statistics);
    addLongestRun(statistics.runs(limits.minRatio(), limits.slack()));
    addWorstRatio(statistics.spans(), limits.minTombstones());
  }

  private void addFiles(TableStatistics statistics) {
    List<SstFile> files = statistics.table().files();
    figures.put(TableFigure.FILES, (long) files.size());
    figures.put(TableFigure.BYTES, files.stream().mapToLong(SstFile::sizeBytes).sum());
    figures.put(TableFigure.ENTRIES, files.stream().mapToLong(SstFile::entries).sum());
    figures.put(TableFigure.TOMBSTONES, files.stream().mapToLong(SstFile::tombstones).sum());
  }

  /** All three are 0 if there is no run. */
  private void addLongestRun(TableRuns runs) {
    int longest = -1;
    for (int run = 0; run < runs.all().size(); run++) {
      if (longest < 0 || runs.expectedTombstones(run) > runs.expectedTombstones(longest)) {
        longest = run;
      }
    }
    boolean none = longest < 0;
    figures.put(TableFigure.LONGEST_RUN, none ? 0L : Math.round(runs.expectedTombstones(longest)));
    figures.put(TableFigure.LONGEST_RUN_LOW, none ? 0L : runs.all().get(longest).tombstones().least());
    figures.put(TableFigure.LONGEST_RUN_HIGH, none ? 0L : runs.all().get(longest).tombstones().most());
  }

  /** Considers buckets with enough tombstones only. Absent if no bucket may hold enough. */
  private void addWorstRatio(List<SpanStatistics> spans, long minTombstones) {
    double low = 0;
    double high = -1;
    for (int place = 0; place < spans.size(); place = TwinSpans.end(spans, place)) {
      SpanStatistics span = spans.get(place);
      if (span.mostTombstones() >= minTombstones && span.mostTombstones() > 0) {
        high = Math.max(high, span.mostRatio());
        low = span.tombstones().least() >= minTombstones ? Math.max(low, span.leastRatio()) : low;
      }
    }
    if (high >= 0) {
      figures.put(TableFigure.WORST_RATIO_LOW, low);
      figures.put(TableFigure.WORST_RATIO_HIGH, high);
    }
  }

  TableFigures inMemory(long tombstones) {
    figures.put(TableFigure.MEMTABLE_TOMBSTONES, tombstones);
    return this;
  }

  /** The seek to the first live key of the table. */
  TableFigures headSeek(SeekProbe.Seek seek) {
    figures.put(TableFigure.HEAD_SEEK_MICROS, seek.micros());
    figures.put(TableFigure.HEAD_SEEK_GAVE_UP, seek.isBounded() ? 1L : 0L);
    return this;
  }

  /** Unknown if counting gave up after too many tombstones. */
  TableFigures rowsToDelete(DeletionBacklog backlog) {
    if (!backlog.isBounded() || backlog.rows() >= DeletionBacklog.MAX_ROWS) {
      figures.put(TableFigure.ROWS_TO_DELETE, backlog.rows());
    }
    return this;
  }

  /** Whole numbers are longs, ratios doubles. */
  Map<TableFigure, Number> known() {
    return figures;
  }
}
