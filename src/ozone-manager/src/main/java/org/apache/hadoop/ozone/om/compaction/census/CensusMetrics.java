// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.census;

import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * The last census in Hadoop metrics: on {@code /prom} as {@code range_compaction_census_*} and, with a label
 * {@code table}, {@code range_compaction_table_*}. Reads nothing itself.
 */
public final class CensusMetrics implements MetricsSource {
  private static final String RECORD = "RangeCompaction";
  private static final MetricsInfo TABLE = Interns.info("table", "As in om.db");

  private final CensusLoop census;

  public CensusMetrics(CensusLoop census) {
    this.census = census;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    collector.addRecord(RECORD)
        .addGauge(Interns.info("CensusAgeSeconds", "Since the last census of tables, or the start of this OM"),
            census.ageSeconds())
        .addCounter(Interns.info("CensusTaken", "Censuses taken"), census.taken())
        .addCounter(Interns.info("CensusFailed", "Censuses that failed"), census.failed())
        .addCounter(Interns.info("CensusMillis", "Time that those taken have lasted"), census.millis());
    census.current().ifPresent(known -> known.tables().forEach((table, figures) ->
        addTable(collector.addRecord(RECORD).tag(TABLE, table), figures.known())));
  }

  private static void addTable(MetricsRecordBuilder record, Map<TableFigure, Number> figures) {
    figures.forEach((figure, value) -> {
      if (value instanceof Double) {
        record.addGauge(figure.info(), value.doubleValue());
      } else {
        record.addGauge(figure.info(), value.longValue());
      }
    });
  }
}
