// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An invalid job of a client that checks nothing: no leader lets it into the log, and if one did, no OM applies it. */
class InvalidJobsTest extends HandlerOverOmDb {
  private static JobSpec.Builder spec() {
    return submit().getSubmit().getSpec().toBuilder();
  }

  private static JobSpec.Builder targets(Targets.Builder targets) {
    return spec().setTargets(targets);
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of("BAD_REQUEST parameter=jobId", spec().setJobId("not-a-uuid")),
        Arguments.of("BAD_REQUEST parameter=jobId", spec().setRetryOf(new UUID(3, 4).toString())),
        Arguments.of("BAD_REQUEST parameter=nodeIds", spec().clearNodeIds()),
        Arguments.of("BAD_REQUEST parameter=nodeIds", spec().addNodeIds("om1")),
        Arguments.of("BAD_REQUEST parameter=targets.buckets", targets(Targets.newBuilder().addBuckets("b"))),
        Arguments.of("BAD_REQUEST parameter=targets.keyRanges", targets(Targets.newBuilder().addKeyRanges(
            KeyRange.newBuilder().setTable("keyTable").setBegin(ByteString.copyFromUtf8("b"))
                .setEnd(ByteString.copyFromUtf8("a"))))),
        Arguments.of("BAD_REQUEST parameter=thresholds.minRatio",
            spec().setThresholds(Thresholds.newBuilder().setMinRatio(Double.NaN))),
        Arguments.of("BAD_REQUEST parameter=maxWriteRate", spec().setMaxWriteRate(-1)),
        Arguments.of("BAD_REQUEST parameter=notBefore", spec().setNotBeforeMs(10).setNotAfterMs(10)),
        Arguments.of("BAD_REQUEST parameter=daysOff", spec().setDaysOff("tomorrow")),
        Arguments.of("BAD_REQUEST parameter=window", spec().setWindow("\u0000")),
        Arguments.of("BAD_REQUEST parameter=preempt", spec().setRound(Round.getDefaultInstance()).setPreempt(true)),
        Arguments.of("TOO_LARGE", spec().setRound(Round.getDefaultInstance()).setDaysOff("1".repeat(64 << 10))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void invalidJobIsNotLetIntoTheLog(String refusal, JobSpec.Builder spec) {
    assertThatThrownBy(() -> handler.validateRequest(request(submission(spec)).build()))
        .isInstanceOf(OMException.class).hasMessageStartingWith("[" + refusal + "]");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void invalidJobInTheLogIsNotApplied(String refusal, JobSpec.Builder spec) throws Exception {
    OMResponse refused = apply(request(submission(spec)).build()).getOMResponse();
    assertThat(refused.getStatus()).isEqualTo(Status.INVALID_REQUEST);
    assertThat(refused.getMessage()).startsWith("[" + refusal + "]");
    assertThat(om.metadata().getMetaTable().isEmpty()).isTrue();
  }

  private static Command.Builder submission(JobSpec.Builder spec) {
    return Command.newBuilder().setVersion(1).setSubmit(SubmitJob.newBuilder().setSpec(spec));
  }
}
