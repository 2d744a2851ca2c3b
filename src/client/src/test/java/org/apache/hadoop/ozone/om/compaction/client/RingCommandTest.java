// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.security.sasl.SaslException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsUpdateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RingCommandTest {
  private final FakeRing oms = new FakeRing();
  private Ring ring;

  @BeforeEach
  void connect() throws IOException {
    oms.answerNodes();
    oms.answer(Answer.newBuilder().addJobs(JobRecord.newBuilder()
        .setSpec(JobSpec.newBuilder().setJobId(JOB)).setState(JobState.JOB_QUEUED)).build());
    ring = oms.connect();
  }

  @AfterEach
  void close() throws IOException {
    ring.close();
  }

  private static JobRequestJson everything() {
    return new JobRequestJson().jobId(JOB).targets(new TargetsJson().everything(true));
  }

  private JobSpec submitted() {
    assertThat(oms.commands()).hasSize(1);
    return oms.commands().get(0).getSubmit().getSpec();
  }

  @Test
  void requestWithoutTargetIsRefused() {
    assertThatThrownBy(() -> ring.commands().trigger(new JobRequestJson().jobId(JOB))).isInstanceOfSatisfying(
        RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("targets"));
    assertThat(oms.commands()).isEmpty();
    assertThat(oms.om("om3").asked()).isEmpty();
  }

  @Test
  void absentFieldsStayAbsent() throws IOException {
    JobJson job = ring.commands().trigger(everything().jobId(JOB.toUpperCase()));
    assertThat(job.getState()).isEqualTo(JobStateJson.QUEUED);
    assertThat(submitted()).isEqualTo(JobSpec.newBuilder().setJobId(JOB)
        .addNodeIds("om1").addNodeIds("om2").addNodeIds("om3").build());
    Command command = oms.commands().get(0);
    assertThat(command.getVersion()).isEqualTo(CompactionEnvelope.VERSION);
    assertThat(command.getSentAtMs()).isPositive();
    assertThat(command.getSubmit().getEndUser()).isEmpty();
  }

  @Test
  void everyFieldOfTheRequestIsSent() throws IOException {
    ring.commandsOf("alice").trigger(new JobRequestJson()
        .targets(new TargetsJson().addTablesItem("keyTable")
            .addKeyRangesItem(new KeyRangeJson().table("keyTable").begin(key("/v/b/a")).end(key("/v/b/b"))))
        .thresholds(new ThresholdsJson().minRatio(0.0).minTombstones(0L).top(3).maxEntries(4L).maxBytes(5L)
            .maxTotalBytes(6L))
        .nodeIds(List.of("om2", "om1"))
        .maxParallelNodes(1)
        .notBefore("2999-01-01T00:00:00Z")
        .notAfter("2999-01-01T02:00:00+01:00")
        .maxWriteRate(6000L).flush(true).afterDeletions(true).preempt(true).moveLeader(true));
    JobSpec spec = submitted();
    assertThat(spec.getTargets().getKeyRanges(0).getBegin().toStringUtf8()).isEqualTo("/v/b/a");
    assertThat(spec.getThresholds()).isEqualTo(Thresholds.newBuilder()
        .setMinRatio(0).setMinTombstones(0).setTop(3).setMaxEntries(4).setMaxBytes(5).setMaxTotalBytes(6).build());
    assertThat(spec.getNodeIdsList()).containsExactly("om2", "om1");
    assertThat(spec.getMaxParallelNodes()).isEqualTo(1);
    assertThat(spec.getNotAfterMs() - spec.getNotBeforeMs()).isEqualTo(3_600_000);
    assertThat(spec.getMaxWriteRate()).isEqualTo(6000);
    assertThat(List.of(spec.getFlush(), spec.getAfterDeletions(), spec.getPreempt(), spec.getMoveLeader()))
        .containsOnly(true);
    assertThat(oms.commands().get(0).getSubmit().getEndUser()).isEqualTo("alice");
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of(new TargetsJson().path("/v/b/dir").addTablesItem("fileTable"),
            "path=%2Fv%2Fb%2Fdir&table=fileTable"),
        Arguments.of(new TargetsJson().addBucketsItem("/v/b").prefix("a b"), "bucket=%2Fv%2Fb&prefix=a+b"));
  }

  @Test
  void dryRunIsRefusedAsTheJobIfTheKeysOfANameAreTooLong() {
    KeyRangeJson range = new KeyRangeJson().table("keyTable").begin(key("/v/b/" + "a".repeat(9000))).end(key("/v/b/b"));
    oms.om("om3").answer("/ranges", new RangeListJson().targets(new TargetsJson().addKeyRangesItem(range)));
    JobRequestJson job = new JobRequestJson().jobId(JOB).targets(new TargetsJson().addBucketsItem("/v/b").prefix("a"));
    assertThatThrownBy(() -> ring.commands().rehearse(job)).isInstanceOf(RefusedException.class)
        .hasMessageContaining("A key has at most");
    assertThatThrownBy(() -> ring.commands().trigger(job)).isInstanceOf(RefusedException.class)
        .hasMessageContaining("A key has at most");
  }

  @ParameterizedTest
  @MethodSource("names")
  void jobHoldsTheKeyRangesThatTheLeaderHasFoundForAName(TargetsJson named, String query) throws IOException {
    KeyRangeJson range = new KeyRangeJson().table("fileTable").begin(key("/1/2/3/")).end(key("/1/2/3/z"));
    oms.om("om3").answer("/ranges", new RangeListJson().targets(new TargetsJson().addKeyRangesItem(range)));
    ring.commands().trigger(new JobRequestJson().jobId(JOB).targets(named));
    assertThat(oms.om("om3").asked()).contains("/compaction/v1/ranges?" + query + "&limit=1");
    assertThat(submitted().getTargets()).isEqualTo(Targets.newBuilder().addKeyRanges(
        KeyRange.newBuilder().setTable("fileTable").setBegin(ByteString.copyFromUtf8("/1/2/3/"))
            .setEnd(ByteString.copyFromUtf8("/1/2/3/z"))).build());
  }

  @Test
  void nameThatTheLeaderDoesNotFindIsNotSubmitted() {
    JobRequestJson request = new JobRequestJson().jobId(JOB).targets(new TargetsJson().path("/v/b/dri"));
    oms.om("om3").refuse("/ranges", 404, new ApiErrorJson().code(ErrorCode.UNKNOWN_PATH).message("There is none.")
        .parameter("path"));
    assertThatThrownBy(() -> ring.commands().trigger(request)).hasMessage("There is none.")
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getCode()).isEqualTo(ErrorCode.UNKNOWN_PATH);
          assertThat(e.getParameter()).isEqualTo("targets.path");
        });
    oms.om("om3").answer("/ranges", new RangeListJson());
    assertThatThrownBy(() -> ring.commands().trigger(request)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode()).isEqualTo(ErrorCode.INTERNAL));
    assertThat(oms.commands()).isEmpty();
  }

  @Test
  void emptyObjectsEqualAbsentOnes() throws IOException {
    ring.commands().trigger(everything());
    ring.commands().trigger(everything().thresholds(new ThresholdsJson()));
    assertThat(oms.commands()).extracting(Command::getSubmit).hasSize(2).containsOnly(
        oms.commands().get(0).getSubmit());
  }

  @Test
  void submissionStaysTheSameAfterALeaderChange() throws IOException {
    ring.commands().trigger(everything());
    oms.lead("om1");
    oms.om("om1").answer("/nodes", self("om1", NodeRoleJson.LEADER));
    ring.commands().trigger(everything());
    assertThat(oms.commands()).extracting(Command::getSubmit).hasSize(2).containsOnly(
        oms.commands().get(0).getSubmit());
  }

  @Test
  void leaderWithoutAddOnReceivesNoCommand() {
    oms.lead("om1");
    oms.om("om1").stock();
    fails(ErrorCode.ADD_ON_MISSING);
    assertThat(oms.commands()).isEmpty();
  }

  @Test
  void commandIsSentDespiteASilentHttpPort() throws IOException {
    oms.om("om3").close();
    ring.commands().trigger(everything());
    assertThat(oms.commands()).hasSize(1);
  }

  @Test
  void healthyRingReportsNoProblem() throws IOException {
    assertThat(ring.commands().trigger(everything()).getUnanswered()).isEmpty();
    assertThat(ring.commands().rehearse(everything())).isEmpty();
    assertThat(oms.commands()).hasSize(1);
  }

  @Test
  void skippedTurnsAreReportedWithTheJobAndItsRehearsal() throws IOException {
    oms.om("om1").answer("/nodes", self("om1", NodeRoleJson.FOLLOWER, new ProblemJson().nodeId("om1")
        .code(ErrorCode.ADD_ON_DISABLED).message("Off.")));
    oms.om("om2").stock();
    List<ProblemJson> problems = ring.commands().trigger(everything()).getUnanswered();
    assertThat(problems).extracting(problem -> problem.getNodeId() + " " + problem.getCode())
        .containsExactlyInAnyOrder("om1 ADD_ON_DISABLED", "om2 ADD_ON_MISSING");
    assertThat(problems).allSatisfy(problem -> assertThat(problem.getMessage()).endsWith("Its turn will be skipped."));
    assertThat(ring.commands().rehearse(everything())).isEqualTo(problems);
    assertThat(ring.commands().rehearse(everything().addNodeIdsItem("om3").addNodeIdsItem("om1"))).singleElement()
        .returns("om1", ProblemJson::getNodeId);
  }

  @Test
  void silentNodeIsReported() throws IOException {
    oms.om("om2").close();
    assertThat(ring.commands().rehearse(everything())).singleElement().satisfies(problem ->
        assertThat(problem.getMessage()).contains("om2", "unless the leader reaches it"));
  }

  @Test
  void refusingOrBusyNodeIsNotReported() throws IOException {
    oms.om("om1").refuse("/nodes", 403, new ApiErrorJson().code(ErrorCode.FORBIDDEN).message("No."));
    oms.om("om2").refuse("/nodes", 503, new ApiErrorJson().code(ErrorCode.BUSY).message("Later."));
    assertThat(ring.commands().rehearse(everything())).isEmpty();
  }

  @Test
  void parallelNodesBeyondTheSpareAreRefused() {
    assertThatThrownBy(() -> ring.commands().trigger(everything().maxParallelNodes(2))).isInstanceOfSatisfying(
        RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("maxParallelNodes"))
        .hasMessageContaining("At most 1 of 3 OMs");
    assertThat(oms.commands()).isEmpty();
  }

  @Test
  void plainEchoIsReportedAsAMissingAddOn() {
    oms.answerAsStock();
    fails(ErrorCode.ADD_ON_MISSING);
  }

  @Test
  void commandWithoutLeaderIsRefused() {
    oms.lead(null);
    fails(ErrorCode.NO_LEADER);
    assertThat(oms.commands()).isEmpty();
  }

  @Test
  void commandForAnUnknownNodeIsRefused() {
    assertThatThrownBy(() -> ring.commands().trigger(everything().nodeIds(List.of("om9"))))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("nodeIds"))
        .hasMessageContaining("om1, om2, om3");
    assertThat(oms.commands()).isEmpty();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(new OMException(new RefusedException(ErrorCode.JOB_OVERLAPS, "Taken.", null, JOB, null).text(),
            OMException.ResultCodes.INVALID_REQUEST), ErrorCode.JOB_OVERLAPS),
        Arguments.of(new IOException("[RING_UNHEALTHY] om1 is down.\n\tat org.apache.Foo"),
            ErrorCode.RING_UNHEALTHY),
        Arguments.of(new OMException("no", OMException.ResultCodes.PERMISSION_DENIED), ErrorCode.FORBIDDEN),
        Arguments.of(new OMException("no", OMException.ResultCodes.INVALID_REQUEST), ErrorCode.BAD_REQUEST),
        Arguments.of(new OMException("no", OMException.ResultCodes.INVALID_TOKEN), ErrorCode.UNAUTHENTICATED),
        Arguments.of(new OMException("prepared", OMException.ResultCodes.NOT_SUPPORTED_OPERATION_WHEN_PREPARED),
            ErrorCode.RING_UNHEALTHY),
        Arguments.of(new OMException(OMException.ResultCodes.VOLUME_NOT_FOUND), ErrorCode.INTERNAL),
        Arguments.of(new AccessControlException("no"), ErrorCode.UNAUTHENTICATED),
        Arguments.of(new IOException("x", new SaslException("no ticket")), ErrorCode.UNAUTHENTICATED),
        Arguments.of(new ConnectException("refused"), ErrorCode.NO_LEADER));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void exceptionOfTheRpcMapsToItsErrorCode(IOException thrown, ErrorCode code) {
    oms.refuse(thrown);
    fails(code);
  }

  @Test
  void refusalKeepsJobAndMessage() {
    oms.refuse(new OMException(
        new RefusedException(ErrorCode.JOB_OVERLAPS, "Taken.", "targets.buckets", JOB, null).text(),
        OMException.ResultCodes.INVALID_REQUEST));
    assertThatThrownBy(() -> ring.commands().trigger(everything())).hasMessage("Taken.")
        .isInstanceOfSatisfying(RefusedException.class, e -> {
          assertThat(e.getJobId()).isEqualTo(JOB);
          assertThat(e.getParameter()).isEqualTo("targets.buckets");
        });
  }

  @Test
  void cancelSendsOneJobOrAll() throws IOException {
    assertThat(ring.commandsOf("bob").cancel(JOB).getJobId()).isEqualTo(JOB);
    assertThat(ring.commands().cancelAll().getTotalCount()).isEqualTo(1);
    assertThat(oms.commands()).extracting(command -> command.getCancel().getJobId()).containsExactly(JOB, "");
    assertThat(oms.commands().get(0).getCancel().getEndUser()).isEqualTo("bob");
  }

  @Test
  void changesOfAJobNameThePersonAndGiveNothingElse() throws IOException {
    RingCommands bobs = ring.commandsOf("bob");
    JobUpdateJson update = new JobUpdateJson().maxWriteRate(4096L).notAfter("2090-01-02T06:00:00Z")
        .thresholds(new ThresholdsUpdateJson().maxTotalBytes(7L));
    assertThat(bobs.update(JOB.toUpperCase(Locale.ROOT), update).getJobId()).isEqualTo(JOB);
    bobs.pause(JOB);
    bobs.resume(JOB);
    assertThat(oms.commands()).extracting(command -> command.toBuilder().clearVersion().clearSentAtMs().build())
        .containsExactly(
            Command.newBuilder().setUpdateJob(UpdateJob.newBuilder().setJobId(JOB).setEndUser("bob")
                .setLimits(JobLimits.newBuilder().setMaxWriteRate(4096).setMaxTotalBytes(7)
                    .setNotAfterMs(Instant.parse("2090-01-02T06:00:00Z").toEpochMilli()))).build(),
            Command.newBuilder().setPauseJob(PauseJob.newBuilder().setJobId(JOB).setEndUser("bob")).build(),
            Command.newBuilder().setResumeJob(ResumeJob.newBuilder().setJobId(JOB).setEndUser("bob")).build());
  }

  static Stream<Arguments> wrongUpdates() {
    return Stream.of(
        Arguments.of(null, new JobUpdateJson()),
        Arguments.of(null, new JobUpdateJson().thresholds(new ThresholdsUpdateJson())),
        Arguments.of("maxWriteRate", new JobUpdateJson().maxWriteRate(0L)),
        Arguments.of("maxWriteRate", new JobUpdateJson().maxWriteRate(1023L)),
        Arguments.of("maxWriteRate", new JobUpdateJson().maxWriteRate(Long.MAX_VALUE)),
        Arguments.of("thresholds.maxTotalBytes",
            new JobUpdateJson().thresholds(new ThresholdsUpdateJson().maxTotalBytes(-1L))),
        Arguments.of("notAfter", new JobUpdateJson().notAfter("2000-01-01T00:00:00Z")),
        Arguments.of("notAfter", new JobUpdateJson().notAfter("tomorrow")),
        Arguments.of("notBefore",
            new JobUpdateJson().notBefore("2090-01-02T00:00:00Z").notAfter("2090-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @MethodSource("wrongUpdates")
  void wrongUpdateIsNotSent(String parameter, JobUpdateJson update) {
    assertThatThrownBy(() -> ring.commands().update(JOB, update)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getParameter()).isEqualTo(parameter));
    assertThat(oms.commands()).isEmpty();
  }

  private void fails(ErrorCode code) {
    assertThatThrownBy(() -> ring.commands().trigger(everything())).isInstanceOfSatisfying(
        RefusedException.class, e -> assertThat(e.getCode()).as(e.toString()).isEqualTo(code));
  }
}
