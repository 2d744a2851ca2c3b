// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryRulesTest {
  private static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  /** om1, om2 and so on, with turns that ended or stand like this. */
  private static JobRecord job(JobState state, String... turns) {
    JobRecord.Builder job = JobRecord.newBuilder().setState(state).setSpec(JobSpec.newBuilder().setJobId(JOB));
    for (String turn : turns) {
      job.addTurns(TurnRecord.newBuilder().setNodeId("om" + (job.getTurnsCount() + 1))
          .setState(TurnState.valueOf("TURN_" + turn)));
    }
    return job.build();
  }

  private static JobRecord round() {
    JobRecord job = job(JobState.JOB_PARTIAL, "SUCCEEDED", "FAILED");
    return job.toBuilder().setSpec(job.getSpec().toBuilder().setRound(Round.getDefaultInstance())).build();
  }

  private static JobSpec retry(String... nodeIds) {
    return JobSpec.newBuilder().setJobId(RetryRules.idOf(JOB)).setRetryOf(JOB).addAllNodeIds(List.of(nodeIds)).build();
  }

  /** It must never change, or a retry sent to a newer OM would be a second job. */
  @Test
  void idOfARetryFollowsFromTheJob() {
    assertThat(RetryRules.idOf(JOB)).isEqualTo("c36c8acf-c4d4-30bd-9130-7812a5c0298c");
    assertThatCode(() -> JobSpecRules.checkJobId(RetryRules.idOf(JOB))).doesNotThrowAnyException();
    assertThat(RetryRules.idOf(RetryRules.idOf(JOB))).isNotIn(JOB, RetryRules.idOf(JOB));
  }

  @ParameterizedTest
  @CsvSource({
      "QUEUED,    WAITING WAITING WAITING,      ",
      "RUNNING,   SUCCEEDED FAILED WAITING,     ",
      "SUCCEEDED, SUCCEEDED SUCCEEDED SUCCEEDED,",
      "PARTIAL,   SUCCEEDED FAILED SKIPPED,     om2 om3",
      "FAILED,    FAILED SKIPPED SKIPPED,       om1 om2 om3",
      "EXPIRED,   SUCCEEDED EXPIRED EXPIRED,    om2 om3",
      "CANCELLED, CANCELLED SUCCEEDED CANCELLED,om1 om3"})
  void nodesToRetryAreThoseWhoseTurnDidNotSucceed(String state, String turns, String nodes) {
    assertThat(RetryRules.nodes(job(JobState.valueOf("JOB_" + state), turns.split(" "))))
        .isEqualTo(nodes == null ? List.of() : List.of(nodes.split(" ")));
  }

  @Test
  void roundHasNoNodesToRetry() {
    assertThat(RetryRules.nodes(round())).isEmpty();
  }

  private static void refused(JobRecord job, JobSpec retry, ErrorCode code, String message, String... steps) {
    assertThatThrownBy(() -> RetryRules.check(job, retry)).hasMessageContaining(message)
        .hasMessageNotContaining("ozone admin").isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getCode()).isEqualTo(code);
          assertThat(e.getNextStep()).contains("'ozone admin om compaction ");
          assertThat(List.of(steps)).allSatisfy(step -> assertThat(e.getNextStep()).contains(step));
          assertThat(RefusedException.parse(e.text(), null)).get()
              .returns(e.toApiError(), RefusedException::toApiError);
        });
  }

  @Test
  void jobThatLeavesNothingToRetryIsRefusedWithANextStep() {
    refused(job(JobState.JOB_RUNNING, "WAITING"), retry("om1"), ErrorCode.JOB_OPEN,
        "has not ended", "status " + JOB + " --wait'", "cancel " + JOB + "'");
    refused(job(JobState.JOB_QUEUED, "WAITING"), retry("om1"), ErrorCode.JOB_OPEN, "has not ended");
    refused(job(JobState.JOB_SUCCEEDED, "SUCCEEDED"), retry("om1"), ErrorCode.JOB_ENDED,
        "has succeeded on all its OMs", "compaction list'");
    refused(round(), retry("om2"), ErrorCode.BAD_REQUEST, "is a round of the service", "compaction service'");
  }

  @Test
  void retryOnOtherOmsThanThoseThatAreLeftIsRefused() {
    JobRecord job = job(JobState.JOB_PARTIAL, "SUCCEEDED", "FAILED", "SKIPPED");
    assertThatCode(() -> RetryRules.check(job, retry("om2", "om3"))).doesNotThrowAnyException();
    assertThatCode(() -> RetryRules.check(job, retry("om3"))).doesNotThrowAnyException();
    refused(job, retry("om3", "om1"), ErrorCode.BAD_REQUEST, "not to be retried on om1, but on om2, om3.",
        "compaction retry " + JOB + "'");
    refused(job, retry("om9"), ErrorCode.BAD_REQUEST, "not to be retried on om9, but on om2, om3");
  }

  @Test
  void knownRetryIsRetriedItselfOnceItHasEndedWithoutSuccess() {
    JobRecord.Builder retry = job(JobState.JOB_PARTIAL, "SUCCEEDED", "SKIPPED").toBuilder()
        .setSpec(retry("om1", "om2"));
    assertThatThrownBy(() -> RetryRules.checkKnown(retry.build()))
        .hasMessage("Job " + JOB + " was retried by job " + RetryRules.idOf(JOB) + ", which ended PARTIAL.")
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e)
            .returns(ErrorCode.JOB_ENDED, RefusedException::getCode)
            .returns("Retry that one with 'ozone admin om compaction retry " + RetryRules.idOf(JOB) + "'.",
                RefusedException::getNextStep)
            .returns(RetryRules.idOf(JOB), RefusedException::getJobId));
    for (JobState state : List.of(JobState.JOB_QUEUED, JobState.JOB_RUNNING, JobState.JOB_SUCCEEDED)) {
      assertThatCode(() -> RetryRules.checkKnown(retry.setState(state).build())).doesNotThrowAnyException();
    }
  }

  @Test
  void retriesOfOneJobAreTheSameWhateverTheirNodes() {
    assertThat(RetryRules.isSame(retry("om1"), retry("om2"))).isTrue();
    assertThat(RetryRules.isSame(retry("om1").toBuilder().clearRetryOf().build(), retry("om1"))).isFalse();
    assertThat(RetryRules.isSame(JobSpec.getDefaultInstance(), JobSpec.getDefaultInstance())).isFalse();
  }
}
