// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import org.apache.hadoop.ozone.om.compaction.model.ServiceState;
import org.apache.hadoop.ozone.om.compaction.model.TurnReason;
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
    Job round = awaitRound(job -> job.getState() == JobState.SUCCEEDED);
    assertThat(ring.tombstonesByNode(deleted)).allSatisfy((node, left) -> assertThat(left).as(node).isZero());
    assertThat(round.getNodeIds()).hasSize(3);
    Service idle = ring.awaitService(service -> service.getState() == ServiceState.IDLE
        && service.getHold() == ServiceHold.NOTHING_TO_DO);
    assertThat(idle.getLastRound().getTombstonesRemoved() * 2)
        .isGreaterThanOrEqualTo(idle.getLastRound().getPredictedTombstones());
    assertThat(idle.getSpentBytes()).isPositive().isLessThan(idle.getDailyBytes());
    long rounds = rounds().size();

    ring.awaitRuns("service", "pause");
    List<String> three = ring.massDeletedThree();
    ring.awaitRuns("service", "resume");
    Job slow = awaitRound(job -> !JobModel.hasEnded(job));
    String person = JSON.readValue(
        ring.runs("trigger", "--bucket", TestRing.path(deleted), "--json"), Job.class).getJobId();
    Job gaveWay = awaitRound(job -> job.getJobId().equals(slow.getJobId()) && JobModel.hasEnded(job));
    assertThat(gaveWay.getState()).isEqualTo(JobState.CANCELLED);
    assertThat(gaveWay.getTurns()).anySatisfy(turn -> assertThat(turn.getReason()).isEqualTo(TurnReason.PREEMPTED));
    assertThat(ring.awaitJob(person, JobModel::hasEnded).getState()).isEqualTo(JobState.SUCCEEDED);

    String next = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().transferLeadership(next);
    TestRing.await("rounds of the next leader").untilAsserted(() -> {
      for (String bucket : three) {
        assertThat(ring.tombstonesByNode(bucket)).allSatisfy((node, left) -> assertThat(left).as(node).isZero());
      }
    });
    assertThat(rounds().size()).isGreaterThan((int) rounds + 1);
    assertThat(ring.awaitService(service -> service.getHold() == ServiceHold.NOTHING_TO_DO).getNodeId())
        .isEqualTo(next);

    assertPauseHoldsUnderAFormerlyStockLeader();
  }

  private static void assertPauseHoldsUnderAFormerlyStockLeader() throws Exception {
    String next = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(next);
    ring.nodes().startWithoutAddOn(next);
    String paused = ring.awaitRuns("service", "pause", "--for", "1d", "--json");
    assertThat(JSON.readValue(paused, ServiceList.class).getServices()).singleElement()
        .satisfies(service -> assertThat(service.getState()).isEqualTo(ServiceState.PAUSED));
    String deleted = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    int rounds = rounds().size();
    ring.nodes().restart(next);
    ring.nodes().transferLeadership(next);
    ring.awaitService(service -> service.getNodeId().equals(next) && service.getState() == ServiceState.PAUSED
        && service.getRanges().stream().anyMatch(range -> range.getChoice() == ServiceChoice.CHOSEN));
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
    ring.awaitService(service -> service.getState() == ServiceState.OBSERVING && service.getLooked() != null);
  }

  private static Job awaitRound(Predicate<Job> is) {
    Job[] found = new Job[1];
    TestRing.await("a round").until(() -> {
      found[0] = rounds().stream().filter(is).findFirst().orElse(null);
      return found[0] != null;
    });
    return found[0];
  }
}
