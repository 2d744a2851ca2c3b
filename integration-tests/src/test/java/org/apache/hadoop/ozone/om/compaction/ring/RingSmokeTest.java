// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The main path once: tombstones are seen, compacted and gone. */
@ExtendWith(RingFixture.class)
class RingSmokeTest {

  @Test
  void everyOmOfTheRingAnswers(TestRing ring) throws Exception {
    assertThat(ring.nodeList().getNodes()).hasSize(3)
        .allSatisfy(node -> {
          assertThat(node.getReachable()).isTrue();
          assertThat(node.getAddOnVersion()).isNotBlank();
          assertThat(node.getPressure()).isNotNull();
        })
        .extracting(NodeJson::getRole).containsOnlyOnce(NodeRoleJson.LEADER);
  }

  @Test
  void tombstonesAreSeenCompactedAndGone(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");

    BucketJson before = ring.list("--bucket", TestRing.path(bucket), "--exact").getBuckets().get(0);
    assertThat(before.getTombstones().getLow()).isEqualTo(TestRing.DELETED);
    assertThat(before.getTombstones().getHigh()).isEqualTo(TestRing.DELETED);

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(3).allSatisfy(turn -> {
      assertThat(turn.getFigures().getRangesDone()).isPositive();
      assertThat(turn.getFigures().getTombstonesBefore()).isGreaterThanOrEqualTo(TestRing.DELETED);
      assertThat(turn.getFigures().getTombstonesAfter()).isZero();
    });
    for (String nodeId : ring.nodes().nodeIds()) {
      assertThat(ring.list("--bucket", TestRing.path(bucket), "--node-id", nodeId).getBuckets())
          .allSatisfy(after -> assertThat(after.getTombstones().getHigh()).isZero());
    }
  }
}
