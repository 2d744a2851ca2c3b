// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.protobuf.ByteString;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMove;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JobModelTest {
  @Test
  void daysOffAreTakenForTheWindowThatTheyMoved() {
    JobRecord.Builder job = JobRecord.newBuilder().setSpec(JobSpec.newBuilder()
        .setJobId("123e4567-e89b-12d3-a456-426614174000").setNotBeforeMs(9).setDaysOff("2026-12-24"))
        .setState(JobState.JOB_QUEUED);
    assertThat(JobModel.of(job.build()).getDaysOff()).isEqualTo("2026-12-24");
    job.setSubmittedLimits(JobLimits.newBuilder().setNotBeforeMs(9).setMaxWriteRate(1));
    assertThat(JobModel.of(job.build()).getDaysOff()).isEqualTo("2026-12-24");
    job.getSpecBuilder().setNotBeforeMs(7);
    assertThat(JobModel.of(job.build()).getDaysOff()).isNull();
  }

  /** Its retry has these times, as they are the limits in force. */
  @Test
  void jobWhoseTimesWereChangedIsInNoWindow() {
    JobRecord.Builder job = JobRecord.newBuilder().setState(JobState.JOB_QUEUED).setSpec(JobSpec.newBuilder()
        .setJobId("123e4567-e89b-12d3-a456-426614174000").setNotBeforeMs(5).setNotAfterMs(9).setWindow("Sat UTC"));
    assertThat(JobModel.of(job.build()).getWindow()).isEqualTo("Sat UTC");
    job.setSubmittedLimits(JobLimits.newBuilder().setNotBeforeMs(5).setNotAfterMs(9).setMaxWriteRate(1));
    assertThat(JobModel.of(job.build()).getWindow()).isEqualTo("Sat UTC");
    job.getSpecBuilder().setNotAfterMs(8);
    assertThat(JobModel.of(job.build()).getWindow()).isNull();
    job.getSpecBuilder().setNotAfterMs(9).setNotBeforeMs(6);
    assertThat(JobModel.of(job.build()).getWindow()).isNull();
  }


  @Test
  void absentFieldsStayAbsent() throws JsonProcessingException {
    JobRecord record = JobRecord.newBuilder()
        .setSpec(JobSpec.newBuilder().setJobId("j").addNodeIds("om1").setMaxParallelNodes(1).setMaxWriteRate(5))
        .setRequestedBy("root")
        .setState(JobState.JOB_QUEUED)
        .addTurns(TurnRecord.newBuilder().setNodeId("om1").setState(TurnState.TURN_WAITING))
        .setUpdatedIndex(7)
        .build();
    assertThat(CompactionJson.mapper().writeValueAsString(JobModel.of(record))).isEqualTo("{\"jobId\":\"j\","
        + "\"state\":\"QUEUED\",\"requestedBy\":\"root\",\"origin\":\"PERSON\",\"targets\":{\"everything\":true},"
        + "\"thresholds\":{},\"nodeIds\":[\"om1\"],\"maxParallelNodes\":1,\"maxWriteRate\":5,"
        + "\"created\":\"1970-01-01T00:00:00.000Z\","
        + "\"turns\":[{\"nodeId\":\"om1\",\"state\":\"WAITING\"}],\"revision\":7}");
  }

  @Test
  void thresholdOfZeroStaysPresent() {
    JobRecord record = JobRecord.newBuilder()
        .setState(JobState.JOB_QUEUED)
        .setSpec(JobSpec.newBuilder().setThresholds(
            Thresholds.newBuilder().setMinRatio(0).setMinTombstones(0)))
        .build();
    assertThat(JobModel.of(record).getThresholds()).isEqualTo(new ThresholdsJson().minRatio(0.0).minTombstones(0L));
  }

  @Test
  void everythingButWhatIsExcludedIsEverything() {
    JobRecord record = JobRecord.newBuilder().setState(JobState.JOB_QUEUED)
        .setSpec(JobSpec.newBuilder().setTargets(Targets.newBuilder().addExclude("/v"))).build();
    assertThat(JobModel.of(record).getTargets()).isEqualTo(new TargetsJson().everything(true).addExcludeItem("/v"));
  }

  @Test
  void whatIsNotKnownOfAMovedLeaderIsAbsent() {
    JobRecord.Builder record = JobRecord.newBuilder().setState(JobState.JOB_RUNNING)
        .setSpec(JobSpec.newBuilder().setMoveLeader(true));
    assertThat(JobModel.of(record.build())).returns(true, JobJson::getMoveLeader).returns(null, JobJson::getLeaderMove);
    record.setLeaderMove(LeaderMove.newBuilder().setFrom("om1").setTo("om2").setAskedAtMs(5));
    assertThat(JobModel.of(record.build()).getLeaderMove())
        .isEqualTo(new LeaderMoveJson().from("om1").to("om2").asked("1970-01-01T00:00:00.005Z"));
    record.setLeaderMove(LeaderMove.newBuilder().setFailure("Nobody."));
    assertThat(JobModel.of(record.build()).getLeaderMove()).isEqualTo(new LeaderMoveJson().failure("Nobody."));
  }

  @Test
  void endedJobNamesWhatItRetriesAndWhereItIsToBeRetried() {
    JobRecord.Builder record = JobRecord.newBuilder().setState(JobState.JOB_RUNNING)
        .addTurns(TurnRecord.newBuilder().setNodeId("om1").setState(TurnState.TURN_SUCCEEDED))
        .addTurns(TurnRecord.newBuilder().setNodeId("om2").setState(TurnState.TURN_SKIPPED));
    assertThat(JobModel.of(record.build())).returns(null, JobJson::getRetryOf)
        .returns(List.of(), JobJson::getRetryNodeIds);
    record.setState(JobState.JOB_PARTIAL).setSpec(JobSpec.newBuilder().setRetryOf("first"));
    assertThat(JobModel.of(record.build())).returns("first", JobJson::getRetryOf)
        .returns(List.of("om2"), JobJson::getRetryNodeIds);
  }

  @Test
  void limitOfZeroBytesIsAbsent() {
    assertThat(JobModel.of(withTotalBytes(20L << 30)).getThresholds())
        .isEqualTo(new ThresholdsJson().maxTotalBytes(20L << 30));
    assertThat(JobModel.of(withTotalBytes(0)).getThresholds()).isEqualTo(new ThresholdsJson());
  }

  private static JobRecord withTotalBytes(long bytes) {
    return JobRecord.newBuilder().setState(JobState.JOB_QUEUED).setSpec(JobSpec.newBuilder()
        .setThresholds(Thresholds.newBuilder().setMaxTotalBytes(bytes))).build();
  }

  @Test
  void keysHaveTextAndBase64() {
    byte[] key = {'/', 'v'};
    JobRecord record = JobRecord.newBuilder()
        .setState(JobState.JOB_RUNNING)
        .setSpec(JobSpec.newBuilder().setTargets(Targets.newBuilder().addKeyRanges(
            KeyRange.newBuilder().setTable("keyTable")
                .setBegin(ByteString.copyFrom(key)).setEnd(ByteString.copyFrom(key)))))
        .build();
    assertThat(JobModel.of(record).getTargets().getKeyRanges()).singleElement()
        .returns(new KeyJson().text("/v").base64(key), KeyRangeJson::getBegin);
  }

  @ParameterizedTest
  @EnumSource(value = WaitReason.class, names = {"WAIT_NONE", "UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyWaitReasonHasAModel(WaitReason reason) {
    assertThat(JobModel.wait(TurnFigures.newBuilder().setWaitReason(reason).build()).getReason())
        .hasToString(reason.name().substring("WAIT_".length()));
  }

  @ParameterizedTest
  @EnumSource(value = TurnState.class, names = {"TURN_STATE_UNSPECIFIED", "UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyTurnStateHasAModel(TurnState state) {
    JobRecord record = JobRecord.newBuilder()
        .setState(JobState.JOB_RUNNING)
        .addTurns(TurnRecord.newBuilder().setState(state))
        .build();
    assertThat(JobModel.of(record).getTurns()).singleElement()
        .returns(state.name().substring("TURN_".length()), turn -> turn.getState().name());
  }

  @ParameterizedTest
  @EnumSource(value = TurnReason.class, names = {"TURN_REASON_NONE", "UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyTurnReasonHasAModel(TurnReason reason) {
    JobRecord record = JobRecord.newBuilder()
        .setState(JobState.JOB_RUNNING)
        .addTurns(TurnRecord.newBuilder().setState(TurnState.TURN_FAILED).setReason(reason))
        .build();
    assertThat(JobModel.of(record).getTurns()).singleElement()
        .returns(reason.name(), turn -> turn.getReason().name());
  }

  @ParameterizedTest
  @EnumSource(value = JobState.class, names = {"JOB_STATE_UNSPECIFIED", "UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyJobStateHasAModel(JobState state) {
    assertThat(JobModel.of(JobRecord.newBuilder().setState(state).build()).getState())
        .hasToString(state.name().substring("JOB_".length()));
  }

  @Test
  void recordWithUnknownValuesIsRefused() {
    JobRecord readable = JobRecord.newBuilder().setState(JobState.JOB_QUEUED)
        .setSpec(JobSpec.newBuilder().setJobId("readable")).build();
    List<JobRecord> odd = List.of(
        readable.toBuilder().setStateValue(0).build(),
        readable.toBuilder().setStateValue(99).build(),
        readable.toBuilder().addTurns(TurnRecord.newBuilder().setStateValue(0)).build(),
        readable.toBuilder().addTurns(TurnRecord.newBuilder().setStateValue(99)).build(),
        readable.toBuilder().addTurns(TurnRecord.newBuilder().setState(TurnState.TURN_WAITING)
            .setReasonValue(99)).build(),
        readable.toBuilder().addTurns(TurnRecord.newBuilder().setState(TurnState.TURN_RUNNING)
            .setFigures(TurnFigures.newBuilder().setWaitReasonValue(99))).build());
    assertThat(odd).allSatisfy(record ->
        assertThatIllegalArgumentException().isThrownBy(() -> JobModel.of(record)));
    assertThat(JobModel.of(readable.toBuilder().setCreatedAtMs(Long.MIN_VALUE).setEndedAtMs(Long.MAX_VALUE).build()))
        .returns("readable", JobJson::getJobId);
  }

  @ParameterizedTest
  @CsvSource({"1, 100, 1", "10, 100, 9", "1000, 240, 4", "1000, 3, 102", "2, 8192, 0"})
  void listedJobShowsSomeKeyRangesAndTheNumberLeftOut(int ranges, int keyBytes, int listed)
      throws JsonProcessingException {
    Targets.Builder targets = Targets.newBuilder();
    ByteString key = ByteString.copyFromUtf8("k".repeat(keyBytes));
    for (int i = 0; i < ranges; i++) {
      targets.addKeyRanges(KeyRange.newBuilder().setTable("keyTable").setBegin(key).setEnd(key));
    }
    JobRecord record = queued(targets);

    JobJson inList = JobModel.listed(record);

    assertThat(inList.getTargets().getKeyRanges()).hasSize(listed);
    assertThat(inList.getTargetsLeftOut()).isEqualTo(listed == ranges ? null : Integer.valueOf(ranges - listed));
    assertThat(inList.getTargets().getEverything()).isNull();
    assertThat(CompactionJson.mapper().writeValueAsBytes(inList).length).isLessThan(20_000);
    assertThat(JobModel.of(record).getTargets().getKeyRanges()).hasSize(ranges);
    assertThat(JobModel.of(record).getTargetsLeftOut()).isNull();
  }

  @Test
  void listedJobShowsSomeBucketsAndTheNumberLeftOut() {
    Targets.Builder targets = Targets.newBuilder().addTables("keyTable");
    IntStream.range(0, 1000).forEach(i -> targets.addBuckets(String.format("/volume/bucket-%06d", i)));

    JobJson inList = JobModel.listed(queued(targets));

    assertThat(inList.getTargets().getBuckets()).hasSize(97).startsWith("/volume/bucket-000000");
    assertThat(inList.getTargetsLeftOut()).isEqualTo(903);
    assertThat(inList.getTargets().getTables()).containsExactly("keyTable");
  }

  @Test
  void smallJobIsListedWhole() {
    JobRecord everything = queued(Targets.newBuilder());
    JobRecord bucket = queued(Targets.newBuilder().addBuckets("/v/b"));

    assertThat(JobModel.listed(everything)).isEqualTo(JobModel.of(everything));
    assertThat(JobModel.listed(bucket)).isEqualTo(JobModel.of(bucket));
  }

  private static JobRecord queued(Targets.Builder targets) {
    return JobRecord.newBuilder().setState(JobState.JOB_QUEUED)
        .setSpec(JobSpec.newBuilder().setTargets(targets)).build();
  }

  @Test
  void timesSortAsText() {
    long second = 1_795_280_400_000L;
    assertThat(LongStream.of(second - 1, second, second + 1, second + 530, second + 1000).mapToObj(millis ->
        JobModel.of(JobRecord.newBuilder().setState(JobState.JOB_QUEUED)
            .setStartedAtMs(millis).build())
            .getStarted()))
        .isSorted()
        .element(1).isEqualTo("2026-11-21T17:00:00.000Z");
  }
}
