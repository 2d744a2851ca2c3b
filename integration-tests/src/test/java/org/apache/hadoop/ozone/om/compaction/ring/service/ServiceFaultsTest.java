// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.compaction.ring.Turns;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** Faults during rounds of the automatic service. */
class ServiceFaultsTest extends ServiceOnRing {
  private static final String RATE = "max.write.rate";
  /** A rate at which a round takes days. */
  private static final String SLOW = "1B";

  ServiceFaultsTest() {
    super(Map.of("mode", "compact", RATE, SLOW));
  }

  @Test
  void roundCutOffByAPauseIsContinuedAfterResume() throws Exception {
    List<String> two = massDeletedAtOnce();
    JobJson round = awaitSlowRound();
    pauseInRound(round);
    assertThat(ring.awaitService(service -> service.getState() == ServiceStateJson.PAUSED).getLastRound().getJobId())
        .isEqualTo(round.getJobId());
    resumeToTheEnd(two);
  }

  @Test
  void roundOutlivesItsLeader() throws Exception {
    List<String> two = massDeletedAtOnce();
    JobJson round = awaitSlowRound();
    String first = ring.nodes().leader().getOMNodeId();
    ring.nodes().stop(first);

    ServiceJson next = ring.awaitService(service -> !service.getNodeId().equals(first)
        && service.getState() == ServiceStateJson.RUNNING);
    assertThat(next.getHold()).isEqualTo(ServiceHoldJson.ROUND_OPEN);
    assertThat(next.getMessage()).startsWith("Round " + round.getJobId() + " is under way");
    ring.nodes().start(first);
    ring.awaitJob(round.getJobId(), job -> Turns.running(job).isPresent());
    assertThat(rounds()).filteredOn(job -> !JobModel.hasEnded(job)).as("no second one").hasSize(1);
    pauseInRound(round);
    resumeToTheEnd(two);
  }

  /**
   * Two buckets in different tables, so that a round has two ranges: neighbours in one table may form one run. Both at
   * once: if the service looked in between, a round might end with only one of them.
   */
  private static List<String> massDeletedAtOnce() throws Exception {
    writeAtMost(SLOW);
    ring.awaitRuns("service", "pause");
    List<String> two = List.of(ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable"),
        ring.massDeleted(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable"));
    ring.awaitRuns("service", "resume");
    return two;
  }

  private static JobJson awaitSlowRound() {
    JobJson[] found = new JobJson[1];
    TestRing.await("a round that has compacted a range").until(() -> {
      found[0] = rounds().stream().filter(job -> !JobModel.hasEnded(job) && Turns.haveCompacted(job)).findFirst()
          .orElse(null);
      return found[0] != null;
    });
    return found[0];
  }

  private static void pauseInRound(JobJson round) throws Exception {
    ring.awaitRuns("service", "pause");
    JobJson ended = ring.awaitJob(round.getJobId(), JobModel::hasEnded);
    assertThat(ended.getState()).isEqualTo(JobStateJson.CANCELLED);
    assertThat(ended.getTurns()).anySatisfy(turn -> assertThat(turn.getReason()).isEqualTo(TurnReasonJson.PREEMPTED));
  }

  private static void resumeToTheEnd(List<String> buckets) throws Exception {
    writeAtMost("1GB");
    ring.awaitRuns("service", "resume");
    TestRing.await("no tombstone on any OM").untilAsserted(() -> {
      for (String bucket : buckets) {
        assertThat(ring.tombstonesByNode(bucket)).hasSize(3)
            .allSatisfy((node, left) -> assertThat(left).as(node).isZero());
      }
    });
    ring.awaitService(service -> service.getState() == ServiceStateJson.IDLE);
  }

  private static void writeAtMost(String rate) throws ReconfigurationException {
    ring.nodes().reconfigure(KEYS + RATE, rate);
  }
}
