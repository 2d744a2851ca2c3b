// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.junit.jupiter.api.Test;

/** Commands by and for the automatic service, from the leader's check to the record and the audit log. */
class ServiceRequestsTest extends HandlerOverOmDb {
  @Test
  void pauseAndResumeAreWrittenAndAudited() throws Exception {
    long now = System.currentTimeMillis();
    OMRequest pause = request(Command.newBuilder().setVersion(1).setSentAtMs(now)
        .setPauseService(PauseService.newBuilder().setForSeconds(60))).build();
    handler.validateRequest(pause);
    assertThat(apply(pause).getOMResponse().getSuccess()).isTrue();
    assertThat(table.read().service()).satisfies(service -> {
      assertThat(service.getPausedBy()).isEqualTo("alice");
      assertThat(service.getPausedAtMs()).isEqualTo(now);
      assertThat(service.getPausedUntilMs()).isEqualTo(now + 60_000);
    });
    OMRequest resume = request(Command.newBuilder().setVersion(1)
        .setResumeService(ResumeService.getDefaultInstance())).build();
    handler.validateRequest(resume);
    apply(resume);
    assertThat(table.read().service().getPausedBy()).isEmpty();
    assertThat(audit.lines()).satisfiesExactly(
        line -> assertThat(line).contains("user=alice", "op=PAUSE_RANGE_COMPACTION_SERVICE", "\"forSeconds\":\"60\"",
            "ret=SUCCESS"),
        line -> assertThat(line).contains("op=RESUME_RANGE_COMPACTION_SERVICE", "ret=SUCCESS"));
  }

  @Test
  void roundIsAuditedAsRound() throws Exception {
    Command.Builder round = submit();
    round.getSubmitBuilder().getSpecBuilder().setRound(Round.getDefaultInstance());
    OMRequest submit = request(round).build();
    handler.validateRequest(submit);
    assertThat(apply(submit).getOMResponse()).matches(OMResponse::getSuccess);
    assertThat(audit.lines()).last().asString().contains("op=TRIGGER_RANGE_COMPACTION", "\"origin\":\"SERVICE\"",
        "ret=SUCCESS");
  }
}
