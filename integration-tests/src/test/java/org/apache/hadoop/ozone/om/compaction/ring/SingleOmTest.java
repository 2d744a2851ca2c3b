// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One OM is a ring of its own, whether configured as a ring or without a service id. */
class SingleOmTest {

  /** The configuration of the OM. */
  enum Shape {
    RING_OF_ONE {
      @Override
      EmbeddedRing.Builder of(EmbeddedRing.Builder builder) {
        return builder.oms(1);
      }
    },
    NO_SERVICE_ID {
      @Override
      EmbeddedRing.Builder of(EmbeddedRing.Builder builder) {
        return builder.plainSingleOm();
      }
    };

    abstract EmbeddedRing.Builder of(EmbeddedRing.Builder builder);
  }

  @ParameterizedTest
  @EnumSource
  void jobRunsAndItsRecordOutlivesARestart(Shape shape) throws Exception {
    try (TestRing ring = TestRing.start(shape.name(), builder -> shape.of(builder).start())) {
      String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
      assertThat(ring.nodeList().getNodes()).singleElement()
          .satisfies(node -> assertThat(node.getReachable()).isTrue());

      JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", "all");

      assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
      assertThat(ring.tombstonesByNode(bucket).values()).containsOnly(0L);
      ring.nodes().restart(ring.nodes().nodeIds().get(0));
      ring.nodes().leader();
      TestRing.await("the record after a restart")
          .until(() -> ring.job(job.getJobId().toString()).getState() == JobStateJson.SUCCEEDED);
    }
  }
}
