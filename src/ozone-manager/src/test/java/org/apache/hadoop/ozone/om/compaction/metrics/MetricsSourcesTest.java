// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;

class MetricsSourcesTest {
  @Test
  void errorsOfASourceAreCaught() {
    assertThatCode(() -> {
      MetricsSources.guarded("Test", (collector, all) -> {
        throw new IllegalStateException("a surprise");
      }).getMetrics(new MetricsCollectorImpl(), true);
      MetricsSources.guarded("Test", (collector, all) -> {
        throw new NoSuchMethodError("OzoneManager.gone()");
      }).getMetrics(new MetricsCollectorImpl(), true);
    }).doesNotThrowAnyException();
  }
}
