// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists of a follower count, too: clients may read there, and it may lead tomorrow. */
@ExtendWith(RingFixture.class)
class SlowFollowersTest {
  @Test
  void listNamesTheOmsBesideTheLeaderWhereListsAreSlow(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    OzoneManager leader = ring.nodes().leader();
    assertThat(ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", leader.getOMNodeId()).getState())
        .isEqualTo(JobStateJson.SUCCEEDED);

    TestRing.await("followers told of").untilAsserted(() -> {
      String list = ring.runs("list");
      for (OzoneManager follower : ring.nodes().followers()) {
        assertThat(list).contains("On " + follower.getOMNodeId() + " lists are slow at ")
            .contains("list --node-id all");
      }
      assertThat(list).doesNotContain("On " + leader.getOMNodeId() + " lists are slow");
    });
  }

  @Test
  void listNamesAnOmThatDoesNotAnswer(TestRing ring) throws Exception {
    String follower = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(follower);

    TestRing.await("the silent OM told of").untilAsserted(() -> assertThat(ring.runs("list"))
        .contains("Not known of " + follower + ", which did not tell within half a second"));
  }
}
