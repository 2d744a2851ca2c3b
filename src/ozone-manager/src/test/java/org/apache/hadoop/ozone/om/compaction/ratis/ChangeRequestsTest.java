// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates, pauses and resumptions of a job, from the leader's check to the record and the audit log. */
class ChangeRequestsTest extends HandlerOverOmDb {
  @BeforeEach
  void submitted() throws Exception {
    apply(request(submit()).build());
    audit.lines().clear();
  }

  private static Command.Builder update(JobLimits.Builder limits) {
    return Command.newBuilder().setVersion(1).setUpdateJob(
        UpdateJob.newBuilder().setJobId(JOB).setLimits(limits).setEndUser("bob"));
  }

  private static Command.Builder pause() {
    return Command.newBuilder().setVersion(1).setPauseJob(PauseJob.newBuilder().setJobId(JOB));
  }

  private static Command.Builder resume() {
    return Command.newBuilder().setVersion(1).setResumeJob(ResumeJob.newBuilder().setJobId(JOB));
  }

  private JobRecord stored() throws Exception {
    return table.read().find(JOB).orElseThrow();
  }

  private void accepted(Command.Builder command) throws Exception {
    OMRequest request = request(command).build();
    handler.validateRequest(request);
    assertThat(apply(request).getOMResponse().getSuccess()).isTrue();
  }

  @Test
  void changesAreWrittenAndAudited() throws Exception {
    accepted(update(JobLimits.newBuilder().setMaxWriteRate(4096).setMaxTotalBytes(1 << 20)));
    assertThat(stored().getSpec().getMaxWriteRate()).isEqualTo(4096);
    assertThat(stored().getSpec().getThresholds().getMaxTotalBytes()).isEqualTo(1 << 20);
    assertThat(stored().getLimitsChangedBy()).isEqualTo("bob");
    assertThat(stored().getChangedByList()).containsExactly("alice");
    accepted(pause());
    assertThat(stored().getPausedBy()).isEqualTo("alice");
    accepted(resume());
    assertThat(stored().getPausedBy()).isEmpty();
    assertThat(audit.lines()).satisfiesExactly(
        line -> assertThat(line).contains("user=alice", "op=UPDATE_RANGE_COMPACTION", JOB, "\"maxWriteRate\":\"4096\"",
            "\"maxTotalBytes\":\"1048576\"", "\"endUser\":\"bob\"", "ret=SUCCESS"),
        line -> assertThat(line).contains("op=PAUSE_RANGE_COMPACTION", JOB, "ret=SUCCESS"),
        line -> assertThat(line).contains("op=RESUME_RANGE_COMPACTION", JOB, "ret=SUCCESS"));
  }

  @Test
  void windowThatHasClosedIsRefusedBeforeTheLog() {
    assertThatThrownBy(() -> handler.validateRequest(request(update(JobLimits.newBuilder().setNotAfterMs(1))).build()))
        .hasMessage("[BAD_REQUEST parameter=notAfter] The window closed at 1970-01-01T00:00:00.001Z, which is past.");
  }

  @Test
  void othersThanAdministratorsAreRefused() throws Exception {
    JobRecord before = stored();
    handler = handler("carol"::equals, table);
    for (Command.Builder command : List.of(update(JobLimits.newBuilder().setMaxWriteRate(4096)), pause(), resume())) {
      assertThatThrownBy(() -> handler.validateRequest(request(command).build()))
          .hasMessageStartingWith("[FORBIDDEN] alice is not an Ozone administrator.");
    }
    assertThat(stored()).isEqualTo(before);
    assertThat(audit.lines()).hasSize(3).allSatisfy(line -> assertThat(line).contains("ret=FAILURE"));
  }
}
