// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.UUID;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A job is visible in OM's metrics. Needs an OM of its own: Hadoop's metrics are the JVM's, and closing one ring
 * removes those of all others.
 */
class MetricsTest {
  private static TestRing ring;

  @BeforeAll
  static void start() throws Exception {
    ring = TestRing.start("metrics", builder -> builder.oms(1).start());
  }

  @AfterAll
  static void stop() throws Exception {
    ring.close();
  }

  @Test
  void jobIncreasesTheCounters() throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    long turns = now("TurnsSucceeded");
    long ranges = now("RangesCompacted");
    long tombstones = now("TombstonesRemoved");
    long written = now("WriteBytes");

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(now("TurnsSucceeded")).isEqualTo(turns + 1);
    assertThat(now("RangesCompacted")).isGreaterThan(ranges);
    assertThat(now("TombstonesRemoved")).isEqualTo(tombstones + TestRing.DELETED);
    assertThat(now("WriteBytes")).isGreaterThan(written);
  }

  @Test
  void refusalIsCounted() throws Exception {
    long refused = now("RequestsRefused");

    assertThat(ring.run("cancel", UUID.randomUUID().toString()).exitCode()).isNotZero();

    assertThat(now("RequestsRefused")).isEqualTo(refused + 1);
  }

  /** If other OMs live in this JVM, each has a numbered source of its own; they are idle meanwhile. */
  private static long now(String name) throws Exception {
    long sum = 0;
    for (ObjectName bean : ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("Hadoop:name=RangeCompaction*,*"), null)) {
      MetricsCollectorImpl collector = new MetricsCollectorImpl();
      DefaultMetricsSystem.instance().getSource(bean.getKeyProperty("name")).getMetrics(collector, true);
      for (MetricsRecord record : collector.getRecords()) {
        for (AbstractMetric metric : record.metrics()) {
          sum += metric.name().equals(name) ? metric.value().longValue() : 0;
        }
      }
    }
    return sum;
  }
}
