// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.apache.hadoop.ozone.om.execution.flowcontrol.ExecutionContext;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.EchoRPCRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.S3Authentication;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Status;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.apache.ratis.server.protocol.TermIndex;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes, before the log and out of it: a valid answer, and nothing written that should not be. */
class CompactionRequestHandlerTest {
  private static final String JOB = new UUID(1, 2).toString();
  private static final int MEBIBYTE = 1 << 20;

  @TempDir
  private static Path directory;
  private static OmDatabaseFixture om;
  private static JobRecordTable table;
  private final AuditLines audit = new AuditLines();
  private CompactionRequestHandler handler = handler("alice"::equals, table);
  private int refusals;
  private long index;

  @BeforeAll
  static void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("vol");
    om.bucket("vol", "b", BucketLayout.OBJECT_STORE);
    table = new JobRecordTable(om::metadata);
  }

  @AfterAll
  static void close() throws Exception {
    om.close();
  }

  @AfterEach
  void forget() throws Exception {
    audit.close();
    commit(batch -> JobRecordTable.delete(om.metadata(), batch, JOB));
  }

  private CompactionRequestHandler handler(Predicate<String> administrators, JobRegistry.Records records) {
    JobRegistry registry = new JobRegistry(records);
    CommandCheck check = new CommandCheck(CompactionConfig.from(new OzoneConfiguration()), registry, administrators,
        om::metadata, () -> Optional.of(new RingHealth("om1", List.of(RingHealth.Member.voter("om1", 0, 0)))));
    return new CompactionRequestHandler(null, registry, check, audit.audit(), () -> refusals++);
  }

  private static Command.Builder submit() {
    return Command.newBuilder().setVersion(1).setSentAtMs(1).setSubmit(
        SubmitJob.newBuilder().setSpec(JobSpec.newBuilder().setJobId(JOB).addNodeIds("om1")
            .setTargets(Targets.newBuilder().addBuckets("/vol/b"))));
  }

  private static Command.Builder cancel(String jobId) {
    return Command.newBuilder().setVersion(1)
        .setCancel(CancelJobs.newBuilder().setJobId(jobId));
  }

  private static OMRequest.Builder request(byte[] payload) {
    return OMRequest.newBuilder().setCmdType(Type.EchoRPC).setClientId("client").setTraceID("trace")
        .setUserInfo(UserInfo.newBuilder().setUserName("alice").setRemoteAddress("10.0.0.1"))
        .setEchoRPCRequest(EchoRPCRequest.newBuilder().setReadOnly(false)
            .setPayloadReq(ByteString.copyFrom(payload)));
  }

  private static OMRequest.Builder request(Command.Builder command) {
    return request(CompactionEnvelope.wrap(command.build()));
  }

  /** Bytes behind the mark. */
  private static byte[] marked(byte[] body) {
    byte[] mark = CompactionEnvelope.wrap(Command.getDefaultInstance());
    byte[] payload = Arrays.copyOf(mark, mark.length + body.length);
    System.arraycopy(body, 0, payload, mark.length, body.length);
    return payload;
  }

  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(length).nextBytes(noise);
    noise[0] = (byte) 0xff;
    return noise;
  }

  static Stream<Arguments> badRequests() {
    return Stream.of(
        Arguments.of("the mark alone", request(marked(new byte[0]))),
        Arguments.of("garbage behind the mark", request(marked(noise(1000)))),
        Arguments.of("half a command", request(Arrays.copyOf(CompactionEnvelope.wrap(submit().build()), 40))),
        Arguments.of("a command without a body", request(Command.newBuilder().setVersion(1))),
        Arguments.of("a newer version", request(submit().setVersion(CompactionEnvelope.VERSION + 1))),
        Arguments.of("S3 authentication", request(submit()).setS3Authentication(
            S3Authentication.newBuilder().setAccessId("alice").setSignature("s").setStringToSign("t"))),
        Arguments.of("a job that is not there", request(cancel(JOB))),
        Arguments.of("a name as long as the request", request(cancel("j".repeat(MEBIBYTE - 100)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRequests")
  void isNotLetIntoTheLog(String what, OMRequest.Builder request) throws Exception {
    assertThatThrownBy(() -> handler.validateRequest(request.build()))
        .isInstanceOfSatisfying(OMException.class,
            e -> assertThat(e.getResult()).isIn(ResultCodes.INVALID_REQUEST, ResultCodes.PERMISSION_DENIED))
        .hasMessageStartingWith("[");
    assertThat(refusals).isOne();
    assertThat(audit.lines()).singleElement().asString().startsWith("ERROR").contains("user=alice", "ip=10.0.0.1",
        "ret=FAILURE").hasSizeLessThan(5_000);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badRequests")
  void isPassedOverInTheLog(String what, OMRequest.Builder request) throws Exception {
    refusedWithoutATrace(apply(request.build()));
  }

  static Stream<OMRequest.Builder> echoesThatWouldStopAStockOm() {
    return Stream.of(request(new byte[0]), request(submit()), request(marked(noise(MEBIBYTE + 1))));
  }

  @ParameterizedTest
  @MethodSource("echoesThatWouldStopAStockOm")
  void anEchoOfANegativeSizeIsNotLetIntoTheLog(OMRequest.Builder request) {
    request.getEchoRPCRequestBuilder().setPayloadSizeResp(-1);

    assertThatThrownBy(() -> handler.validateRequest(request.build()))
        .isInstanceOfSatisfying(OMException.class,
            e -> assertThat(e.getResult()).isEqualTo(ResultCodes.INVALID_REQUEST))
        .hasMessageContaining("payloadSizeResp");
    assertThat(refusals).isOne();
  }

  @Test
  void anEchoOfANegativeSizeThatIsInTheLogIsPassedOver() throws Exception {
    OMRequest.Builder request = request(new byte[0]);
    request.getEchoRPCRequestBuilder().setPayloadSizeResp(Integer.MIN_VALUE);

    refusedWithoutATrace(apply(request.build()));
  }

  @Test
  void anEchoThatIsOnlyReadIsStocksOwn() throws Exception {
    OMRequest.Builder request = request(new byte[0]);
    request.getEchoRPCRequestBuilder().setReadOnly(true).setPayloadSizeResp(-1);

    handler.validateRequest(request.build());
    assertThat(refusals).isZero();
  }

  @Test
  void oversizedRequestsAreNotLetIntoTheLog() {
    assertThatThrownBy(() -> handler.validateRequest(request(marked(noise(MEBIBYTE + 1))).build()))
        .isInstanceOf(OMException.class).hasMessageStartingWith("[TOO_LARGE]");
  }

  static Stream<Throwable> surprises() {
    return Stream.of(new IllegalStateException("a surprise"), new NullPointerException(),
        new NoSuchMethodError("OzoneManager.gone()"), new NoClassDefFoundError("org/apache/hadoop/ozone/Gone"));
  }

  @ParameterizedTest
  @MethodSource("surprises")
  void whateverGoesWrongWhileCheckingIsARefusal(Throwable surprise) {
    handler = handler(user -> CompactionRequestHandlerTest.<Boolean, RuntimeException>raise(surprise), table);

    assertThatThrownBy(() -> handler.validateRequest(request(submit()).build()))
        .isInstanceOfSatisfying(OMException.class,
            e -> assertThat(e.getResult()).isEqualTo(ResultCodes.INVALID_REQUEST))
        .hasMessageContaining(surprise.getClass().getSimpleName());
  }

  @ParameterizedTest
  @MethodSource("surprises")
  void whateverGoesWrongWhileApplyingIsAnAnswer(Throwable surprise) throws Exception {
    handler = handler("alice"::equals, new JobRegistry.Records() {
      @Override
      public Object identity() {
        return this;
      }

      @Override
      public JobImage read() {
        return CompactionRequestHandlerTest.<JobImage, RuntimeException>raise(surprise);
      }
    });

    refusedWithoutATrace(apply(request(submit()).build()));
  }

  /** Throws errors and exceptions alike. */
  @SuppressWarnings("unchecked")
  private static <R, T extends Throwable> R raise(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void onlyAdministratorsAreLetIn() {
    OMRequest request = request(submit()).setUserInfo(UserInfo.newBuilder().setUserName("mallory")).build();

    assertThatThrownBy(() -> handler.validateRequest(request)).isInstanceOfSatisfying(OMException.class,
        e -> assertThat(e.getResult()).isEqualTo(ResultCodes.PERMISSION_DENIED));
    assertThat(audit.lines()).singleElement().asString().contains("user=mallory", "op=TRIGGER_RANGE_COMPACTION",
        JOB, "/vol/b", "ret=FAILURE", "mallory is not an Ozone administrator");
  }

  @Test
  void aJobAndItsCancellationAreWrittenAndAudited() throws Exception {
    OMRequest submit = request(submit()).build();
    handler.validateRequest(submit);
    OMResponse submitted = apply(submit).getOMResponse();

    assertThat(submitted.getSuccess()).isTrue();
    assertThat(submitted.getTraceID()).isEqualTo("trace");
    Answer answer = Answer.parseFrom(CompactionEnvelope.unwrap(
        submitted.getEchoRPCResponse().getPayload().toByteArray()).orElseThrow());
    assertThat(answer.getJobsList()).isEqualTo(List.copyOf(table.read().jobs())).singleElement()
        .satisfies(job -> assertThat(job.getSpec().getJobId()).isEqualTo(JOB));

    OMRequest cancel = request(cancel(JOB)).build();
    handler.validateRequest(cancel);
    assertThat(apply(cancel).getOMResponse().getSuccess()).isTrue();
    assertThat(refusals).isZero();
    assertThat(audit.lines()).satisfiesExactly(
        line -> assertThat(line).startsWith("INFO").contains("user=alice", "op=TRIGGER_RANGE_COMPACTION", JOB,
            "/vol/b", "\"Transaction\":\"1\"", "ret=SUCCESS"),
        line -> assertThat(line).startsWith("INFO").contains("user=alice", "op=CANCEL_RANGE_COMPACTION", JOB,
            "\"Transaction\":\"2\"", "ret=SUCCESS"));
  }

  /** An OM that passed over the limit would write more. A version that says too little lets nothing through. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aLimitThatNotAllVotersKnowIsNotLetIntoTheLog(int version) throws Exception {
    Command.Builder limited = submit().setVersion(version);
    limited.getSubmitBuilder().getSpecBuilder().getThresholdsBuilder().setMaxTotalBytes(1);
    OMRequest submit = request(limited).build();
    assertThatThrownBy(() -> handler.validateRequest(submit)).hasMessage("[RING_UNHEALTHY"
        + " parameter=thresholds.maxTotalBytes] om1 has not said to run a version of this add-on that knows this:"
        + " upgrade all OMs.");
    handler.validateRequest(request(submit()).build());
    apply(request(Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om1").setSpeaks(1)))
        .build());
    assertThatThrownBy(() -> handler.validateRequest(submit))
        .hasMessageContaining("parameter=thresholds.maxTotalBytes");
    apply(request(Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om1").setSpeaks(2)))
        .build());
    handler.validateRequest(submit);
  }

  /** An OM that passed over it would not know of the pause once it leads. */
  @Test
  void aPauseWaitsUntilAllVotersKnowWhatOneIsAndIsWrittenAndAudited() throws Exception {
    long now = System.currentTimeMillis();
    OMRequest pause = pauseOfAMinute(now);
    assertThatThrownBy(() -> handler.validateRequest(pause)).hasMessageContaining("om1 has not said to run a version");
    apply(request(Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om1").setSpeaks(2)))
        .build());
    handler.validateRequest(pause);
    assertThat(apply(pause).getOMResponse().getSuccess()).isTrue();
    assertThat(table.read().service()).satisfies(service -> {
      assertThat(service.getPausedBy()).isEqualTo("alice");
      assertThat(service.getPausedAtMs()).isEqualTo(now);
      assertThat(service.getPausedUntilMs()).isEqualTo(now + 60_000);
    });
    OMRequest resume = request(Command.newBuilder().setVersion(2).setSentAtMs(2_000)
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
    apply(request(Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om1").setSpeaks(2)))
        .build());
    assertThatThrownBy(() -> handler.validateRequest(pauseOfAMinute(System.currentTimeMillis() - 60_000)))
        .hasMessageContaining("[BAD_REQUEST").hasMessageContaining("The pause would be over at once");
  }

  /** An OM of version 1 would take the round for a job of a person. */
  @Test
  void whatACommandUsesCountsWhateverVersionItSays() {
    Command.Builder round = submit();
    round.getSubmitBuilder().getSpecBuilder().setRound(Round.getDefaultInstance());
    assertThatThrownBy(() -> handler.validateRequest(request(round.setVersion(1)).build()))
        .hasMessageContaining("om1 has not said to run a version");
  }

  @Test
  void anAuditLineDoesNotRepeatALargeRequest() throws Exception {
    String large = "n".repeat(MEBIBYTE / 4);
    Command.Builder command = submit();
    command.getSubmitBuilder().setEndUser(large).getSpecBuilder().addNodeIds(large).getTargetsBuilder()
        .setVolume(large);
    OMRequest request = request(command).setUserInfo(UserInfo.newBuilder().setUserName("mallory")).build();

    assertThatThrownBy(() -> handler.validateRequest(request)).isInstanceOf(OMException.class);
    assertThat(audit.lines()).singleElement().asString().contains(JOB, "... (" + large.length() + " characters)")
        .hasSizeLessThan(5_000);
  }

  @Test
  void whatIsNotMarkedIsNotOurs() throws Exception {
    handler.validateRequest(request("OZONE-RANGE-CMP".getBytes(StandardCharsets.US_ASCII)).build());
    handler.validateRequest(request(new byte[0]).build());
    handler.validateRequest(OMRequest.newBuilder().setCmdType(Type.ServiceList).setClientId("client").build());

    assertThat(refusals).isZero();
    assertThat(audit.lines()).isEmpty();
  }

  /** Applies an entry of the log as OM does: what the response writes goes into the database. */
  private OMClientResponse apply(OMRequest request) throws Exception {
    index++;
    OMClientResponse response =
        handler.handleWriteRequestImpl(request, ExecutionContext.of(index, TermIndex.valueOf(1, index)));
    commit(batch -> response.checkAndUpdateDB(om.metadata(), batch));
    return response;
  }

  /** What goes into one batch. */
  private interface Writes {
    void to(BatchOperation batch) throws IOException;
  }

  private static void commit(Writes writes) throws IOException {
    try (BatchOperation batch = om.metadata().getStore().initBatchOperation()) {
      writes.to(batch);
      om.metadata().getStore().commitBatchOperation(batch);
    }
  }

  private void refusedWithoutATrace(OMClientResponse response) throws Exception {
    OMResponse refused = response.getOMResponse();
    assertThat(refused.isInitialized()).isTrue();
    assertThat(refused.getCmdType()).isEqualTo(Type.EchoRPC);
    assertThat(refused.getTraceID()).isEqualTo("trace");
    assertThat(refused.getSuccess()).isFalse();
    assertThat(refused.getStatus()).as("an INTERNAL_ERROR would stop the OM").isEqualTo(Status.INVALID_REQUEST);
    assertThat(refused.getMessage()).startsWith("[");
    assertThat(om.metadata().getMetaTable().isEmpty()).isTrue();
  }
}
