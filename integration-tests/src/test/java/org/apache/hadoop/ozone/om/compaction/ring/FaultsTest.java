// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.apache.hadoop.ozone.client.protocol.ClientProtocol;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs in a ring where OMs stop and lose the leadership. */
@ExtendWith(RingFixture.class)
class FaultsTest {

  @Test
  void everyOmHoldsTheSameRecordAtTheSameIndexAndKeepsItOverARestart(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String jobId = ring.triggerAndWait("--bucket", TestRing.path(bucket)).getJobId().toString();
    JobRecord before = ring.record(jobId);

    for (String nodeId : ring.nodes().nodeIds()) {
      ring.nodes().restart(nodeId);
      ring.runs("nodes", "--wait", "--timeout", "2m");
      assertThat(OmDb.jobs(ring.nodes().om(nodeId))).containsEntry(jobId, before);
    }
    assertThat(ring.job(jobId).getState()).isEqualTo(JobStateJson.SUCCEEDED);
  }

  @Test
  void omStoppedInItsTurnIsGivenUpAndTheOthersGoOn(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String stopped = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    // Returns although the turn would go on for hours.
    ring.nodes().stop(stopped);

    TurnJson given = Turns.of(ring.awaitJob(jobId, job -> Turns.of(job, stopped).getState() == TurnStateJson.FAILED),
        stopped);
    assertThat(given.getReason()).isEqualTo(TurnReasonJson.UNREACHABLE);
    ring.nodes().start(stopped);
    ring.awaitJob(jobId,
        job -> Turns.running(job).filter(next -> !next.getNodeId().equals(stopped)).isPresent());
  }

  @Test
  void omStoppedBeforeTheWindowClosesIsGivenUpAndTheNextJobRuns(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    JobJson windowed = ring.triggerSlowInWindow(Duration.ofSeconds(24));
    String jobId = windowed.getJobId().toString();
    Instant closes = Instant.parse(windowed.getNotAfter());
    String next = ring.trigger("--bucket", TestRing.path(bucket));
    String stopped = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    TestRing.await("the window's last seconds").until(() -> Instant.now().isAfter(closes.minusSeconds(12)));
    ring.nodes().stop(stopped);

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.EXPIRED);
    assertThat(Turns.of(job, stopped).getState()).isEqualTo(TurnStateJson.FAILED);
    assertThat(Turns.of(job, stopped).getReason()).isEqualTo(TurnReasonJson.UNREACHABLE);
    ring.nodes().start(stopped);
    assertThat(ring.awaitJob(next, JobModel::hasEnded).getState()).isIn(JobStateJson.SUCCEEDED, JobStateJson.PARTIAL);
  }

  @Test
  void leadershipMovesWhileAFollowerCompacts(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String compacting = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    ring.nodes().transferLeadership(ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow());

    // The turn also continues if it was recalled because a voter was silent too long.
    JobJson moved = ring.awaitJob(jobId, job -> Turns.of(job, compacting).getState() == TurnStateJson.RUNNING);
    assertThat(moved.getState()).isEqualTo(JobStateJson.RUNNING);
    ring.cancel(jobId);
    assertThat(ring.record(jobId).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void newLeaderReturnsItsTurnAndGoesLast(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String compacting = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    ring.nodes().transferLeadership(compacting);

    JobJson next = ring.awaitJob(jobId, job -> Turns.running(job)
        .filter(turn -> !turn.getNodeId().equals(compacting)).isPresent());
    assertThat(next.getState()).isEqualTo(JobStateJson.RUNNING);
    TurnJson returned = Turns.of(next, compacting);
    assertThat(returned.getState()).as("%s", next).isEqualTo(TurnStateJson.WAITING);
    assertThat(returned.getMessage()).contains(compacting + " leads the ring now");
    assertThat(returned.getFigures().getRangesDone()).isPositive();
    assertThat(returned.getFigures().getAttempts()).isOne();
    ring.cancel(jobId);
    assertThat(ring.record(jobId).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void turnIsReturnedWhileAVoterIsSilentAndContinuesAfterwards(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    TurnJson before = Turns.running(ring.job(jobId)).orElseThrow();
    String compacting = before.getNodeId();
    String silent = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow();
    ring.nodes().stop(silent);

    JobJson unhealthy = ring.awaitJob(jobId,
        job -> Turns.of(job, compacting).getState() == TurnStateJson.WAITING && job.getWaitingFor() != null);
    assertThat(unhealthy.getWaitingFor().getReason()).isEqualTo(WaitReasonJson.RING_UNHEALTHY);
    assertThat(unhealthy.getWaitingFor().getMessage()).contains(silent + " has not answered");
    int done = Turns.of(unhealthy, compacting).getFigures().getRangesDone();
    assertThat(done).isPositive();

    ring.nodes().start(silent);
    ring.awaitJob(jobId, job -> Turns.running(job).filter(turn -> turn.getNodeId().equals(compacting)).isPresent());
    // The next attempt owes what the first one wrote.
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");
    JobJson again = ring.awaitJob(jobId, job -> Turns.of(job, compacting).getFigures().getRangesDone() > done);
    assertThat(Turns.of(again, compacting).getFigures().getAttempts()).isEqualTo(2);
    assertThat(Turns.of(again, compacting).getStarted()).isEqualTo(before.getStarted());
    ring.awaitJob(jobId, JobModel::hasEnded);
  }

  @Test
  void nextLeaderContinuesTheJobAndGoesLast(TestRing ring) throws Exception {
    String slow = ring.triggerSlow();
    String compacting = Turns.running(ring.job(slow)).orElseThrow().getNodeId();
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    String jobId = ring.trigger("--bucket", TestRing.path(bucket));
    String next = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow();
    ring.nodes().transferLeadership(next);
    ring.runs("cancel", slow);

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns().stream().max(Comparator.comparing(TurnJson::getStarted)).orElseThrow().getNodeId())
        .isEqualTo(next);
  }

  @Test
  void prepareIsNotHeldUp(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    ClientProtocol proxy = ring.client().getObjectStore().getClientProxy();
    OzoneManagerProtocol om = proxy.getOzoneManagerClient();
    om.prepareOzoneManager(60, 1);
    try {
      TestRing.await("every OM prepared").until(() -> ring.nodes().running().stream()
          .allMatch(node -> node.getPrepareState().getState().getIndex() > 0));
    } finally {
      om.cancelOzoneManagerPrepare();
    }
    ring.awaitJob(jobId, job -> job.getState() == JobStateJson.RUNNING);
    ring.cancel(jobId);
  }

  @Test
  void everyOmHasItsOwnFigures(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String follower = ring.nodes().followers().get(0).getOMNodeId();
    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", follower);

    assertThat(job.getTurns()).singleElement().satisfies(turn -> assertThat(turn.getNodeId()).isEqualTo(follower));
    Map<String, Long> tombstones = ring.tombstonesByNode(bucket);
    assertThat(tombstones.get(follower)).isZero();
    tombstones.remove(follower);
    assertThat(tombstones.values()).allSatisfy(count -> assertThat(count).isEqualTo(TestRing.DELETED));
  }
}
