// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs that ended without success on some OMs, and go on there. */
@ExtendWith(RingFixture.class)
class RetriedJobsTest {
  private static final int REFUSED = 1;

  @Test
  void omThatWasDownIsCompactedByTheRetryAlone(TestRing ring) throws Exception {
    List<String> buckets = ring.massDeletedThree();
    String jobId = ring.triggerSlow(buckets);
    String stopped = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    ring.nodes().stop(stopped);
    ring.awaitJob(jobId, job -> Turns.of(job, stopped).getState() == TurnStateJson.FAILED);
    ring.nodes().start(stopped);
    ring.runs("nodes", "--wait", "--timeout", "2m");
    ring.awaitRuns("update", jobId, "--max-write-rate", "100MB");
    JobJson partial = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(partial.getState()).as("%s", partial).isEqualTo(JobStateJson.PARTIAL);
    assertThat(partial.getRetryNodeIds()).containsExactly(stopped);
    assertThat(ring.run("status", jobId).err())
        .contains("It did not succeed on " + stopped + ".", "ozone admin om compaction retry " + jobId);

    String retryId = ring.runs("retry", jobId).trim();
    ring.nodes().transferLeadership(ring.nodes().followers().get(0).getOMNodeId());
    assertThat(ring.awaitRuns("retry", jobId).trim()).as("repeated, at the next leader").isEqualTo(retryId);
    JobJson retry = ring.awaitJob(retryId, JobModel::hasEnded);
    assertThat(retry.getState()).as("%s", retry).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(retry).returns(jobId, JobJson::getRetryOf).returns(List.of(stopped), JobJson::getNodeIds)
        .returns(partial.getTargets(), JobJson::getTargets).returns(100L << 20, JobJson::getMaxWriteRate);
    assertThat(ring.runs("retry", jobId).trim()).as("repeated once it has succeeded").isEqualTo(retryId);
    assertThat(ring.job(jobId).getRetriedBy()).isEqualTo(retryId);
    for (String bucket : buckets) {
      assertThat(ring.tombstonesByNode(bucket)).containsEntry(stopped, 0L);
    }
    Result again = ring.run("retry", retryId);
    assertThat(again.exitCode()).as("%s", again).isEqualTo(REFUSED);
    assertThat(again.err()).contains("JOB_ENDED").contains("has succeeded on all its OMs");
  }

  @Test
  void cancelledRetryIsRetriedInTurn(TestRing ring) throws Exception {
    String jobId = ring.triggerSlow();
    Result open = ring.run("retry", jobId);
    assertThat(open.exitCode()).as("%s", open).isEqualTo(REFUSED);
    assertThat(open.err()).contains("JOB_OPEN");
    ring.cancel(jobId);
    String retryId = ring.runs("retry", jobId).trim();
    assertThat(ring.job(retryId).getNodeIds())
        .containsExactlyInAnyOrderElementsOf(ring.nodes().running().stream().map(OzoneManager::getOMNodeId).toList());
    ring.cancel(retryId);
    Result first = ring.run("retry", jobId);
    assertThat(first.exitCode()).as("%s", first).isEqualTo(REFUSED);
    assertThat(first.err().replaceAll("\\s+", " ")).contains("ozone admin om compaction retry " + retryId);
    String next = ring.runs("retry", retryId).trim();
    assertThat(ring.job(next).getRetryOf()).isEqualTo(retryId);
    ring.cancel(next);
  }
}
