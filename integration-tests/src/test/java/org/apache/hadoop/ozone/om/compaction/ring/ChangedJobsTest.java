// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs that are updated, paused and resumed while they run. */
@ExtendWith(RingFixture.class)
class ChangedJobsTest {
  @Test
  void pausedJobStaysPausedThroughAChangeOfTheLeaderAndARestartAndGoesOnWhereItWas(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    String compacting = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    ring.runs("pause", jobId);
    JobJson paused = ring.awaitJob(jobId, job -> job.getTurns().stream()
        .allMatch(turn -> turn.getState() == TurnStateJson.WAITING) && job.getWaitingFor() != null);
    assertThat(paused.getWaitingFor().getReason()).isEqualTo(WaitReasonJson.PAUSED);
    assertThat(paused.getWaitingFor().getMessage()).startsWith("paused by " + paused.getRequestedBy() + " since ");
    assertThat(paused.getPausedBy()).isEqualTo(paused.getRequestedBy());
    int done = Turns.of(paused, compacting).getFigures().getRangesDone();
    assertThat(done).isPositive();

    String other = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(compacting)).findFirst().orElseThrow();
    ring.nodes().transferLeadership(other);
    ring.nodes().restart(compacting);
    ring.runs("nodes", "--wait", "--timeout", "2m");
    assertThat(ring.record(jobId).getPausedBy()).isEqualTo(paused.getPausedBy());
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");
    String bucket = ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable");
    JobJson elsewhere = ring.triggerAndWait("--bucket", TestRing.path(bucket));
    assertThat(elsewhere.getState()).as("of another job meanwhile: %s", elsewhere).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ring.job(jobId).getTurns()).extracting(TurnJson::getState).containsOnly(TurnStateJson.WAITING);

    ring.runs("resume", jobId);
    JobJson ended = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(ended.getState()).as("%s", ended).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ended.getMaxWriteRate()).isEqualTo(100L << 20);
    assertThat(ended.getLimitsChangedBy()).isEqualTo(paused.getRequestedBy());
    TurnJson resumed = Turns.of(ended, compacting);
    assertThat(resumed.getFigures().getAttempts()).isEqualTo(2);
    assertThat(resumed.getFigures().getRangesDone()).isGreaterThan(done);
    assertThat(ring.record(jobId).getPausedBy()).isEmpty();
    Result late = ring.run("pause", jobId);
    assertThat(late.exitCode()).isOne();
    assertThat(late.err()).contains("JOB_ENDED");
  }

  /** At a byte per second the turn would pause for hours after its first range. */
  @Test
  void updatedRateHoldsForTheRunningTurnAndThoseToCome(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    ring.awaitJob(jobId, job -> Turns.running(job).map(TurnJson::getWaitingFor)
        .filter(wait -> wait.getReason() == WaitReasonJson.WRITE_RATE).isPresent());
    ring.runs("update", jobId, "--max-write-rate", "50MB");
    ring.runs("update", jobId, "--max-write-rate", "100MB");
    JobJson ended = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(ended.getState()).as("%s", ended).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ended.getMaxWriteRate()).isEqualTo(100L << 20);
    assertThat(ended.getTurns()).allSatisfy(turn -> assertThat(turn.getFigures().getAttempts()).isOne());
    assertThat(ring.record(jobId).getSpec().getMaxWriteRate()).isEqualTo(100L << 20);
  }
}
