// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stock leader lets commands of a user without rights into the log. Nothing is compacted for that user. */
@ExtendWith(RingFixture.class)
class ForgedTest {
  private static final UserGroupInformation MALLORY =
      UserGroupInformation.createUserForTesting("mallory", new String[] {"users"});

  @Test
  void nothingIsCompactedForANonAdministrator(TestRing ring) throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    Map<String, Long> tombstones = ring.tombstonesByNode(bucket);
    String later = ring.trigger("--bucket", TestRing.path(ring.createBucket(BucketLayout.OBJECT_STORE)),
        "--not-before", "2090-01-01T00:00:00Z");
    ring.nodes().awaitApplied();
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    List<String> withAddOn = ring.nodes().nodeIds().stream().filter(nodeId -> !nodeId.equals(stock)).toList();
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    lead(ring, stock);

    JobSpec asked = spec(bucket, withAddOn);
    send(ring, Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(asked)));
    // Granted to a later follower: a leader recalls its own turn while others' are open.
    send(ring, Command.newBuilder()
        .setGrantTurn(GrantTurn.newBuilder().setJobId(later).setNodeId(withAddOn.get(1))));

    // No turn begins while the stock OM leads; the forged grants remain until a leader with the add-on checks them.
    lead(ring, withAddOn.get(0));
    TestRing.await("refusal of " + later).until(() -> OmDb.jobs(ring.nodes().om(withAddOn.get(0))).get(later)
        .getTurnsList().stream().anyMatch(turn -> turn.getMessage().startsWith("mallory ")));
    assertThat(ring.awaitJob(asked.getJobId(), JobModel::hasEnded)).satisfies(job -> {
      assertThat(job.getState()).isEqualTo(JobStateJson.FAILED);
      assertThat(job.getTurns()).allSatisfy(turn ->
          assertThat(turn.getReason()).isEqualTo(TurnReasonJson.NOT_AUTHORISED));
    });
    ring.nodes().restart(stock);
    assertThat(ring.tombstonesByNode(bucket)).isEqualTo(tombstones);
  }

  private static JobSpec spec(String bucket, List<String> nodeIds) {
    return JobSpec.newBuilder().setJobId(UUID.randomUUID().toString()).addAllNodeIds(nodeIds)
        .setTargets(Targets.newBuilder().addBuckets(TestRing.path(bucket))).build();
  }

  private static void lead(TestRing ring, String nodeId) {
    TestRing.await("leadership of " + nodeId).until(() -> {
      ring.nodes().transferLeadership(nodeId);
      OzoneManager om = ring.nodes().om(nodeId);
      return om.isLeaderReady();
    });
  }

  private static void send(TestRing ring, Command.Builder command) throws Exception {
    byte[] payload = CompactionEnvelope.wrap(command.setVersion(CompactionEnvelope.VERSION)
        .setSentAtMs(System.currentTimeMillis()).build());
    MALLORY.doAs((PrivilegedExceptionAction<Void>) () -> {
      try (OzoneClient client = ring.nodes().newClient();
          OzoneManagerProtocol om = client.getObjectStore().getClientProxy().getOzoneManagerClient()) {
        om.echoRPCReq(payload, 0, true);
      }
      return null;
    });
  }
}
