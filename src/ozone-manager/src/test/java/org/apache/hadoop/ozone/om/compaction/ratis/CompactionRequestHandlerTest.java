// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.S3Authentication;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Status;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Any request, before the log and out of it, gets a valid answer, and refused ones write nothing. */
class CompactionRequestHandlerTest extends HandlerOverOmDb {
  private static final int MEBIBYTE = 1 << 20;
  private static final long MINUTE_MS = 60_000;
  private static final long LIMIT_MS = 5 * MINUTE_MS;
  private static final long MONTH_MS = 30L * 24 * 60 * MINUTE_MS;

  private static Command.Builder cancel(String jobId) {
    return Command.newBuilder().setVersion(1)
        .setCancel(CancelJobs.newBuilder().setJobId(jobId));
  }

  /** Bytes after the mark. */
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
  void badRequestIsNotLetIntoTheLog(String what, OMRequest.Builder request) throws Exception {
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
  void badRequestIsPassedOverInTheLog(String what, OMRequest.Builder request) throws Exception {
    refusedWithoutATrace(apply(request.build()));
  }

  static Stream<OMRequest.Builder> echoesThatWouldStopAStockOm() {
    return Stream.of(request(new byte[0]), request(submit()), request(marked(noise(MEBIBYTE + 1))));
  }

  @ParameterizedTest
  @MethodSource("echoesThatWouldStopAStockOm")
  void echoOfNegativeSizeIsNotLetIntoTheLog(OMRequest.Builder request) {
    request.getEchoRPCRequestBuilder().setPayloadSizeResp(-1);

    assertThatThrownBy(() -> handler.validateRequest(request.build()))
        .isInstanceOfSatisfying(OMException.class,
            e -> assertThat(e.getResult()).isEqualTo(ResultCodes.INVALID_REQUEST))
        .hasMessageContaining("payloadSizeResp");
    assertThat(refusals).isOne();
  }

  @Test
  void echoOfNegativeSizeInTheLogIsPassedOver() throws Exception {
    OMRequest.Builder request = request(new byte[0]);
    request.getEchoRPCRequestBuilder().setPayloadSizeResp(Integer.MIN_VALUE);

    refusedWithoutATrace(apply(request.build()));
  }

  @Test
  void readEchoGoesToStockCode() throws Exception {
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
  void anyErrorWhileCheckingIsARefusal(Throwable surprise) {
    handler = handler(user -> CompactionRequestHandlerTest.<Boolean, RuntimeException>raise(surprise), table);

    assertThatThrownBy(() -> handler.validateRequest(request(submit()).build()))
        .isInstanceOfSatisfying(OMException.class,
            e -> assertThat(e.getResult()).isEqualTo(ResultCodes.INVALID_REQUEST))
        .hasMessageContaining(surprise.getClass().getSimpleName());
  }

  /** What nothing below the handler expects. */
  @ParameterizedTest
  @MethodSource("surprises")
  void anyErrorWhileApplyingIsAResponse(Throwable surprise) throws Exception {
    handler = handler("alice"::equals, new JobRegistry.Records() {
      @Override
      public Object identity() {
        return CompactionRequestHandlerTest.<Object, RuntimeException>raise(surprise);
      }

      @Override
      public JobImage read() {
        throw new AssertionError("Nothing says which database it is");
      }
    });

    refusedWithoutATrace(apply(request(submit()).build()));
  }

  @ParameterizedTest
  @MethodSource("surprises")
  void recordsThatCannotBeReadAreAResponse(Throwable surprise) throws Exception {
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
  void jobIsRefusedIfRocksDbIsOfAnUnknownVersion() throws Exception {
    CompactionRequestHandler newer =
        handler(user -> true, new JobRecordTable(om::metadata), new InstalledRocksDb(11, 2));
    assertThatThrownBy(() -> newer.validateRequest(request(submit()).build())).isInstanceOf(OMException.class)
        .hasMessageStartingWith("[WRITES_DISABLED]").hasMessageContaining("RocksDB 11.2")
        .hasMessageContaining("install the release");
  }

  /** Records hold this time: bytes of a turn a month ahead would count against daily limits until then. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -MONTH_MS, -LIMIT_MS - MINUTE_MS, LIMIT_MS + MINUTE_MS, MONTH_MS})
  void commandTimeFarFromTheLeadersClockIsRefused(long away) throws Exception {
    apply(request(submit()).build());
    long time = System.currentTimeMillis() + away;

    assertThatThrownBy(() -> handler.validateRequest(request(cancel(JOB).setSentAtMs(time)).build()))
        .isInstanceOf(OMException.class).hasMessageStartingWith("[BAD_REQUEST]")
        .hasMessageContaining(Instant.ofEpochMilli(time).toString()).hasMessageContaining("Set the clock");
    assertThat(refusals).isOne();
  }

  @ParameterizedTest
  @ValueSource(longs = {MINUTE_MS - LIMIT_MS, LIMIT_MS - MINUTE_MS})
  void commandTimeNearTheLeadersClockIsAccepted(long away) throws Exception {
    apply(request(submit()).build());
    handler.validateRequest(request(cancel(JOB).setSentAtMs(System.currentTimeMillis() + away)).build());
    assertThat(refusals).isZero();
  }

  @Test
  void jobAndItsCancelAreWrittenAndAudited() throws Exception {
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

  @Test
  void auditLineDoesNotRepeatALargeRequest() throws Exception {
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
  void echoWithoutTheMarkGoesToStockCode() throws Exception {
    handler.validateRequest(request("OZONE-RANGE-CMP".getBytes(StandardCharsets.US_ASCII)).build());
    handler.validateRequest(request(new byte[0]).build());
    handler.validateRequest(OMRequest.newBuilder().setCmdType(Type.ServiceList).setClientId("client").build());

    assertThat(refusals).isZero();
    assertThat(audit.lines()).isEmpty();
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
