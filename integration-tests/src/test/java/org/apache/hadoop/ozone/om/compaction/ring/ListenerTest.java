// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A ring of three OMs that vote and one that does not ({@code ozone.om.listener.nodes}). */
class ListenerTest {
  private static final String LISTENER = "omNode-4";
  private static final String SERVICE = "ozone.om.range.compaction.service.";

  private static TestRing ring;

  @BeforeAll
  static void start() throws Exception {
    ring = TestRing.start("listener", builder -> CheckpointInstallTest.purgingSoon(builder.oms(4))
        .set("ozone.om.listener.nodes.om-service", LISTENER).start());
  }

  @AfterAll
  static void close() throws Exception {
    ring.close();
  }

  @AfterEach
  void mend() throws Exception {
    for (String nodeId : ring.nodes().nodeIds()) {
      if (!ring.nodes().om(nodeId).isRunning()) {
        ring.nodes().start(nodeId);
      }
    }
    ring.run("cancel", "--all", "--wait", "--timeout", "2m");
    awaitWell();
  }

  private static void awaitWell() {
    ring.awaitRuns("nodes", "--wait", "--timeout", "2m");
  }

  private static String massDeleted() throws Exception {
    return ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
  }

  @Test
  void isSeenAndCompactsAsAnyOther() throws Exception {
    assertThat(ring.nodeList().getNodes()).filteredOn(node -> node.getRole() == NodeRoleJson.LISTENER).singleElement()
        .satisfies(node -> assertThat(node.getNodeId()).isEqualTo(LISTENER))
        .satisfies(node -> assertThat(node.getReachable()).isTrue());
    String bucket = massDeleted();
    String path = TestRing.path(bucket);
    assertThat(ring.tombstonesByNode(bucket).get(LISTENER)).isEqualTo(TestRing.DELETED);
    assertThat(ring.preview("--bucket", path, "--node-id", LISTENER).getRanges()).isNotEmpty();
    assertThat(ring.runs("sst-files", "--bucket", path, "--cf", "keyTable", "--node-id", LISTENER)).contains(LISTENER);
    assertThat(ring.runs("list", "--all", "--bucket", path, "--node-id", LISTENER)).contains(path);
    assertThat(ring.runs("service", "--node-id", LISTENER)).contains(LISTENER);
    assertThat(ring.runs("explain", path, "--node-id", LISTENER)).contains(LISTENER);

    JobJson job = ring.triggerAndWait("--bucket", path);

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(4).allSatisfy(turn ->
        assertThat(turn.getState()).isEqualTo(TurnStateJson.SUCCEEDED));
    assertThat(Turns.of(job, LISTENER).getEnded()).as("the leader is last")
        .isLessThanOrEqualTo(Turns.of(job, ring.nodes().leader().getOMNodeId()).getStarted());
    assertThat(ring.tombstonesByNode(bucket)).containsEntry(LISTENER, 0L).allSatisfy((node, left) ->
        assertThat(left).as(node).isZero());
  }

  @Test
  void jobGoesOnWithoutItWhereItIsStopped() throws Exception {
    String bucket = massDeleted();
    ring.nodes().stop(LISTENER);

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.PARTIAL);
    assertThat(job.getTurns()).filteredOn(turn -> !turn.getNodeId().equals(LISTENER)).hasSize(3)
        .allSatisfy(turn -> assertThat(turn.getState()).isEqualTo(TurnStateJson.SUCCEEDED));
    assertThat(Turns.of(job, LISTENER)).returns(TurnStateJson.SKIPPED, TurnJson::getState)
        .returns(TurnReasonJson.UNREACHABLE, TurnJson::getReason);

