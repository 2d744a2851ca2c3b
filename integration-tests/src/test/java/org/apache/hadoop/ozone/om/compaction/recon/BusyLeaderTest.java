// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A ring whose OMs answer RPCs late or not at all, when somebody looks at their state. */
@ExtendWith(ReconRingFixture.class)
class BusyLeaderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LONGER_THAN_A_READ_WAITS = Duration.ofSeconds(2);
  private static final String JOB_ID = "123e4567-e89b-12d3-a456-426614174000";
  private static final String JOB = "{\"jobId\": \"" + JOB_ID + "\", \"targets\": {\"everything\": true}}";

  private final List<Door> doors = new ArrayList<>();
  private Http recon;

  @BeforeEach
  void startRecon(RingWithRecon ring) throws Exception {
    Map<String, String> settings = new HashMap<>();
    for (OzoneManager om : ring.nodes().running()) {
      Door door = new Door(om.getOmRpcServerAddr());
      doors.add(door);
      settings.put("ozone.om.address." + ring.nodes().serviceId() + "." + om.getOMNodeId(), door.address());
    }
    doors.forEach(Door::shut);
    recon = ring.recon(settings);
  }

  @AfterEach
  void closeDoors() throws Exception {
    for (Door door : doors) {
      door.close();
    }
  }

  @Test
  void busyLeaderIsWaitedForOnceAndItsMembersRemembered() {
    CompletableFuture<Http.Answer> first = CompletableFuture.supplyAsync(() -> recon.get("/buckets"));
    await().atMost(PATIENCE).until(() -> doors.stream().anyMatch(Door::isKnockedAt));
    await().atMost(PATIENCE).during(LONGER_THAN_A_READ_WAITS).until(() -> !first.isDone());
    doors.forEach(Door::open);
    first.join().is(200);
    await().atMost(PATIENCE).until(() -> nodes().getMembersAgeMillis() == null);

    doors.forEach(Door::shut);
    NodeListJson remembered = await().atMost(PATIENCE).until(() -> recon.whole("/nodes").read(NodeListJson.class),
        nodes -> nodes.getMembersAgeMillis() != null);
    assertThat(remembered.getNodes()).hasSize(3).allSatisfy(node -> assertThat(node.getReachable()).isTrue())
        .extracting(NodeJson::getRole).containsOnlyOnce(NodeRoleJson.LEADER);
    recon.answered("/buckets").is(200);
    recon.answered("/jobs").is(200);
    ApiErrorJson refused = recon.post("/jobs", JOB).is(503).error();
    assertThat(refused.getCode()).isEqualTo(ErrorCode.NO_LEADER);
    assertThat(refused.getJobId()).isEqualTo(JOB_ID);

    doors.forEach(Door::open);
    await().atMost(PATIENCE).until(() -> nodes().getMembersAgeMillis() == null);
  }

  private NodeListJson nodes() {
    return recon.get("/nodes").is(200).read(NodeListJson.class);
  }
}
