// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PastRounds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WrittenBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of a job that depend on nothing but the job. */
class JobSpecRulesTest {
  private static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  private static JobSpec.Builder spec(String... buckets) {
    return JobSpec.newBuilder().setJobId(JOB).addAllNodeIds(List.of("om1", "om2", "om3")).setTargets(
        Targets.newBuilder().addAllBuckets(List.of(buckets)));
  }

  private static JobSpec.Builder volume(String volume) {
    return spec().setTargets(Targets.newBuilder().setVolume(volume));
  }

  private static JobSpec.Builder tables(JobSpec.Builder spec, String table) {
    return spec.setTargets(spec.getTargets().toBuilder().addTables(table));
  }

  private static JobSpec.Builder exclude(String... patterns) {
    return spec().setTargets(Targets.newBuilder().addAllExclude(List.of(patterns)));
  }

  private static JobSpec.Builder ranges(KeyRange range) {
    return spec().setTargets(Targets.newBuilder().addKeyRanges(range));
  }

  private static KeyRange range(String table, String begin, String end) {
    return KeyRange.newBuilder().setTable(table).setBegin(ByteString.copyFromUtf8(begin))
        .setEnd(ByteString.copyFromUtf8(end)).build();
  }

  private static JobSpec.Builder round(PastRounds.Builder past) {
    return spec().setRound(Round.newBuilder().setHistory(RoundHistory.newBuilder().addRounds(past)));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("jobId", spec().setJobId("not-a-uuid")),
        Arguments.of("jobId", spec().setJobId(JOB.toUpperCase(Locale.ROOT))),
        Arguments.of("jobId", spec().setJobId("1-1-1-1-1")),
        Arguments.of("nodeIds", spec().clearNodeIds()),
        Arguments.of("nodeIds", spec().addNodeIds("om1")),
        Arguments.of("nodeIds", spec().addNodeIds("")),
        Arguments.of("nodeIds", spec().addAllNodeIds(Stream.iterate(0, i -> i + 1).limit(99)
            .map(Object::toString).toList())),
        Arguments.of("targets.buckets", spec("b")),
        Arguments.of("targets.buckets", spec("/v/")),
        Arguments.of("targets.buckets", spec("/v/b/c")),
        Arguments.of("targets.buckets", spec("/v/" + "x".repeat(2000))),
        Arguments.of("targets.buckets", spec(Collections.nCopies(1001, "/v/b").toArray(String[]::new))),
        Arguments.of("targets.volume", volume("a/b")),
        Arguments.of("targets.tables", tables(spec(), "")),
        Arguments.of("targets.exclude", exclude("/v", "b")),
        Arguments.of("targets.exclude", exclude("/v/b/c")),
        Arguments.of("targets.exclude", exclude("/" + "x".repeat(2000), "/" + "x".repeat(2000))),
        Arguments.of("targets.exclude", exclude(Collections.nCopies(101, "/v").toArray(String[]::new))),
        Arguments.of("targets.keyRanges", ranges(range("keyTable", "b", "a"))),
        Arguments.of("targets.keyRanges", ranges(range("keyTable", "", "a"))),
        Arguments.of("targets.keyRanges", ranges(range("", "a", "b"))),
        Arguments.of("targets.keyRanges", ranges(range("keyTable", "a", "x".repeat(9000)))),
        Arguments.of("targets.keyRanges", spec("/v/b").setTargets(Targets.newBuilder().addBuckets("/v/b")
            .addKeyRanges(range("keyTable", "a", "b")))),
        Arguments.of("thresholds.minRatio", spec().setThresholds(Thresholds.newBuilder().setMinRatio(1.1))),
        Arguments.of("thresholds.minRatio", spec().setThresholds(Thresholds.newBuilder().setMinRatio(Double.NaN))),
        Arguments.of("thresholds.minTombstones", spec().setThresholds(
            Thresholds.newBuilder().setMinTombstones(-1))),
        Arguments.of("thresholds.top", spec().setThresholds(Thresholds.newBuilder().setTop(-1))),
        Arguments.of("thresholds.maxEntries", spec().setThresholds(Thresholds.newBuilder().setMaxEntries(-1))),
        Arguments.of("thresholds.maxBytes", spec().setThresholds(Thresholds.newBuilder().setMaxBytes(-1))),
        Arguments.of("thresholds.maxTotalBytes", spec().setThresholds(Thresholds.newBuilder().setMaxTotalBytes(-1))),
        Arguments.of("maxParallelNodes", spec().setMaxParallelNodes(-1)),
        Arguments.of("maxWriteRate", spec().setMaxWriteRate(-1)),
        Arguments.of("maxWriteRate", spec().setMaxWriteRate((1L << 40) + 1)),
        Arguments.of("round", round(PastRounds.newBuilder().addWritten(WrittenBytes.newBuilder().setBytes(-1)))),
        Arguments.of("moveLeader", round(PastRounds.newBuilder()).setMoveLeader(true)),
        Arguments.of("jobId", spec().setRetryOf("1-1-1-1-1")),
        Arguments.of("jobId", spec().setRetryOf(JOB)),
        Arguments.of("jobId", spec().setRetryOf(RetryRules.idOf(JOB))),
        Arguments.of("retryOf", round(PastRounds.newBuilder()).setJobId(RetryRules.idOf(JOB)).setRetryOf(JOB)),
        Arguments.of("notBefore", spec().setNotBeforeMs(-1)),
        Arguments.of("notBefore", spec().setNotBeforeMs(10).setNotAfterMs(10)),
        Arguments.of("daysOff", spec().setDaysOff("2026-12-24\n")),
        Arguments.of("daysOff", spec().setDaysOff("1".repeat(2001))),
        Arguments.of("window", spec().setWindow("Mon\n")),
        Arguments.of("window", spec().setWindow("\u00e9")),
        Arguments.of("window", spec().setWindow("M".repeat(2001))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrong")
  void wrongJobIsRefusedWithItsField(String field, JobSpec.Builder spec) {
    assertThatThrownBy(() -> JobSpecRules.check(spec.build())).isInstanceOfSatisfying(RefusedException.class, e -> {
      assertThat(e.getCode()).isEqualTo(ErrorCode.BAD_REQUEST);
      assertThat(e.getParameter()).isEqualTo(field);
    });
  }

  /** At the bounds; and what selects nothing, which a record may hold, as other rules look for that before the log. */
  static Stream<JobSpec.Builder> right() {
    String name = "x".repeat(JobSpecRules.MAX_NAME_BYTES);
    return Stream.of(
        spec(),
        spec().setMaxParallelNodes(16).setMaxWriteRate(1L << 40),
        spec().setNotBeforeMs(9).setNotAfterMs(10),
        spec().setNotBeforeMs(10),
        spec().setJobId(RetryRules.idOf(JOB)).setRetryOf(JOB),
        spec().setThresholds(Thresholds.newBuilder().setMinRatio(1).setMinTombstones(11).setMaxEntries(10)),
        spec().clearNodeIds().addAllNodeIds(Stream.iterate(0, i -> i + 1).limit(32).map(Object::toString).toList()),
        spec().clearNodeIds().addNodeIds(" "),
        spec(Collections.nCopies(1000, "/v/b").toArray(String[]::new)),
        volume(name),
        tables(spec("/v/b"), name),
        exclude("/v", "/w/b*"),
        exclude("/*"),
        spec("/v/b").setTargets(Targets.newBuilder().setVolume("w").addBuckets("/v/b")),
        ranges(range("keyTable", "a", "a")),
        ranges(range("keyTable", "a", "x".repeat(JobSpecRules.MAX_KEY_BYTES))),
        tables(ranges(range("keyTable", "a", "b")), "fileTable"));
  }

  @ParameterizedTest
  @MethodSource("right")
  void rightJobPasses(JobSpec.Builder spec) {
    assertThatCode(() -> JobSpecRules.check(spec.build())).doesNotThrowAnyException();
  }

  @Test
  void jobBeyondTheSizeOfARecordIsRefused() {
    String bucket = "/v/" + "x".repeat(600);
    assertThatThrownBy(() -> JobSpecRules.check(
        spec(Collections.nCopies(1000, bucket).toArray(String[]::new)).build()))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getCode()).isEqualTo(ErrorCode.TOO_LARGE));
  }
}
