// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.LeaderMoveJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs in a ring without faults. */
@ExtendWith(RingFixture.class)
class JobsTest {
  private static final int DONE = 0;
  private static final int REFUSED = 1;
  private static final int CANCELLED = 4;
  private static final int EXPIRED = 5;
  private static final int GAVE_UP_WAITING = 6;

  @Test
  void waitEndsWithTheJob(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    Result result = ring.run("trigger", "--bucket", TestRing.path(bucket), "--wait");
    assertThat(result.exitCode()).as("%s", result).isEqualTo(DONE);
  }

  @Test
  void followersGoFirstAndOneAtATime(TestRing ring) throws Exception {
    String leader = ring.nodes().leader().getOMNodeId();
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    List<TurnJson> turns = job.getTurns().stream().sorted(Comparator.comparing(TurnJson::getStarted)).toList();
    assertThat(turns).hasSize(3);
    assertThat(turns.get(2).getNodeId()).isEqualTo(leader);
    for (int i = 1; i < turns.size(); i++) {
      assertThat(turns.get(i).getStarted()).isGreaterThanOrEqualTo(turns.get(i - 1).getEnded());
    }
  }

  @Test
  void leadershipMovesOnceAndTheOldLeaderCompactsAsAFollower(TestRing ring) throws Exception {
    String before = ring.nodes().leader().getOMNodeId();
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--move-leader");

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    LeaderMoveJson move = job.getLeaderMove();
    assertThat(move).as("%s", job).returns(before, LeaderMoveJson::getFrom).returns(null, LeaderMoveJson::getFailure);
    assertThat(ring.nodes().leader().getOMNodeId()).isEqualTo(move.getTo()).isNotEqualTo(before);
    assertThat(Turns.of(job, move.getTo()).getEnded()).isLessThanOrEqualTo(move.getAsked());
    assertThat(Turns.of(job, before)).as("%s", job).returns(TurnStateJson.SUCCEEDED, TurnJson::getState)
        .satisfies(turn -> assertThat(turn.getStarted()).isGreaterThanOrEqualTo(move.getMoved()));
    assertThat(ring.runs("status", job.getJobId().toString()))
        .contains("Leader    moved from " + before + " to " + move.getTo() + " at ");
  }

  /** Ozone writes only one row of deletedDirectoryTable at once; OM's service processes it later. */
  @Test
  void directoryPendingDeletionIsReportedBySubmissionAndTurns(TestRing ring) throws Exception {
    String name = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    OzoneBucket bucket = ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(name);
    bucket.createDirectory("dir/below");
    bucket.deleteDirectory("dir", true);
    ring.nodes().awaitApplied();
    String waits = "1 directory, with all below it, waits for deletion in " + TestRing.path(name);

    Result result = ring.run("trigger", "--bucket", TestRing.path(name), "--wait", "--json");

    assertThat(result.exitCode()).as("%s", result).isEqualTo(DONE);
    assertThat(result.err().replaceAll("\\s+", " ")).contains(waits);
    assertThat(new ObjectMapper().readTree(result.out()).path("turns")).hasSize(3)
        .allSatisfy(turn -> assertThat(turn.path("message").asText()).contains(waits));
  }

  @Test
  void dryRunSubmitsNothing(TestRing ring) throws Exception {
    String jobId = UUID.randomUUID().toString();
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    ring.runs("trigger", "--bucket", TestRing.path(bucket), "--job-id", jobId, "--dry-run");
    ring.nodes().awaitApplied();
    assertThat(OmDb.jobs(ring.nodes().leader())).doesNotContainKey(jobId);
  }

  @Test
  void overlappingJobIsRefusedAndNamesTheOther(TestRing ring) throws Exception {
    String first = ring.triggerSlow();
    String bucket = ring.job(first).getTargets().getBuckets().get(0);
    Result second = ring.run("trigger", "--bucket", bucket);

    assertThat(second.exitCode()).as("%s", second).isEqualTo(REFUSED);
    assertThat(second.err()).contains(first, "--preempt");
  }

  @Test
  void urgentJobPassesAJobThatWaitsForItsWindow(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    String opens = Times.in(3600);
    String later = ring.trigger("--bucket", TestRing.path(bucket), "--not-before", opens);
    assertThat(ring.triggerAndWait("--bucket", TestRing.path(bucket)).getState()).isEqualTo(JobStateJson.SUCCEEDED);

    assertThat(ring.job(later).getState()).isEqualTo(JobStateJson.QUEUED);
    Result same = ring.run("trigger", "--bucket", TestRing.path(bucket), "--not-before", opens);
    assertThat(same.exitCode()).as("%s", same).isEqualTo(REFUSED);
    assertThat(same.err()).contains(later);
  }

