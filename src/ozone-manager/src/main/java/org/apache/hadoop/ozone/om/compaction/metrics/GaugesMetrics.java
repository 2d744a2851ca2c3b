// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Shows the last reading of {@link GaugesLoop} as Hadoop metrics. On {@code /prom} their names begin with
 * {@code range_compaction_gauges_} and {@code range_compaction_table_}.
 */
public final class GaugesMetrics implements MetricsSource {
  private static final MetricsInfo TABLE = Interns.info("table", "As in om.db");

  private final GaugesLoop gauges;

  public GaugesMetrics(GaugesLoop gauges) {
    this.gauges = gauges;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    collector.addRecord(MetricsSources.RECORD)
        .addGauge(Interns.info("GaugesAgeSeconds", "Since the last reading of tables, or the start of this OM"),
            gauges.ageSeconds())
        .addCounter(Interns.info("GaugesReadings", "Readings"), gauges.taken())
        .addCounter(Interns.info("GaugesFailed", "Readings that failed"), gauges.failed())
        .addCounter(Interns.info("GaugesMillis", "Time that those taken have lasted"), gauges.millis());
    gauges.current().ifPresent(known -> known.tables().forEach((table, figures) ->
        addTable(collector.addRecord(MetricsSources.RECORD).tag(TABLE, table), figures.known())));
  }

  private static void addTable(MetricsRecordBuilder record, Map<MetricsInfo, Number> figures) {
    figures.forEach((figure, value) -> {
      if (value instanceof Double) {
        record.addGauge(figure, value.doubleValue());
      } else {
        record.addGauge(figure, value.longValue());
      }
    });
  }
}
