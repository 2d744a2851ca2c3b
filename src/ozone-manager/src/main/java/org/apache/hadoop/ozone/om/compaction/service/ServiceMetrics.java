// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Clock;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.ozone.om.compaction.metrics.MetricsSources;

/**
 * Metrics of the automatic service, on {@code /prom} as {@code range_compaction_service_*}. Only the OM that leads
 * reports figures of plans.
 */
public final class ServiceMetrics implements MetricsSource {
  private final ReconfigurableService<?> service;
  private final Clock clock;

  public ServiceMetrics(ReconfigurableService<?> service, Clock clock) {
    this.service = service;
    this.clock = clock;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    AutoService<?> now = service.current();
    MetricsRecordBuilder record = collector.addRecord(MetricsSources.RECORD)
        .addGauge(Interns.info("ServiceDailyBytes", "Bytes that rounds may write on one OM in any 24 hours"),
            now.config().getDailyBytes())
        .addGauge(Interns.info("ServiceSpentBytes", "Bytes that rounds of the last 24 hours have written"),
            now.spentBytes())
        .addGauge(Interns.info("ServiceWindowsOpen", "1 while the windows of the service are open"),
            now.config().getWindows().isOpen(clock.instant()) ? 1 : 0)
        .addCounter(Interns.info("ServiceLooks", "Looks of this OM"), now.looks())
        .addCounter(Interns.info("ServiceRounds", "Rounds that this OM has submitted"), now.rounds());
    Standing.State is = now.standing().state();
    for (Standing.State state : Standing.State.values()) {
      collector.addRecord(MetricsSources.RECORD).tag(Interns.info("state", "What the service is at"), state.name())
          .addGauge(Interns.info("ServiceInState", "1 for the state that the service is in"),
              is == state ? 1 : 0);
    }
    now.last().ifPresent(look -> add(collector, record, look));
  }

  private void add(MetricsCollector collector, MetricsRecordBuilder record, Look<?> look) {
    look.oldestMillis().ifPresent(millis -> record.addGauge(Interns.info("ServiceOldestTombstoneSeconds",
        "How old the oldest tombstone of all ranges may be"), Math.max(0, clock.millis() - millis) / 1_000));
    look.slowestMicros().ifPresent(micros -> record.addGauge(Interns.info("ServiceSlowestSeekMicros",
        "What a list waits at the slowest place, estimated"), micros));
    record.addGauge(Interns.info("ServiceOldRanges", "Ranges whose tombstones may be older than service.max.age"),
        look.old());
    for (RoundDecision.Choice choice : RoundDecision.Choice.values()) {
      collector.addRecord(MetricsSources.RECORD)
          .tag(Interns.info("choice", "What was decided on ranges"), choice.name())
          .addGauge(Interns.info("ServiceChoices", "Ranges on which this was decided"), look.count(choice));
    }
  }
}
