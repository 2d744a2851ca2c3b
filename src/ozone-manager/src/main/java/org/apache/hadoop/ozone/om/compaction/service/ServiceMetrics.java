// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Clock;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.ozone.om.compaction.metrics.MetricsSources;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;

/**
 * Metrics of the automatic service, on {@code /prom} as {@code range_compaction_service_*}. Only the OM that leads
 * reports figures of plans.
 */
public final class ServiceMetrics implements MetricsSource {
  private final ReconfigurableService service;
  private final Clock clock;

  public ServiceMetrics(ReconfigurableService service, Clock clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    ServiceJson now = service.current();
    MetricsRecordBuilder record = collector.addRecord(MetricsSources.RECORD)
        .addGauge(Interns.info("ServiceDailyBytes", "Bytes that rounds may write on one OM in any 24 hours"),
            now.getDailyBytes())
        .addGauge(Interns.info("ServiceSpentBytes", "Bytes that rounds of the last 24 hours have written"),
            now.getSpentBytes())
        .addGauge(Interns.info("ServiceDaysOff", "1 while days off keep the windows of the service closed"),
            now.getDaysOff() == null ? 0 : 1)
        .addCounter(Interns.info("ServiceLooks", "Looks of this OM"), service.service().looks())
        .addCounter(Interns.info("ServiceRounds", "Rounds that this OM has submitted"), service.service().rounds());
    for (ServiceStateJson state : ServiceStateJson.values()) {
      collector.addRecord(MetricsSources.RECORD).tag(Interns.info("state", "What the service is at"), state.getValue())
          .addGauge(Interns.info("ServiceInState", "1 for the state that the service is in"),
              now.getState() == state ? 1 : 0);
    }
    service.service().figures().ifPresent(figures -> add(collector, record, figures));
  }

  private void add(MetricsCollector collector, MetricsRecordBuilder record, ServiceFigures figures) {
    figures.oldestMillis().ifPresent(millis -> record.addGauge(Interns.info("ServiceOldestTombstoneSeconds",
        "How old the oldest tombstone of all ranges may be"), Math.max(0, clock.millis() - millis) / 1_000));
    figures.slowestMicros().ifPresent(micros -> record.addGauge(Interns.info("ServiceSlowestSeekMicros",
        "The slowest seek in a range"), micros));
    record.addGauge(Interns.info("ServiceOldRanges", "Ranges whose tombstones may be older than service.max.age"),
        figures.old());
    for (ServiceChoiceJson choice : ServiceChoiceJson.values()) {
      collector.addRecord(MetricsSources.RECORD)
          .tag(Interns.info("choice", "What was decided on ranges"), choice.getValue())
          .addGauge(Interns.info("ServiceChoices", "Ranges on which this was decided"), figures.of(choice));
    }
  }
}