    ring.nodes().start(LISTENER);
    awaitWell();
    assertThat(ring.runs("retry", job.getJobId(), "--wait", "--timeout", "2m"))
        .containsPattern(LISTENER + " +SUCCEEDED");
    assertThat(ring.tombstonesByNode(bucket)).containsEntry(LISTENER, 0L);
  }

  @Test
  void changesReachItsTurn() throws Exception {
    List<String> three = ring.massDeletedThree();
    String jobId = ring.trigger("--node-id", LISTENER, "--max-write-rate", "1B", "--bucket",
        TestRing.path(three.get(0)), "--bucket", TestRing.path(three.get(1)), "--bucket", TestRing.path(three.get(2)));
    ring.awaitJob(jobId, Turns::haveCompacted);

    ring.runs("pause", jobId);
    ring.awaitJob(jobId, job -> Turns.of(job, LISTENER).getState() == TurnStateJson.WAITING);
    ring.runs("update", jobId, "--max-write-rate", "100MB");
    ring.runs("resume", jobId);

    assertThat(ring.awaitJob(jobId, JobModel::hasEnded).getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ring.runs("status", jobId)).containsPattern(LISTENER + " +SUCCEEDED");
    three.forEach(bucket -> assertThat(ring.tombstonesByNode(bucket)).containsEntry(LISTENER, 0L));
  }

  @Test
  void turnIsGivenUpWhereItIsStoppedInIt() throws Exception {
    List<String> three = ring.massDeletedThree();
    String jobId = ring.trigger("--node-id", LISTENER, "--max-write-rate", "1B", "--bucket",
        TestRing.path(three.get(0)), "--bucket", TestRing.path(three.get(1)), "--bucket", TestRing.path(three.get(2)));
    ring.awaitJob(jobId, Turns::haveCompacted);

    ring.nodes().stop(LISTENER);

    JobJson job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.FAILED);
    assertThat(Turns.of(job, LISTENER)).returns(TurnReasonJson.UNREACHABLE, TurnJson::getReason);
  }

  @Test
  void neverLeads() throws Exception {
    String leader = ring.nodes().leader().getOMNodeId();
    String bucket = massDeleted();

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket), "--node-id", LISTENER, "--node-id", leader,
        "--move-leader");

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getLeaderMove().getFailure()).startsWith("No other OM that votes");
    assertThat(ring.nodes().leader().getOMNodeId()).isEqualTo(leader);
  }

  @Test
  void countsForNoMajority() throws Exception {
    String bucket = massDeleted();
    ring.nodes().stop(ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
        .filter(nodeId -> !nodeId.equals(LISTENER)).findFirst().orElseThrow());

    TestRing.await("a refusal, as two voters and a listener have none to spare").untilAsserted(() ->
        assertThat(ring.run("trigger", "--bucket", TestRing.path(bucket)).err()).contains("The ring is not healthy"));
    assertThat(ring.run("trigger", "--bucket", TestRing.path(bucket), "--max-parallel-nodes", "2").err())
        .contains("--max-parallel-nodes: At most 1 of 3 OMs");
  }

  @Test
  void takesItsTurnOfARoundThatAVoterBegins() throws Exception {
    String bucket = massDeleted();
    ring.nodes().reconfigure(SERVICE + "mode", "compact");
    ring.nodes().reconfigure(SERVICE + "interval", "1s");
    ring.nodes().reconfigure(SERVICE + "enabled", "true");
    try {
      TestRing.await("a round").untilAsserted(() ->
          assertThat(ring.tombstonesByNode(bucket)).allSatisfy((node, left) -> assertThat(left).as(node).isZero()));
      assertThat(ring.runs("service", "--node-id", LISTENER)).startsWith(LISTENER + "  FOLLOWING");
    } finally {
      ring.nodes().reconfigure(SERVICE + "enabled", "false");
    }
  }

  @Test
  void goesOnWithTheDatabaseThatItInstalls() throws Exception {
    String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
    String jobId = ring.trigger("--bucket", TestRing.path(bucket), "--not-before", "2090-01-01T00:00:00Z");
    ring.nodes().stop(LISTENER);
    ring.runs("cancel", jobId);
    CheckpointInstallTest.write(ring, bucket);
    ring.nodes().start(LISTENER);
    OzoneManager back = ring.nodes().om(LISTENER);
    DBStore opened = back.getMetadataManager().getStore();

    TestRing.await("another database").until(() -> back.getMetadataManager().getStore() != opened);

    awaitWell();
    String deleted = massDeleted();
    assertThat(ring.triggerAndWait("--bucket", TestRing.path(deleted)).getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ring.tombstonesByNode(deleted)).containsEntry(LISTENER, 0L);
  }
}
