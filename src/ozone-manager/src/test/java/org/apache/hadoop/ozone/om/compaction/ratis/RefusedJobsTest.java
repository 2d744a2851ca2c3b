// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.NextSteps;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.S3Authentication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that a leader refuses for its own state or the ring's, and what the person is told to do. */
class RefusedJobsTest extends HandlerOverOmDb {
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "false | 0      | ADD_ON_DISABLED | ozone.om.range.compaction.enabled to true on all OMs, and reconfigure",
      "true  | 600000 | RING_UNHEALTHY  | check with 'ozone admin om compaction nodes', then try again."})
  void leaderSaysWhatKeepsJobsOut(String enabled, long silentMillis, String code, String step) throws Exception {
    CompactionConfig config = CompactionConfig.from(new OzoneConfiguration());
    config.reconfigure(CompactionConfig.ENABLED, enabled);
    RingHealth ring = new RingHealth("om1",
        List.of(RingHealth.Member.voter("om1", 0, 0), RingHealth.Member.voter("om2", silentMillis, 0)));
    CommandCheck check = new CommandCheck(config, new JobRegistry(table), user -> true, om::metadata,
        () -> Optional.of(ring), InstalledRocksDb.loaded());
    Command command = submit().setSentAtMs(System.currentTimeMillis()).build();

    assertThatThrownBy(() -> check.check(command, "alice")).isInstanceOfSatisfying(RefusedException.class, refusal -> {
      assertThat(refusal.getCode()).hasToString(code);
      NextSteps.assertNextStep(refusal, step);
    });
  }

  @Test
  void userOfS3IsPointedToTheCommandLineAndSoIsTheAuditLog() throws Exception {
    OMRequest request = request(submit()).setS3Authentication(
        S3Authentication.newBuilder().setAccessId("alice").setSignature("s").setStringToSign("t")).build();

    assertThatThrownBy(() -> handler.validateRequest(request)).satisfies(e -> NextSteps.assertNextStep(
        RefusedException.parse(e.getMessage(), null).orElseThrow(), "'ozone admin om compaction'"));
    assertThat(audit.lines()).singleElement().asString()
        .contains("[FORBIDDEN next=32] Compaction is not for S3 users. Use 'ozone admin om compaction'.");
  }
}
