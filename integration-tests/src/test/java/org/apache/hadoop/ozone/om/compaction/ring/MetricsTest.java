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
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a job does shows in the metrics of the OMs. */
@ExtendWith(RingFixture.class)
class MetricsTest {

  @Test
  void aJobMovesTheCountersOfEveryOm(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    long turns = ofAllOms("TurnsSucceeded");
    long ranges = ofAllOms("RangesCompacted");
    long tombstones = ofAllOms("TombstonesRemoved");
    long written = ofAllOms("WriteBytes");

    Job job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

    int oms = ring.nodes().nodeIds().size();
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    assertThat(ofAllOms("TurnsSucceeded")).isEqualTo(turns + oms);
    assertThat(ofAllOms("RangesCompacted")).isGreaterThanOrEqualTo(ranges + oms);
    assertThat(ofAllOms("TombstonesRemoved")).isEqualTo(tombstones + (long) oms * TestRing.DELETED);
    assertThat(ofAllOms("WriteBytes")).isGreaterThan(written);
  }

  @Test
  void aRefusalIsCounted(TestRing ring) throws Exception {
    long refused = ofAllOms("RequestsRefused");

    assertThat(ring.run("cancel", UUID.randomUUID().toString()).exitCode()).isNotZero();

    assertThat(ofAllOms("RequestsRefused")).isEqualTo(refused + 1);
  }

  /** The OMs of this JVM have a source each, by numbered names. */
  private static long ofAllOms(String name) throws Exception {
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
