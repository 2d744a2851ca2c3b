// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** Rounds of the automatic service, at a low write rate. */
class ServiceRoundsTest extends ServiceOnRing {
  private static final String MODE = "mode";

  ServiceRoundsTest() {
    super(Map.of(MODE, "compact", "max.write.rate", "100KB"));
  }

  @Test
  void roundsNeedNoTriggerAndGiveWayToAPersonsJob() throws Exception {
    // Paused while rows are deleted: an OM may flush them after the leader has begun a round, and finds nothing.
    ring.awaitRuns("service", "pause");
    String deleted = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    ring.awaitRuns("service", "resume");
    JobJson round = awaitRound(job -> job.getState() == JobStateJson.SUCCEEDED);
    assertThat(ring.tombstonesByNode(deleted)).allSatisfy((node, left) -> assertThat(left).as(node).isZero());
    assertThat(round.getNodeIds()).hasSize(3);
    ServiceJson idle = ring.awaitService(service -> service.getState() == ServiceStateJson.IDLE
        && service.getHold() == ServiceHoldJson.NOTHING_TO_DO);
    assertThat(idle.getLastRound().getTombstonesRemoved() * 2)
        .isGreaterThanOrEqualTo(idle.getLastRound().getPredictedTombstones());
    assertThat(idle.getSpentBytes()).isPositive().isLessThan(idle.getDailyBytes());
    long rounds = rounds().size();

    ring.awaitRuns("service", "pause");
    List<String> three = ring.massDeletedThree();
    ring.awaitRuns("service", "resume");
    JobJson slow = awaitRound(job -> !JobModel.hasEnded(job));
    String person = JSON.readValue(
        ring.runs("trigger", "--bucket", TestRing.path(deleted), "--json"), JobJson.class).getJobId();
    JobJson gaveWay = awaitRound(job -> job.getJobId().equals(slow.getJobId()) && JobModel.hasEnded(job));
    assertThat(gaveWay.getState()).isEqualTo(JobStateJson.CANCELLED);
    assertThat(gaveWay.getTurns()).anySatisfy(turn -> assertThat(turn.getReason()).isEqualTo(TurnReasonJson.PREEMPTED));
    assertThat(ring.awaitJob(person, JobModel::hasEnded).getState()).isEqualTo(JobStateJson.SUCCEEDED);

    String next = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().transferLeadership(next);
    TestRing.await("rounds of the next leader").untilAsserted(() -> {
      for (String bucket : three) {
        assertThat(ring.tombstonesByNode(bucket)).allSatisfy((node, left) -> assertThat(left).as(node).isZero());
      }
    });
    assertThat(rounds().size()).isGreaterThan((int) rounds + 1);
    // On a busy machine leadership may have moved once more.
    ring.awaitService(service -> service.getHold() == ServiceHoldJson.NOTHING_TO_DO
        && service.getNodeId().equals(ring.nodes().leader().getOMNodeId()));

    assertPauseHoldsUnderAFormerlyStockLeader();
  }

  private static void assertPauseHoldsUnderAFormerlyStockLeader() throws Exception {
    String next = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(next);
    ring.nodes().startWithoutAddOn(next);
    String paused = ring.awaitRuns("service", "pause", "--for", "1d", "--json");
    assertThat(JSON.readValue(paused, ServiceListJson.class).getServices()).singleElement()
        .satisfies(service -> assertThat(service.getState()).isEqualTo(ServiceStateJson.PAUSED));
    String deleted = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    int rounds = rounds().size();
    ring.nodes().restart(next);
    ring.nodes().transferLeadership(next);
    ring.awaitService(service -> service.getNodeId().equals(next) && service.getState() == ServiceStateJson.PAUSED
        && service.getRanges().stream().anyMatch(range -> range.getChoice() == ServiceChoiceJson.CHOSEN));
    assertThat(rounds()).hasSize(rounds);
    ring.awaitRuns("service", "resume");
    TestRing.await("rounds").untilAsserted(() -> assertThat(ring.tombstonesByNode(deleted)).allSatisfy(
        (node, left) -> assertThat(left).as(node).isZero()));
    assertModeIsReconfigurable();
  }

  private static void assertModeIsReconfigurable() throws Exception {
    for (OzoneManager om : ring.nodes().running()) {
      assertThat(om.getReconfigurationHandler().getReconfigurableProperties()).contains(KEYS + MODE);
    }
    ring.nodes().reconfigure(KEYS + MODE, "observe");
    ring.awaitService(service -> service.getState() == ServiceStateJson.OBSERVING && service.getLooked() != null);
  }

  private static JobJson awaitRound(Predicate<JobJson> is) {
    JobJson[] found = new JobJson[1];
    TestRing.await("a round").until(() -> {
      found[0] = rounds().stream().filter(is).findFirst().orElse(null);
      return found[0] != null;
    });
    return found[0];
  }
}
