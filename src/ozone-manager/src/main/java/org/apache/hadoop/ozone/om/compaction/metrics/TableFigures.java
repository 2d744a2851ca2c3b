// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slow.NotLookedAt;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/**
 * The figures of one table, on {@code /prom} as {@code range_compaction_table_*}. Figures that are not known are left
 * out. Not thread-safe.
 */
final class TableFigures {
  private final Map<MetricsInfo, Number> figures = new LinkedHashMap<>();

  TableFigures(TableStatistics statistics, PlanLimits limits) {
    addFiles(statistics.table().files());
    addLongestRun(statistics.runs(limits.minRatio(), limits.slack()));
    addWorstRatio(statistics.spans(), limits.minTombstones());
  }

  private void put(String name, String description, Number value) {
    figures.put(Interns.info("Table" + name, description), value);
  }

  private void addFiles(List<SstFile> files) {
    put("Files", "SST files", (long) files.size());
    put("Bytes", "Bytes of the SST files", files.stream().mapToLong(SstFile::sizeBytes).sum());
    put("Entries", "Entries in SST files, tombstones among them", files.stream().mapToLong(SstFile::entries).sum());
    put("Tombstones", "Tombstones in SST files", files.stream().mapToLong(SstFile::tombstones).sum());
  }

  /** Adds the figures of the dense run with the most tombstones, by estimate. All are 0 if there is no run. */
  private void addLongestRun(TableRuns runs) {
    int longest = -1;
    for (int run = 0; run < runs.all().size(); run++) {
      if (longest < 0 || runs.expectedTombstones(run) > runs.expectedTombstones(longest)) {
        longest = run;
      }
    }
    boolean none = longest < 0;
    put("LongestRun", "Tombstones of the longest run, as expected: thresholds judge that",
        none ? 0L : Math.round(runs.expectedTombstones(longest)));
    put("LongestRunLow", "Tombstones of that run at least",
        none ? 0L : runs.all().get(longest).tombstones().least());
    put("LongestRunHigh", "Tombstones of that run at most",
        none ? 0L : runs.all().get(longest).tombstones().most());
  }

  /**
   * Adds a lower and an upper bound of the highest ratio of tombstones to entries among the spans. Ignores spans with
   * fewer than {@code minTombstones} tombstones.
   */
  private void addWorstRatio(List<SpanStatistics> spans, long minTombstones) {
    double low = 0;
    double high = -1;
    for (int index = 0; index < spans.size(); index = TwinSpans.end(spans, index)) {
      SpanStatistics span = spans.get(index);
      if (span.mostTombstones() >= minTombstones && span.mostTombstones() > 0) {
        high = Math.max(high, span.mostRatio());
        low = span.tombstones().least() >= minTombstones ? Math.max(low, span.leastRatio()) : low;
      }
    }
    if (high >= 0) {
      put("WorstRatioLow", "Tombstones by entries of the worst bucket with min.tombstones, at least", low);
      put("WorstRatioHigh", "Tombstones by entries of the worst bucket with min.tombstones, at most", high);
    }
  }

  void inMemory(long tombstones) {
    put("MemtableTombstones", "Tombstones in memory, in no SST file yet", tombstones);
  }

  /** Adds where lists of the table wait, and how much no look has searched yet. */
  void places(PlacesOfTable places) {
    put("SlowPlaces", "Known places where lists are slow", (long) places.slow().size());
    put("SlowestPlaceMicros", "Estimated wait of a list at the slowest known place, in microseconds",
        places.all().stream().mapToLong(Place::waitMicros).max().orElse(0));
    put("NotLookedAt", "Tombstones, at most, among which no look has searched for slow places yet",
        places.notLookedAt().stream().mapToLong(NotLookedAt::tombstones).sum());
  }

  /**
   * Adds the number of rows that OM has yet to delete. If counting ended early, at fewer than {@link
   * DeletionBacklog#MAX_ROWS} rows, the number is unknown and nothing is added.
   */
  void rowsToDelete(DeletionBacklog backlog) {
    if (!backlog.isBounded() || backlog.rows() >= DeletionBacklog.MAX_ROWS) {
      put("RowsToDelete", "Rows that wait for deletion; 10000 stands for that or more", backlog.rows());
    }
  }

  /** Returns the figures that are known: whole numbers are longs, ratios are doubles. */
  Map<MetricsInfo, Number> known() {
    return figures;
  }
}
