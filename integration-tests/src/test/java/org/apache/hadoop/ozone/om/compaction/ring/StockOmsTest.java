// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs in a ring where an OM runs without the add-on for a while, or has it switched off. */
@ExtendWith(RingFixture.class)
class StockOmsTest {

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

    JobJson job = ring.awaitJob(jobId[0], JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.PARTIAL);
    assertThat(Turns.of(job, stock).getState()).isEqualTo(TurnStateJson.SKIPPED);
    assertThat(Turns.of(job, stock).getReason()).isEqualTo(TurnReasonJson.NO_ADD_ON);
    ring.nodes().awaitApplied();
    assertThat(OmDb.jobs(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);
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
    ring.nodes().awaitApplied();
    ring.nodes().restart(stock);
    assertThat(OmDb.jobs(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);

    TestRing.await("leadership of " + stock).until(() -> {
      ring.nodes().transferLeadership(stock);
      return true;
    });
    JobJson job = ring.awaitJob(jobId[0], JobModel::hasEnded);
    assertThat(job.getTurns()).allSatisfy(turn ->
        assertThat(turn.getReason()).as("%s", job).isIn(TurnReasonJson.RECORDS_DIFFER, TurnReasonJson.NO_ADD_ON));
    assertThat(OmDb.jobs(ring.nodes().om(stock))).doesNotContainKey(jobId[0]);
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
    ring.awaitJob(first[0], job -> Turns.running(job).isPresent());
    String jobId = ring.trigger("--node-id", stock, "--bucket", TestRing.path(bucket));
    ring.nodes().awaitApplied();
    ring.nodes().restart(stock);

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(Turns.of(job, stock)).as("%s", job).satisfies(turn -> {
      assertThat(turn.getState()).isEqualTo(TurnStateJson.SKIPPED);
      assertThat(turn.getReason()).isEqualTo(TurnReasonJson.NO_ADD_ON);
      assertThat(turn.getMessage()).contains("does not know it");
    });
    ring.cancel(first[0]);
  }

  @Test
  void omThatWasStockAtTheCancelCompactsNothingAndLearnsOfIt(TestRing ring) throws Exception {
    List<String> buckets = ring.massDeletedThree();
    String jobId = ring.triggerSlow(buckets);
    String stock = Turns.running(ring.job(jobId)).orElseThrow().getNodeId();
    List<Long> tombstones = tombstones(ring, buckets, stock);
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    ring.cancel(jobId);
    ring.nodes().awaitApplied();
    assertThat(OmDb.jobs(ring.nodes().om(stock)).get(jobId).getState())
        .isEqualTo(JobState.JOB_RUNNING);

    ring.nodes().restart(stock);
    TestRing.await("the same record everywhere").untilAsserted(() ->
        assertThat(ring.record(jobId).getState()).isEqualTo(JobState.JOB_CANCELLED));
    assertThat(tombstones(ring, buckets, stock)).isEqualTo(tombstones);
  }

  private static List<Long> tombstones(TestRing ring, List<String> buckets, String nodeId) throws Exception {
    List<Long> tombstones = new ArrayList<>();
    for (String bucket : buckets) {
      tombstones.add(ring.tombstonesByNode(bucket).get(nodeId));
    }
    return tombstones;
  }
}
