// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** The automatic service in observe mode. */
class ServiceTest extends ServiceOnRing {
  ServiceTest() {
    super(Map.of("mode", "observe"));
  }

  @Test
  void observesAndExplainsOnEveryLeaderWithoutCompacting() throws Exception {
    String bucket = ring.massDeleted(BucketLayout.OBJECT_STORE, "keyTable");
    Instant began = Instant.now();
    Map<String, Long> tombstones = ring.tombstonesByNode(bucket);
    String leader = ring.nodes().leader().getOMNodeId();
    assertThat(ring.awaitService(service -> wouldCompact(service, bucket)).getNodeId()).isEqualTo(leader);
    TestRing.await("what every OM would do").untilAsserted(() ->
        assertThat(explain(bucket)).hasSize(3).allSatisfy(service -> {
          assertThat(service.getState()).isEqualTo(
              service.getNodeId().equals(leader) ? ServiceStateJson.OBSERVING : ServiceStateJson.FOLLOWING);
          assertThat(wouldCompact(service, bucket)).as("%s", service).isTrue();
        }));

    String next = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().transferLeadership(next);
    assertThat(ring.awaitService(service -> service.getNodeId().equals(next) && wouldCompact(service, bucket))
        .getState()).isEqualTo(ServiceStateJson.OBSERVING);
    assertThat(ring.tombstonesByNode(bucket)).isEqualTo(tombstones);
    // Not counted: of jobs that ended while an OM was stock it knows nothing.
    assertThat(jobs()).noneMatch(job -> Instant.parse(job.getCreated()).isAfter(began));

    ring.runs("trigger", "--bucket", TestRing.path(bucket), "--wait");
    ring.awaitService(service -> service.getHold() == ServiceHoldJson.NOTHING_TO_DO);
    TestRing.await("what every OM would do").untilAsserted(() ->
        assertThat(explain(bucket)).hasSize(3).allSatisfy(service ->
            assertThat(service.getRangesChosen()).as("%s", service).isZero()));
  }

  @Test
  void openJobGoesFirst() throws Exception {
    String jobId = ring.triggerSlow();
    assertThat(ring.awaitService(service -> service.getHold() == ServiceHoldJson.JOB_OPEN).getMessage())
        .isEqualTo("No round would begin now. A job is open: what somebody has asked for goes first.");
    ring.cancel(jobId);
    ring.awaitService(service -> service.getHold() != ServiceHoldJson.JOB_OPEN);
  }

  private static List<JobJson> jobs() throws Exception {
    return JSON.readValue(ring.runs("status", "--json"), JobListJson.class).getJobs();
  }

  private static boolean wouldCompact(ServiceJson service, String bucket) {
    return service.getRanges().stream().filter(range -> range.getChoice() == ServiceChoiceJson.CHOSEN)
        .map(ServiceRangeJson::getBucket).anyMatch(bucket::equals);
  }

  private static List<ServiceJson> explain(String bucket) throws Exception {
    return JSON.readValue(ring.runs("explain", TestRing.path(bucket), "--json"), ServiceListJson.class).getServices();
  }
}