  @Test
  void runningJobGivesWayBeforeItsNextRange(TestRing ring) throws Exception {
    String slow = ring.triggerSlow();
    String bucket = ring.job(slow).getTargets().getBuckets().get(0);
    JobJson urgent = ring.triggerAndWait("--bucket", bucket, "--preempt");
    JobJson gaveWay = ring.job(slow);

    assertThat(urgent.getState()).as("%s", urgent).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(gaveWay.getState()).as("%s", gaveWay).isEqualTo(JobStateJson.CANCELLED);
    assertThat(gaveWay.getCancelledBy()).isEqualTo(urgent.getRequestedBy());
    assertThat(gaveWay.getTurns()).allSatisfy(turn -> {
      assertThat(turn.getState()).isEqualTo(TurnStateJson.CANCELLED);
      assertThat(turn.getReason()).isEqualTo(TurnReasonJson.PREEMPTED);
      assertThat(turn.getMessage()).contains(urgent.getJobId().toString());
    });
    assertThat(gaveWay.getTurns()).filteredOn(turn -> turn.getFigures() != null).singleElement().satisfies(turn ->
        assertThat(turn.getFigures().getRangesDone()).isLessThan(turn.getFigures().getRangesTotal()));
    assertThat(urgent.getTurns()).allSatisfy(
        turn -> assertThat(turn.getStarted()).isGreaterThanOrEqualTo(gaveWay.getEnded()));
  }

  @Test
  void jobsThatDoNotOverlapTakeTurns(TestRing ring) throws Exception {
    String slow = ring.triggerSlow();
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    String next = ring.trigger("--bucket", TestRing.path(bucket));

    ring.awaitJob(next, job -> job.getWaitingFor() != null
        && job.getWaitingFor().getReason() == WaitReasonJson.OTHER_TURN);
    ring.runs("cancel", slow);
    assertThat(ring.awaitJob(next, JobModel::hasEnded).getState()).isEqualTo(JobStateJson.SUCCEEDED);
  }

  @Test
  void cancelledWhileItWaits(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    String jobId = ring.trigger("--bucket", TestRing.path(bucket), "--not-before", Times.in(3600));
    ring.cancel(jobId);

    JobJson job = ring.job(jobId);
    assertThat(job.getState()).isEqualTo(JobStateJson.CANCELLED);
    assertThat(job.getCancelledBy()).isNotBlank();
    assertThat(job.getTurns()).allSatisfy(turn -> assertThat(turn.getState()).isEqualTo(TurnStateJson.CANCELLED));
    assertThat(ring.run("status", jobId, "--wait").exitCode()).isEqualTo(CANCELLED);
  }

  @Test
  void cancelledWhileItRuns(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    ring.cancel(jobId);

    JobJson job = ring.job(jobId);
    assertThat(job.getState()).isEqualTo(JobStateJson.CANCELLED);
    assertThat(job.getTurns()).filteredOn(turn -> turn.getFigures() != null && turn.getFigures().getRangesDone() > 0)
        .singleElement().satisfies(turn ->
            assertThat(turn.getFigures().getRangesDone()).isLessThan(turn.getFigures().getRangesTotal()));
  }

  @Test
  void sameJobIdTwiceIsOneJob(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    String jobId = UUID.randomUUID().toString();
    String opens = Times.in(3600);
    ring.runs("trigger", "--job-id", jobId, "--bucket", TestRing.path(bucket), "--not-before", opens);
    long created = ring.record(jobId).getCreatedIndex();

    ring.runs("trigger", "--job-id", jobId, "--bucket", TestRing.path(bucket), "--not-before", opens);
    assertThat(ring.record(jobId).getCreatedIndex()).isEqualTo(created);

    Result other = ring.run("trigger", "--job-id", jobId, "--cf", "fileTable");
    assertThat(other.exitCode()).as("%s", other).isEqualTo(REFUSED);
    assertThat(other.err()).contains(jobId);
  }

  @Test
  void windowThatClosesBeforeAnyTurnExpiresTheJob(TestRing ring) throws Exception {
    ring.triggerSlow();
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    // Refused if the window closes before the job is submitted.
    Result late = Stream.iterate(6L, seconds -> seconds * 2)
        .map(seconds -> ring.run("trigger", "--bucket", TestRing.path(bucket), "--not-after", Times.in(seconds),
            "--wait"))
        .filter(result -> result.exitCode() != REFUSED).findFirst().orElseThrow();
    assertThat(late.exitCode()).as("%s", late).isEqualTo(EXPIRED);
  }

  @Test
  void windowThatClosesDuringATurnKeepsWhatIsDone(TestRing ring) throws Exception {
    String jobId = ring.triggerSlowInWindow(Duration.ZERO).getJobId().toString();
    assertThat(ring.run("status", jobId, "--wait", "--timeout", "80s").exitCode()).isEqualTo(EXPIRED);

    JobJson job = ring.job(jobId);
    assertThat(job.getState()).isEqualTo(JobStateJson.EXPIRED);
    assertThat(job.getTurns()).anyMatch(turn -> turn.getFigures() != null && turn.getFigures().getRangesDone() > 0);
    assertThat(job.getTurns()).allSatisfy(turn -> assertThat(turn.getState()).isEqualTo(TurnStateJson.EXPIRED));
  }

  @Test
  void timeoutOfAWaitLeavesTheJobAlone(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    assertThat(ring.run("status", jobId, "--wait", "--timeout", "1s").exitCode()).isEqualTo(GAVE_UP_WAITING);
    assertThat(ring.job(jobId).getState()).isEqualTo(JobStateJson.RUNNING);
  }

  @Test
  void reasonOfAWaitIsShown(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    ring.awaitJob(jobId, job -> Turns.running(job).map(turn -> turn.getWaitingFor())
        .filter(wait -> wait.getReason() == WaitReasonJson.WRITE_RATE).isPresent());
  }
}
