// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An OM whose HTTP port accepts connections and never answers. */
@ExtendWith(ReconRingFixture.class)
class SilentOmTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  @Test
  void silentOmIsNamedAndTheOthersAnswerInTime(RingWithRecon ring) throws Exception {
    String silent = ring.nodes().followers().get(0).getOMNodeId();
    try (ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress())) {
      Http recon = ring.recon(Map.of("ozone.om.http-address." + ring.nodes().serviceId() + "." + silent,
          "127.0.0.1:" + socket.getLocalPort()));
      Function<String, Http.Answer> ask = path -> {
        letAnotherLead(ring, silent);
        return recon.get(path);
      };

      inTime(() -> ask.apply("/nodes").is(200), answer ->
          assertThat(answer.read(NodeListJson.class).getNodes()).filteredOn(node -> !node.getReachable())
              .extracting(NodeJson::getNodeId).containsExactly(silent));
      inTime(() -> ask.apply("/buckets?nodeId=all").is(200), answer -> {
        BucketListJson buckets = answer.read(BucketListJson.class);
        assertThat(buckets.getUnanswered()).extracting(ProblemJson::getNodeId).containsExactly(silent);
        assertThat(buckets.getBuckets()).isNotEmpty();
      });
      inTime(() -> ask.apply("/jobs").is(200), answer -> assertThat(answer.read(JobListJson.class).getUnanswered())
          .extracting(ProblemJson::getNodeId).containsExactly(silent));
      inTime(() -> ask.apply("/buckets?nodeId=" + silent).is(503), answer ->
          assertThat(answer.error().getCode()).isEqualTo(ErrorCode.UNREACHABLE));
      inTime(() -> ask.apply("/buckets").is(200), answer -> assertThat(answer.body()).isNotEmpty());
    }
  }

  @Test
  void silentRingIsReportedInTime(RingWithRecon ring) throws Exception {
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
      inTime(() -> recon.get("/buckets").is(503), answer ->
          assertThat(answer.error().getCode()).isEqualTo(ErrorCode.NO_LEADER));
      inTime(() -> recon.get("/jobs").is(503), answer ->
          assertThat(answer.error().getCode()).isEqualTo(ErrorCode.UNREACHABLE));
      String job = "{\"jobId\": \"123E4567-e89b-12d3-a456-426614174000\", \"targets\": {\"everything\": true}}";
      inTime(() -> recon.post("/jobs", job).is(503), answer -> {
        assertThat(answer.error().getCode()).isEqualTo(ErrorCode.NO_LEADER);
        assertThat(answer.error().getJobId()).isEqualToIgnoringCase("123e4567-e89b-12d3-a456-426614174000");
      });
    }
  }

  /**
   * The silent OM gets the leadership if the leader's answers are delayed for seconds. Recon would hear it then, at the
   * address that the ring itself tells of its leader.
   */
  private static void letAnotherLead(RingWithRecon ring, String silent) {
    if (ring.nodes().leader().getOMNodeId().equals(silent)) {
      try {
        ring.nodes().transferLeadership(ring.nodes().followers().get(0).getOMNodeId());
      } catch (IOException e) {
        throw new AssertionError("No other OM leads now", e);
      }
    }
  }

  /** Other programs on this machine may delay one answer, but not every one. */
  private static void inTime(Supplier<Http.Answer> question, Consumer<Http.Answer> says) {
    await().atMost(Http.PATIENCE).untilAsserted(() -> {
      long start = System.nanoTime();
      Http.Answer answer = question.get();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).as("%s", answer).isLessThan(LIMIT);
      says.accept(answer);
    });
  }
}
