// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** A file of one OM is corrupt while the service is at work. */
class CorruptFileTest extends ServiceOnRing {
  private static final int LOOKS = 4;

  CorruptFileTest() {
    super(Map.of("mode", "compact"));
  }

  @Test
  void corruptFileOfAFollowerCostsItsRangeThereAndNothingElse() throws Exception {
    ring.awaitRuns("service", "pause");
    // In different tables: neighbours in one may form one run.
    String bad = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String good = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    BucketRows badRows = ring.rows("keyTable", bad);
    OzoneManager follower = ring.nodes().followers().get(0);
    String node = follower.getOMNodeId();
    try (DamagedFile file = DamagedFile.of(follower, badRows)) {
      ring.awaitRuns("service", "resume");

      ServiceJson idle = ring.awaitService(service -> service.getHold() == ServiceHoldJson.NOTHING_TO_DO
          && service.getLastRound() != null);
      JobJson round = ring.job(idle.getLastRound().getJobId());
      assertDoneExceptOn(node, file.name(), round);
      assertThat(ring.tombstonesByNode(good)).allSatisfy((om, left) -> assertThat(left).as(om).isZero());
      assertThat(ring.tombstonesByNode(bad)).allSatisfy((om, left) ->
          assertThat(left).as(om).isEqualTo(om.equals(node) ? TestRing.DELETED : 0));
      assertThat(idle.getLastRound().getFailures()).singleElement().asString().startsWith(node + ": SST file ")
          .contains(file.name());
      assertThat(ring.runs("service")).contains(node + ": SST file " + file.name() + " of keyTable is corrupt");
      assertThat(ring.runs("status", round.getJobId())).contains(file.name() + " of keyTable is corrupt");
      assertThat(ring.run("nodes").out()).contains("SST file " + file.name() + " of keyTable is corrupt");
      int rounds = rounds().size();
      awaitLooks(idle);
      assertThat(rounds()).as("none is tried again").hasSize(rounds);

      assertLeftAloneWhereItLeads(node, file.name(), rounds);
    }
    // It is sound again, as after a repair; a new process knows nothing of it, and finds work where it leads.
    ring.nodes().restart(node);
    ring.nodes().transferLeadership(node);
    TestRing.await("the range compacted there, too").untilAsserted(() -> assertThat(ring.tombstonesByNode(bad))
        .allSatisfy((om, left) -> assertThat(left).as(om).isZero()));
  }

  private static void assertDoneExceptOn(String node, String file, JobJson round) {
    assertThat(round.getState()).as("%s", round).isEqualTo(JobStateJson.PARTIAL);
    assertThat(round.getTurns()).hasSize(3).allSatisfy(turn -> {
      if (turn.getNodeId().equals(node)) {
        assertThat(turn.getState()).isEqualTo(TurnStateJson.FAILED);
        assertThat(turn.getReason()).isEqualTo(TurnReasonJson.COMPACTION_FAILED);
        assertThat(turn.getMessage()).contains(file).contains("the rest of the job went on");
        assertThat(turn.getFigures().getRangesDone()).isPositive();
      } else {
        assertThat(turn.getState()).isEqualTo(TurnStateJson.SUCCEEDED);
      }
    });
  }

  /** The OM with the corrupt file leads: its service names the file and begins no round. */
  private static void assertLeftAloneWhereItLeads(String node, String file, int rounds) throws Exception {
    ring.nodes().transferLeadership(node);
    ServiceJson leads = ring.awaitService(service -> service.getNodeId().equals(node) && service.getLooked() != null
        && service.getRanges().stream().anyMatch(range -> range.getMessage().contains(file)));
    assertThat(leads.getState()).isEqualTo(ServiceStateJson.IDLE);
    assertThat(leads.getRanges()).filteredOn(range -> range.getMessage().contains(file)).isNotEmpty()
        .allSatisfy(range -> assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.RESTING));
    awaitLooks(leads);
    assertThat(rounds()).as("none is begun for it").hasSize(rounds);
    assertThat(rounds()).allMatch(JobModel::hasEnded);
  }

  /** Waits for some more looks of the leader's service, none of which may make it stand down. */
  private static void awaitLooks(ServiceJson since) {
    String last = since.getLooked();
    for (int i = 0; i < LOOKS; i++) {
      String before = last;
      ServiceJson next = ring.awaitService(service -> service.getLooked() != null
          && !service.getLooked().equals(before));
      assertThat(next.getState()).as("%s", next).isEqualTo(ServiceStateJson.IDLE);
      last = next.getLooked();
    }
  }
}
