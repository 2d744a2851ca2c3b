// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An OM whose HTTP port takes connections and says nothing. */
@ExtendWith(ReconRingFixture.class)
class SilentOmTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @Test
  void theOthersAnswerInTimeAndItIsNamed(RingWithRecon ring) throws Exception {
    String silent = ring.nodes().followers().get(0).getOMNodeId();
    try (ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      Http recon = ring.recon(Map.of("ozone.om.http-address." + ring.nodes().serviceId() + "." + silent,
          "127.0.0.1:" + socket.getLocalPort()));

      NodeList nodes = inTime(() -> recon.get("/nodes")).is(200).read(NodeList.class);
      assertThat(nodes.getNodes()).filteredOn(node -> !node.getReachable()).extracting(Node::getNodeId)
          .containsExactly(silent);
      BucketList buckets = inTime(() -> recon.get("/buckets?nodeId=all")).is(200).read(BucketList.class);
      assertThat(buckets.getUnanswered()).extracting(Problem::getNodeId).containsExactly(silent);
      assertThat(buckets.getBuckets()).isNotEmpty();
      JobList jobs = inTime(() -> recon.get("/jobs")).is(200).read(JobList.class);
      assertThat(jobs.getUnanswered()).extracting(Problem::getNodeId).containsExactly(silent);
      assertThat(inTime(() -> recon.get("/buckets?nodeId=" + silent)).is(503).error().getCode())
          .isEqualTo(ErrorCode.UNREACHABLE);
      inTime(() -> recon.get("/buckets")).is(200);
    }
  }

  @Test
  void aRingThatSaysNothingIsReportedInTime(RingWithRecon ring) throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      String mute = "127.0.0.1:" + socket.getLocalPort();
      Map<String, String> settings = new HashMap<>();
      for (String node : ring.nodes().nodeIds()) {
        settings.put("ozone.om.http-address." + ring.nodes().serviceId() + "." + node, mute);
        settings.put("ozone.om.address." + ring.nodes().serviceId() + "." + node, mute);
      }
      Http recon = ring.recon(settings);

      assertThat(recon.get("/buckets").is(503).error().getCode()).as("of the only one that may take its time")
          .isEqualTo(ErrorCode.NO_LEADER);
      assertThat(inTime(() -> recon.get("/buckets")).is(503).error().getCode()).isEqualTo(ErrorCode.NO_LEADER);
      assertThat(inTime(() -> recon.get("/jobs")).is(503).error().getCode()).isEqualTo(ErrorCode.UNREACHABLE);
      var refused = inTime(() -> recon.post("/jobs", "{\"jobId\": \"123E4567-e89b-12d3-a456-426614174000\","
          + " \"targets\": {\"everything\": true}}"))
          .is(503).error();
      assertThat(refused.getCode()).isEqualTo(ErrorCode.NO_LEADER);
      assertThat(refused.getJobId()).isEqualToIgnoringCase("123e4567-e89b-12d3-a456-426614174000");
    }
  }

  private static Http.Answer inTime(Supplier<Http.Answer> question) {
    long start = System.nanoTime();
    Http.Answer answer = question.get();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", answer).isLessThan(LIMIT);
    return answer;
  }
}
