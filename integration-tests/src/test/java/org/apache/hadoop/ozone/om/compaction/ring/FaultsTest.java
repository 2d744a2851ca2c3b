// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.ozone.client.protocol.ClientProtocol;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.apache.hadoop.ozone.om.compaction.model.TurnReason;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;
import org.apache.hadoop.ozone.om.compaction.model.WaitReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs in a ring where OMs stop, lose the leadership and lack the add-on. */
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
      assertThat(TestRing.records(ring.nodes().om(nodeId))).containsEntry(jobId, before);
    }
    assertThat(ring.job(jobId).getState()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void omStoppedInItsTurnIsGivenUpAndTheOthersGoOn(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String stopped = TestRing.runningTurn(ring.job(jobId)).orElseThrow().getNodeId();
    // Returns although the turn would go on for hours.
    ring.nodes().stop(stopped);

    Turn given = turn(ring.awaitJob(jobId, job -> turn(job, stopped).getState() == TurnState.FAILED), stopped);
    assertThat(given.getReason()).isEqualTo(TurnReason.UNREACHABLE);
    ring.nodes().start(stopped);
    ring.awaitJob(jobId,
        job -> TestRing.runningTurn(job).filter(next -> !next.getNodeId().equals(stopped)).isPresent());
  }

  @Test
  void omStoppedBeforeTheWindowClosesIsGivenUpAndTheNextJobRuns(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    Job windowed = ring.triggerSlowInWindow(Duration.ofSeconds(9));
    String jobId = windowed.getJobId().toString();
    Instant closes = Instant.parse(windowed.getNotAfter());
    String next = ring.trigger("--bucket", TestRing.path(bucket));
    String stopped = TestRing.runningTurn(ring.job(jobId)).orElseThrow().getNodeId();
    TestRing.await("the window's last seconds").until(() -> Instant.now().isAfter(closes.minusSeconds(6)));
    ring.nodes().stop(stopped);

    Job job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.EXPIRED);
    assertThat(turn(job, stopped).getState()).isEqualTo(TurnState.FAILED);
    assertThat(turn(job, stopped).getReason()).isEqualTo(TurnReason.UNREACHABLE);
    ring.nodes().start(stopped);
    assertThat(ring.awaitJob(next, JobModel::hasEnded).getState()).isIn(JobState.SUCCEEDED, JobState.PARTIAL);
  }

  @Test
  void leadershipMovesWhileAFollowerCompacts(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String compacting = TestRing.runningTurn(ring.job(jobId)).orElseThrow().getNodeId();
    ring.nodes().transferLeadership(ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow());

    // The turn also continues if it was recalled because a voter was silent too long.
    Job moved = ring.awaitJob(jobId, job -> turn(job, compacting).getState() == TurnState.RUNNING);
    assertThat(moved.getState()).isEqualTo(JobState.RUNNING);
    ring.runs("cancel", jobId, "--wait");
    assertThat(ring.record(jobId).getState()).isEqualTo(CompactionProtos.JobState.JOB_CANCELLED);
  }

  @Test
  void newLeaderReturnsItsTurnAndGoesLast(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String compacting = TestRing.runningTurn(ring.job(jobId)).orElseThrow().getNodeId();
    ring.nodes().transferLeadership(compacting);

    Job next = ring.awaitJob(jobId, job -> TestRing.runningTurn(job)
        .filter(turn -> !turn.getNodeId().equals(compacting)).isPresent());
    assertThat(next.getState()).isEqualTo(JobState.RUNNING);
    Turn returned = turn(next, compacting);
    assertThat(returned.getState()).as("%s", next).isEqualTo(TurnState.WAITING);
    assertThat(returned.getMessage()).contains(compacting + " leads the ring now");
    assertThat(returned.getFigures().getRangesDone()).isPositive();
    assertThat(returned.getFigures().getAttempts()).isOne();
    ring.runs("cancel", jobId, "--wait");
    assertThat(ring.record(jobId).getState()).isEqualTo(CompactionProtos.JobState.JOB_CANCELLED);
  }

  @Test
  void turnIsReturnedWhileAVoterIsSilentAndContinuesAfterwards(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    Turn before = TestRing.runningTurn(ring.job(jobId)).orElseThrow();
    String compacting = before.getNodeId();
    String silent = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow();
    ring.nodes().stop(silent);

    Job unhealthy = ring.awaitJob(jobId,
        job -> turn(job, compacting).getState() == TurnState.WAITING && job.getWaitingFor() != null);
    assertThat(unhealthy.getWaitingFor().getReason()).isEqualTo(WaitReason.RING_UNHEALTHY);
    assertThat(unhealthy.getWaitingFor().getMessage()).contains(silent + " has not answered");
    int done = turn(unhealthy, compacting).getFigures().getRangesDone();
    assertThat(done).isPositive();

    ring.nodes().start(silent);
    Job again = ring.awaitJob(jobId, job -> TestRing.runningTurn(job)
        .filter(turn -> turn.getNodeId().equals(compacting) && turn.getFigures().getRangesDone() > done).isPresent());
    assertThat(turn(again, compacting).getFigures().getAttempts()).isEqualTo(2);
    assertThat(turn(again, compacting).getStarted()).isEqualTo(before.getStarted());
    ring.runs("cancel", jobId, "--wait");
  }

  @Test
  void nextLeaderContinuesTheJobAndGoesLast(TestRing ring) throws Exception {
    String slow = ring.triggerSlow();
    String compacting = TestRing.runningTurn(ring.job(slow)).orElseThrow().getNodeId();
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    String jobId = ring.trigger("--bucket", TestRing.path(bucket));
    String next = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow();
    ring.nodes().transferLeadership(next);
    ring.runs("cancel", slow);

    Job job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    assertThat(job.getTurns().stream().max(Comparator.comparing(Turn::getStarted)).orElseThrow().getNodeId())
        .isEqualTo(next);
  }

  @Test
  void omWithoutTheAddOnStaysInStepAndIsSkipped(TestRing ring) throws Exception {
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String[] jobId = new String[1];
    TestRing.await("a healthy ring").until(() -> {
      jobId[0] = ring.trigger("--bucket", TestRing.path(bucket));
      return true;
    });

    Job job = ring.awaitJob(jobId[0], JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.PARTIAL);
    assertThat(turn(job, stock).getState()).isEqualTo(TurnState.SKIPPED);
    assertThat(turn(job, stock).getReason()).isEqualTo(TurnReason.NO_ADD_ON);
    ring.awaitQuiet();
    assertThat(TestRing.records(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);
    assertThat(ring.nodes().om(stock).isRunning()).isTrue();
  }

  @Test
  void waitForNodesNamesTheOneThatIsNotBack(TestRing ring) throws Exception {
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(stock);
    Result down = ring.run("nodes", "--wait", "--timeout", "3s");
    assertThat(down.exitCode()).isEqualTo(6);
    assertThat(down.err()).contains(stock + " does not answer");
    ring.nodes().startWithoutAddOn(stock);
    TestRing.await("the stock OM").until(() -> ring.run("nodes", "--wait", "--timeout", "3s").err()
        .contains(stock + " does not answer with the add-on"));
    ring.runs("nodes", "--wait", "--node-id", ring.nodes().followers().get(1).getOMNodeId(), "--timeout", "1m");
    ring.nodes().restart(stock);
    ring.runs("nodes", "--wait", "--timeout", "2m");
  }

  @Test
  void jobUnknownToAFormerlyStockLeaderEndsAndSaysWhy(TestRing ring) throws Exception {
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    String[] jobId = new String[1];
    TestRing.await("a healthy ring").until(() -> {
      jobId[0] = ring.trigger("--bucket", TestRing.path(bucket), "--not-before", "2090-01-01T00:00:00Z");
      return true;
    });
    ring.awaitQuiet();
    ring.nodes().restart(stock);
    assertThat(TestRing.records(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);

    TestRing.await("leadership of " + stock).until(() -> {
      ring.nodes().transferLeadership(stock);
      return true;
    });
    Job job = ring.awaitJob(jobId[0], JobModel::hasEnded);
    assertThat(job.getTurns()).allSatisfy(turn ->
        assertThat(turn.getReason()).as("%s", job).isIn(TurnReason.RECORDS_DIFFER, TurnReason.NO_ADD_ON));
    assertThat(TestRing.records(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);
  }

  @Test
  void submissionNamesNodesWhoseTurnsWouldBeSkipped(TestRing ring) throws Exception {
    String follower = ring.nodes().followers().get(0).getOMNodeId();
    String bucket = TestRing.path(ring.createBucket(BucketLayout.OBJECT_STORE));
    ring.nodes().stop(follower);
    ring.nodes().startWithoutAddOn(follower);
    assertNamed(ring, bucket, follower, "runs without");
    try {
      ring.nodes().restart(follower, Map.of("ozone.om.range.compaction.enabled", "false"));
      assertThat(ring.run("nodes").out()).contains("switched off on " + follower);
      assertNamed(ring, bucket, follower, "switched off");
    } finally {
      ring.nodes().restart(follower, Map.of("ozone.om.range.compaction.enabled", "true"));
    }
  }

  private static void assertNamed(TestRing ring, String bucket, String nodeId, String reason) {
    assertThat(ring.run("trigger", "--dry-run", "--bucket", bucket).err()).contains("Warning: " + nodeId, reason);
    String jobId = UUID.randomUUID().toString();
    String[] request = {"trigger", "--job-id", jobId, "--bucket", bucket, "--not-before", "2090-01-01T00:00:00Z"};
    Result[] submitted = new Result[1];
    TestRing.await("a healthy ring").until(() -> {
      submitted[0] = ring.run(request);
      return submitted[0].exitCode() == 0;
    });
    assertThat(submitted[0].err()).contains("Warning: " + nodeId, reason).containsOnlyOnce("Warning");
    ring.runs("cancel", jobId);
  }

  @Test
  void turnOfAnOmThatWasStockAtTheSubmissionIsSkippedOnceItIsBack(TestRing ring) throws Exception {
    List<String> three = ring.massDeletedThree();
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    String other = ring.nodes().followers().get(1).getOMNodeId();
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    String[] first = new String[1];
    TestRing.await("a healthy ring").until(() -> {
      first[0] = ring.trigger("--node-id", other, "--max-write-rate", "1B", "--bucket", TestRing.path(three.get(0)),
          "--bucket", TestRing.path(three.get(1)), "--bucket", TestRing.path(three.get(2)));
      return true;
    });
    ring.awaitJob(first[0], job -> TestRing.runningTurn(job).isPresent());
    String jobId = ring.trigger("--node-id", stock, "--bucket", TestRing.path(bucket));
    ring.awaitQuiet();
    ring.nodes().restart(stock);

    Job job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(turn(job, stock)).as("%s", job).satisfies(turn -> {
      assertThat(turn.getState()).isEqualTo(TurnState.SKIPPED);
      assertThat(turn.getReason()).isEqualTo(TurnReason.NO_ADD_ON);
      assertThat(turn.getMessage()).contains("does not know it");
    });
    ring.runs("cancel", first[0], "--wait");
  }

  @Test
  void omThatWasStockAtTheCancelCompactsNothingAndLearnsOfIt(TestRing ring) throws Exception {
    List<String> buckets = ring.massDeletedThree();
    String jobId = ring.triggerSlow(buckets);
    String stock = TestRing.runningTurn(ring.job(jobId)).orElseThrow().getNodeId();
    List<Long> tombstones = tombstones(ring, buckets, stock);
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    ring.runs("cancel", jobId, "--wait");
    ring.awaitQuiet();
    assertThat(TestRing.records(ring.nodes().om(stock)).get(jobId).getState())
        .isEqualTo(CompactionProtos.JobState.JOB_RUNNING);

    ring.nodes().restart(stock);
    TestRing.await("the same record everywhere").untilAsserted(() ->
        assertThat(ring.record(jobId).getState()).isEqualTo(CompactionProtos.JobState.JOB_CANCELLED));
    assertThat(tombstones(ring, buckets, stock)).isEqualTo(tombstones);
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
    ring.awaitJob(jobId, job -> job.getState() == JobState.RUNNING);
    ring.runs("cancel", jobId, "--wait");
  }

  @Test
  void everyOmHasItsOwnFigures(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String follower = ring.nodes().followers().get(0).getOMNodeId();
    Job job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", follower);

    assertThat(job.getTurns()).singleElement().satisfies(turn -> assertThat(turn.getNodeId()).isEqualTo(follower));
    Map<String, Long> tombstones = ring.tombstonesByNode(bucket);
    assertThat(tombstones.get(follower)).isZero();
    tombstones.remove(follower);
    assertThat(tombstones.values()).allSatisfy(count -> assertThat(count).isEqualTo(TestRing.DELETED));
  }

  private static List<Long> tombstones(TestRing ring, List<String> buckets, String nodeId) throws Exception {
    List<Long> tombstones = new ArrayList<>();
    for (String bucket : buckets) {
      tombstones.add(ring.tombstonesByNode(bucket).get(nodeId));
    }
    return tombstones;
  }

  private static Turn turn(Job job, String nodeId) {
    return job.getTurns().stream().filter(turn -> turn.getNodeId().equals(nodeId)).findFirst().orElseThrow();
  }
}
