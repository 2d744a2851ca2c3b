// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;

class CompactionMetricsTest {
  private final CompactionMetrics metrics = new CompactionMetrics();

  static long value(CompactionMetrics metrics, String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    for (AbstractMetric metric : collector.getRecords().get(0).metrics()) {
      if (metric.name().equals(name)) {
        return metric.value().longValue();
      }
    }
    throw new AssertionError("no metric " + name);
  }

  private long value(String name) {
    return value(metrics, name);
  }

  @Test
  void whatARunningTurnHasDoneCountsAtOnceAndNotTwiceOnceItHasEnded() {
    TurnFigures figures = TurnFigures.newBuilder().setRangesDone(5).setReadBytes(70).setWriteBytes(40)
        .setTombstonesBefore(9).setTombstonesAfter(1).setWaitedMs(3).build();
    metrics.turnBegan(() -> figures, TurnFigures.getDefaultInstance());
    assertThat(value("TurnRunning")).isOne();
    assertThat(value("RangesCompacted")).isEqualTo(5);
    metrics.turnEnded(TurnState.TURN_SUCCEEDED, figures);
    assertThat(value("TurnRunning")).isZero();
    assertThat(value("RangesCompacted")).isEqualTo(5);
    assertThat(value("ReadBytes")).isEqualTo(70);
    assertThat(value("WriteBytes")).isEqualTo(40);
    assertThat(value("TombstonesRemoved")).isEqualTo(8);
    assertThat(value("WaitedMillis")).isEqualTo(3);
    assertThat(value("TurnsSucceeded")).isOne();
  }

  @Test
  void whatWasDoneBeforeTheOmWasRestartedIsNotCountedAgain() {
    TurnFigures earlier = TurnFigures.newBuilder().setRangesDone(5).setReadBytes(70).setWriteBytes(40)
        .setTombstonesBefore(9).setTombstonesAfter(4).setWaitedMs(3).build();
    TurnFigures figures = earlier.toBuilder().setRangesDone(6).setReadBytes(100).setTombstonesAfter(1).build();
    metrics.turnBegan(() -> figures, earlier);
    assertThat(value("RangesCompacted")).isOne();
    metrics.turnEnded(TurnState.TURN_SUCCEEDED, figures);
    assertThat(value("RangesCompacted")).isOne();
    assertThat(value("ReadBytes")).isEqualTo(30);
    assertThat(value("WriteBytes")).isZero();
    assertThat(value("TombstonesRemoved")).isEqualTo(3);
    assertThat(value("WaitedMillis")).isZero();
  }
}
