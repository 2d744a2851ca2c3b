// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only later versions of the contract know is not let into the log before all voters speak them. */
class OlderVotersTest extends HandlerOverOmDb {
  /** An OM that passed over the limit would write more. A version that says too little lets nothing through. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aLimitThatNotAllVotersKnowIsNotLetIntoTheLog(int version) throws Exception {
    Command.Builder limited = submit().setVersion(version);
    limited.getSubmitBuilder().getSpecBuilder().getThresholdsBuilder().setMaxTotalBytes(1);
    OMRequest submit = request(limited).build();
    assertThatThrownBy(() -> handler.validateRequest(submit)).hasMessage("[RING_UNHEALTHY"
        + " parameter=thresholds.maxTotalBytes] Not heard yet which version of this add-on om1 runs. An OM says it"
        + " within seconds of its start and of an election, so try again; if that does not help, see that it runs and"
        + " has the add-on.");
    handler.validateRequest(request(submit()).build());
    greet(1);
    assertThatThrownBy(() -> handler.validateRequest(submit)).hasMessage("[RING_UNHEALTHY"
        + " parameter=thresholds.maxTotalBytes] The version of this add-on on om1 does not know this: upgrade all"
        + " OMs.");
    greet(2);
    handler.validateRequest(submit);
  }

  /** An OM that passed over it would not know of the pause once it leads. */
  @Test
  void aPauseWaitsUntilAllVotersKnowWhatOneIsAndIsWrittenAndAudited() throws Exception {
    long now = System.currentTimeMillis();
    OMRequest pause = pauseOfAMinute(now);
    assertThatThrownBy(() -> handler.validateRequest(pause)).hasMessageContaining("version of this add-on om1 runs");
    greet(2);
    handler.validateRequest(pause);
    assertThat(apply(pause).getOMResponse().getSuccess()).isTrue();
    assertThat(table.read().service()).satisfies(service -> {
      assertThat(service.getPausedBy()).isEqualTo("alice");
      assertThat(service.getPausedAtMs()).isEqualTo(now);
      assertThat(service.getPausedUntilMs()).isEqualTo(now + 60_000);
    });
    OMRequest resume = request(Command.newBuilder().setVersion(2)
        .setResumeService(ResumeService.getDefaultInstance())).build();
    handler.validateRequest(resume);
    apply(resume);
    assertThat(table.read().service().getPausedBy()).isEmpty();
    assertThat(audit.lines()).satisfiesExactly(
        line -> assertThat(line).contains("op=PAUSE_RANGE_COMPACTION_SERVICE", "ret=FAILURE"),
        line -> assertThat(line).contains("user=alice", "op=PAUSE_RANGE_COMPACTION_SERVICE", "\"forSeconds\":\"60\"",
            "ret=SUCCESS"),
        line -> assertThat(line).contains("op=RESUME_RANGE_COMPACTION_SERVICE", "ret=SUCCESS"));
  }

  private static OMRequest pauseOfAMinute(long sentAtMillis) {
    return request(Command.newBuilder().setVersion(2).setSentAtMs(sentAtMillis)
        .setPauseService(PauseService.newBuilder().setForSeconds(60))).build();
  }

  @Test
  void aPauseByAClockThatIsBehindWouldBeOverAtOnceAndIsRefused() throws Exception {
    greet(2);
    assertThatThrownBy(() -> handler.validateRequest(pauseOfAMinute(System.currentTimeMillis() - 60_000)))
        .hasMessageContaining("[BAD_REQUEST").hasMessageContaining("The pause would be over at once");
  }

  /** An OM of version 1 would take the round for a job of a person. */
  @Test
  void aRoundWaitsUntilAllVotersKnowWhatOneIsWhateverVersionItSaysAndIsAuditedAsOne() throws Exception {
    Command.Builder round = submit();
    round.getSubmitBuilder().getSpecBuilder().setRound(Round.getDefaultInstance());
    OMRequest submit = request(round.setVersion(1)).build();
    assertThatThrownBy(() -> handler.validateRequest(submit)).hasMessageContaining("version of this add-on om1 runs");
    greet(2);
    assertThat(apply(submit).getOMResponse()).matches(OMResponse::getSuccess);
    assertThat(audit.lines()).last().asString().contains("op=TRIGGER_RANGE_COMPACTION", "\"origin\":\"SERVICE\"",
        "ret=SUCCESS");
  }

  private void greet(int speaks) throws Exception {
    apply(request(Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om1").setSpeaks(speaks)))
        .build());
  }
}
