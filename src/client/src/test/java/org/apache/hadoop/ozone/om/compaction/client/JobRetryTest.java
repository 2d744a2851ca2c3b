// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobRetryTest {
  private static final String RETRY = RetryRules.idOf(JOB);
  private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  private final FakeRing oms = new FakeRing();
  private Ring ring;

  @BeforeEach
  void connect() throws IOException {
    oms.answerNodes();
    oms.answer(Answer.newBuilder().addJobs(JobRecord.newBuilder()
        .setSpec(JobSpec.newBuilder().setJobId(RETRY).setRetryOf(JOB)).setState(JobState.JOB_QUEUED)).build());
    ring = oms.connect();
  }

  @AfterEach
  void close() throws IOException {
    ring.close();
  }

  private static JobSpec.Builder spec() {
    return JobSpec.newBuilder().setJobId(JOB).addAllNodeIds(List.of("om1", "om2", "om3"));
  }

  /** Answers of the leader with a job of three turns; the one on om2 has succeeded. */
  private void ended(JobSpec.Builder spec) {
    known(spec, JobState.JOB_PARTIAL, TurnState.TURN_SKIPPED, TurnState.TURN_SUCCEEDED, TurnState.TURN_FAILED);
  }

  private void known(JobSpec.Builder spec, JobState state, TurnState... turns) {
    JobRecord.Builder job = JobRecord.newBuilder().setSpec(spec).setState(state)
        .setCreatedAtMs(NOW.minus(Duration.ofHours(30)).toEpochMilli());
    for (TurnState turn : turns) {
      job.addTurns(TurnRecord.newBuilder().setNodeId(spec.getNodeIds(job.getTurnsCount())).setState(turn));
    }
    oms.om("om3").answer("/jobs/" + JOB, JobModel.of(job.build()));
  }

  private JobSpec submitted() {
    assertThat(oms.commands()).hasSize(1);
    return oms.commands().get(0).getSubmit().getSpec();
  }

  private static JobSpec.Builder everyField() {
    return spec()
        .setTargets(Targets.newBuilder().addTables("keyTable").addKeyRanges(KeyRange.newBuilder().setTable("keyTable")
            .setBegin(ByteString.copyFrom(new byte[] {'/', (byte) 0xFF, '\\'})).setEnd(ByteString.copyFromUtf8("x"))))
        .setThresholds(Thresholds.newBuilder().setMinRatio(0).setMinTombstones(0).setTop(3).setMaxEntries(4)
            .setMaxBytes(5).setMaxTotalBytes(6))
        .setMaxParallelNodes(1).setMaxWriteRate(6000).setFlush(true).setAfterDeletions(true).setMoveLeader(true);
  }

  static Stream<JobSpec.Builder> jobs() {
    return Stream.of(everyField(), spec(),
        spec().setTargets(Targets.newBuilder().addExclude("/v")),
        spec().setTargets(Targets.newBuilder().setSlow(true).setVolume("v")),
        spec().setTargets(Targets.newBuilder().addAllBuckets(List.of("/v/a", "/v/b"))));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void retryAsksForTheSameOnTheOmsThatDidNotSucceed(JobSpec.Builder spec) throws IOException {
    ended(spec);
    JobJson retry = ring.commandsOf("alice").retry(JOB.toUpperCase(Locale.ROOT));
    assertThat(retry).returns(RETRY, JobJson::getJobId).returns(JOB, JobJson::getRetryOf);
    assertThat(submitted()).isEqualTo(spec.setJobId(RETRY).setRetryOf(JOB).clearNodeIds()
        .addNodeIds("om1").addNodeIds("om3").build());
    assertThat(oms.commands().get(0).getSubmit().getEndUser()).isEqualTo("alice");
    assertThat(retry.getUnanswered()).isEmpty();
  }

  /** The user agreed to cancel other jobs for the time of the first submission only. */
  @Test
  void consentToCancelOthersIsNotTakenOver() throws IOException {
    ended(spec().setPreempt(true));
    ring.commands().retry(JOB);
    assertThat(submitted().getPreempt()).isFalse();
  }

  private static long in(Duration time) {
    return NOW.plus(time).toEpochMilli();
  }

  @Test
  void beginInThePastIsLeftOutAndOneToComeIsKept() throws IOException {
    ended(spec().setNotBeforeMs(in(Duration.ofHours(-2))).setNotAfterMs(in(Duration.ofHours(2))));
    ring.commands().retry(JOB);
    assertThat(submitted()).returns(0L, JobSpec::getNotBeforeMs)
        .returns(in(Duration.ofHours(2)), JobSpec::getNotAfterMs);
    oms.commands().clear();
    ended(spec().setNotBeforeMs(in(Duration.ofHours(2))));
    ring.commands().retry(JOB);
    assertThat(submitted()).returns(in(Duration.ofHours(2)), JobSpec::getNotBeforeMs)
        .returns(0L, JobSpec::getNotAfterMs);
  }

  @Test
  void closedWindowOpensAgainAtTheSameTimeOfDay() throws IOException {
    ended(spec().setNotBeforeMs(in(Duration.ofHours(-10))).setNotAfterMs(in(Duration.ofHours(-2))));
    ring.commands().retry(JOB);
    assertThat(submitted()).returns(in(Duration.ofHours(14)), JobSpec::getNotBeforeMs)
        .returns(in(Duration.ofHours(22)), JobSpec::getNotAfterMs);
  }

  /** The job was created 30 hours ago. */
  @Test
  void closedWindowWithoutABeginOpensAgainAtTheTimeOfTheSubmission() throws IOException {
    ended(spec().setNotAfterMs(in(Duration.ofHours(-25))));
    ring.commands().retry(JOB);
    assertThat(submitted()).returns(in(Duration.ofHours(18)), JobSpec::getNotBeforeMs)
        .returns(in(Duration.ofHours(23)), JobSpec::getNotAfterMs);
  }

  /** Its window of the first night has closed. Of its days off one is today, whatever day that is. */
  @Test
  void jobWithWeeklyWindowsGetsTheNextOneAndHeedsItsDaysOff() throws IOException {
    LocalDate today = NOW.atZone(ZoneOffset.UTC).toLocalDate();
    String window = "00:00-24:00 UTC except " + today.minusDays(1) + ".." + today.plusDays(1);
    ended(spec().setWindow(window).setNotBeforeMs(in(Duration.ofHours(-20))).setNotAfterMs(in(Duration.ofHours(-10))));
    ring.commands().retry(JOB);
    Instant opens = today.plusDays(2).atStartOfDay(ZoneOffset.UTC).toInstant();
    assertThat(submitted().getWindow()).isEqualTo(window);
    // At midnight the next day off may have begun.
    assertThat(Instant.ofEpochMilli(submitted().getNotBeforeMs())).isEqualTo(opens);
    assertThat(submitted().getDaysOff()).isEqualTo(today.minusDays(1) + ".." + today.plusDays(1));
  }

  @Test
  void fewerOmsCompactAtOnceInASmallerRing() throws IOException {
    ended(spec().setMaxParallelNodes(2));
    ring.commands().retry(JOB);
    assertThat(submitted().getMaxParallelNodes()).isEqualTo(1);
  }

  /** The OM where the job is to go on may have left the ring since the retry was submitted. */
  @Test
  void retryThatIsKnownIsTheAnswerWhateverTheRingIsLike() throws IOException {
    JobRecord job = JobRecord.newBuilder().setState(JobState.JOB_FAILED)
        .setSpec(spec().clearNodeIds().addNodeIds("om9"))
        .addTurns(TurnRecord.newBuilder().setNodeId("om9").setState(TurnState.TURN_FAILED)).build();
    oms.om("om3").answer("/jobs/" + JOB, JobModel.of(job).retriedBy(RETRY));
    JobRecord.Builder retry = JobRecord.newBuilder().setState(JobState.JOB_QUEUED)
        .setSpec(JobSpec.newBuilder().setJobId(RETRY).setRetryOf(JOB).addNodeIds("om9"))
        .addTurns(TurnRecord.newBuilder().setNodeId("om9").setState(TurnState.TURN_WAITING));
    oms.om("om3").answer("/jobs/" + RETRY, JobModel.of(retry.build()));
    assertThat(ring.commands().retry(JOB).getJobId()).isEqualTo(RETRY);
    retry.setState(JobState.JOB_FAILED).getTurnsBuilder(0).setState(TurnState.TURN_FAILED);
    oms.om("om3").answer("/jobs/" + RETRY, JobModel.of(retry.build()));
    assertThatThrownBy(() -> ring.commands().retry(JOB))
        .hasMessage("Job " + JOB + " was retried by job " + RETRY + ", which ended FAILED.")
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getJobId()).isEqualTo(RETRY));
    assertThat(oms.commands()).isEmpty();
  }

  @Test
  void omThatLeftTheRingIsLeftOutAndNamed() throws IOException {
    known(spec().addNodeIds("om9"), JobState.JOB_PARTIAL, TurnState.TURN_SUCCEEDED, TurnState.TURN_SUCCEEDED,
        TurnState.TURN_FAILED, TurnState.TURN_SKIPPED);
    assertThat(ring.commands().retry(JOB).getUnanswered()).singleElement().returns("om9", ProblemJson::getNodeId)
        .returns(ErrorCode.UNKNOWN_NODE, ProblemJson::getCode);
    assertThat(submitted().getNodeIdsList()).containsExactly("om3");
  }

  @Test
  void jobWhoseOmsHaveAllLeftTheRingIsRefused() {
    known(spec().clearNodeIds().addNodeIds("om1").addNodeIds("om8").addNodeIds("om9"), JobState.JOB_PARTIAL,
        TurnState.TURN_SUCCEEDED, TurnState.TURN_FAILED, TurnState.TURN_SKIPPED);
    assertThatThrownBy(() -> ring.commands().retry(JOB))
        .hasMessageEndingWith("om8, om9 are not among its OMs, which are om1, om2, om3.")
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getCode()).isEqualTo(ErrorCode.UNKNOWN_NODE);
          assertThat(e.getNextStep()).isEqualTo("Submit a job for these with 'ozone admin om compaction trigger'.");
        });
    assertThat(oms.commands()).isEmpty();
  }

  /** Only the leader knows by what the job is when the retry arrives, so it says why not. */
  @Test
  void whetherThereIsAnythingToRetryIsLeftToTheLeader() throws IOException {
    known(spec(), JobState.JOB_SUCCEEDED, TurnState.TURN_SUCCEEDED, TurnState.TURN_SUCCEEDED,
        TurnState.TURN_SUCCEEDED);
    ring.commands().retry(JOB);
    assertThat(submitted().getRetryOf()).isEqualTo(JOB);
  }

  @Test
  void unknownOrMalformedJobIsNotSubmitted() {
    oms.om("om3").refuse("/jobs/" + JOB, 404, new ApiErrorJson().code(ErrorCode.UNKNOWN_JOB).message("No."));
    assertThatThrownBy(() -> ring.commands().retry(JOB)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode()).isEqualTo(ErrorCode.UNKNOWN_JOB));
    for (String hostile : List.of("", "1-1-1-1-1", "../nodes", JOB + "/cancel", JOB + "?a=b", "\u0000")) {
      assertThatThrownBy(() -> ring.commands().retry(hostile)).isInstanceOfSatisfying(RefusedException.class,
          e -> assertThat(e.getParameter()).isEqualTo("jobId"));
    }
    assertThat(oms.commands()).isEmpty();
  }
}
