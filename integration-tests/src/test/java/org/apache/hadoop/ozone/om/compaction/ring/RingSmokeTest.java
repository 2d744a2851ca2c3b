// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeRole;
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
        .extracting(Node::getRole).containsOnlyOnce(NodeRole.LEADER);
  }

  @Test
  void tombstonesAreSeenCompactedAndGone(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");

    Bucket before = ring.list("--bucket", TestRing.path(bucket), "--exact").getBuckets().get(0);
    assertThat(before.getTombstones().getLow()).isEqualTo(TestRing.DELETED);
    assertThat(before.getTombstones().getHigh()).isEqualTo(TestRing.DELETED);

    Job job = ring.triggerAndWait("--bucket", TestRing.path(bucket));
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
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
