// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a job may ask for: by itself, and beside another one. */
class JobSpecTest extends OneImage {
  static Stream<Arguments> overlaps() {
    JobSpec.Builder range = Jobs.spec(2).setTargets(Targets.newBuilder().addKeyRanges(range("keyTable", "b", "d")));
    return Stream.of(
        Arguments.of("the same bucket", spec(1, "/v/b"), spec(2, "/v/b"), true),
        Arguments.of("another bucket", spec(1, "/v/b"), spec(2, "/v/c"), false),
        Arguments.of("everything and a bucket", spec(1), spec(2, "/v/b"), true),
        Arguments.of("a bucket and its volume", spec(1, "/v/b"), volume(2, "v"), true),
        Arguments.of("a bucket and another volume", spec(1, "/v/b"), volume(2, "w"), false),
        Arguments.of("a bucket named as in another volume", spec(1, "/v/b"), spec(2, "/w/b"), false),
        Arguments.of("the same bucket in other tables", tables(spec(1, "/v/b"), "keyTable"),
            tables(spec(2, "/v/b"), "fileTable"), false),
        Arguments.of("the same bucket on other nodes", spec(1, "/v/b").clearNodeIds().addNodeIds("om1"),
            spec(2, "/v/b").clearNodeIds().addNodeIds("om2"), false),
        Arguments.of("a range and a bucket of its table", tables(spec(1, "/v/b"), "keyTable"), range, true),
        Arguments.of("a range and a bucket of another table", tables(spec(1, "/v/b"), "fileTable"), range, false),
        Arguments.of("ranges that meet in one key", ranges(1, range("keyTable", "a", "b")), range, true),
        Arguments.of("ranges that do not meet", ranges(1, range("keyTable", "e", "f")), range, false),
        Arguments.of("ranges of two tables", ranges(1, range("fileTable", "b", "d")), range, false));
  }

  private static JobSpec.Builder volume(int number, String volume) {
    return spec(number).setTargets(Targets.newBuilder().setVolume(volume));
  }

  private static JobSpec.Builder tables(JobSpec.Builder spec, String table) {
    return spec.setTargets(spec.getTargets().toBuilder().addTables(table));
  }

  private static JobSpec.Builder ranges(int number, KeyRange range) {
    return spec(number).setTargets(Targets.newBuilder().addKeyRanges(range));
  }

  private static KeyRange range(String table, String begin, String end) {
    return KeyRange.newBuilder().setTable(table).setBegin(ByteString.copyFromUtf8(begin))
        .setEnd(ByteString.copyFromUtf8(end)).build();
  }

  @ParameterizedTest(name = "{0}: {3}")
  @MethodSource("overlaps")
  void twoJobsOverlapWhenTheyMayMeetInAKey(String name, JobSpec.Builder a, JobSpec.Builder b, boolean overlap)
      throws RefusedException {
    assertThat(Overlap.between(a.build(), b.build())).isEqualTo(overlap);
    assertThat(Overlap.between(b.build(), a.build())).isEqualTo(overlap);
    apply(submit(a));
    if (overlap) {
      refused(ErrorCode.JOB_OVERLAPS, submit(b));
    } else {
      apply(submit(b));
    }
  }

  static Stream<Arguments> badSpecs() {
    return Stream.of(
        Arguments.of("jobId", spec(1).setJobId("not-a-uuid")),
        Arguments.of("jobId", spec(1).setJobId(id(0xabcdef).toUpperCase(Locale.ROOT))),
        Arguments.of("jobId", spec(1).setJobId("1-1-1-1-1")),
        Arguments.of("nodeIds", spec(1).clearNodeIds()),
        Arguments.of("nodeIds", spec(1).addNodeIds("om1")),
        Arguments.of("nodeIds", spec(1).addNodeIds("")),
        Arguments.of("nodeIds", spec(1).addAllNodeIds(Stream.iterate(0, i -> i + 1).limit(99)
            .map(Object::toString).toList())),
        Arguments.of("targets.buckets", spec(1, "b")),
        Arguments.of("targets.buckets", spec(1, "/v/")),
        Arguments.of("targets.buckets", spec(1, "/v/b/c")),
        Arguments.of("targets.buckets", spec(1, "/v/" + "x".repeat(2000))),
        Arguments.of("targets.buckets", spec(1, Collections.nCopies(1001, "/v/b").toArray(String[]::new))),
        Arguments.of("targets.volume", volume(1, "a/b")),
        Arguments.of("targets.tables", tables(spec(1), "")),
        Arguments.of("targets.keyRanges", ranges(1, range("keyTable", "b", "a"))),
        Arguments.of("targets.keyRanges", ranges(1, range("keyTable", "", "a"))),
        Arguments.of("targets.keyRanges", ranges(1, range("", "a", "b"))),
        Arguments.of("targets.keyRanges", ranges(1, range("keyTable", "a", "x".repeat(9000)))),
        Arguments.of("targets.keyRanges", spec(1, "/v/b").setTargets(Targets.newBuilder().addBuckets("/v/b")
            .addKeyRanges(range("keyTable", "a", "b")))),
        Arguments.of("thresholds.minRatio", spec(1).setThresholds(Thresholds.newBuilder().setMinRatio(1.1))),
        Arguments.of("thresholds.minRatio", spec(1).setThresholds(Thresholds.newBuilder().setMinRatio(Double.NaN))),
        Arguments.of("thresholds.minTombstones", spec(1).setThresholds(
            Thresholds.newBuilder().setMinTombstones(-1))),
        Arguments.of("thresholds.top", spec(1).setThresholds(Thresholds.newBuilder().setTop(-1))),
        Arguments.of("thresholds.maxEntries", spec(1).setThresholds(Thresholds.newBuilder().setMaxEntries(-1))),
        Arguments.of("thresholds.maxBytes", spec(1).setThresholds(Thresholds.newBuilder().setMaxBytes(-1))),
        Arguments.of("maxParallelNodes", spec(1).setMaxParallelNodes(-1)),
        Arguments.of("maxWriteRate", spec(1).setMaxWriteRate(-1)),
        Arguments.of("maxWriteRate", spec(1).setMaxWriteRate((1L << 40) + 1)),
        Arguments.of("notBefore", spec(1).setNotBeforeMs(-1)),
        Arguments.of("notAfter", spec(1).setNotBeforeMs(10).setNotAfterMs(10)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badSpecs")
  void aJobThatMakesNoSenseIsRefusedWithTheNameOfWhatIsWrong(String parameter, JobSpec.Builder spec) {
    refused(ErrorCode.BAD_REQUEST, submit(spec));
    assertThatThrownBy(() -> apply(submit(spec))).hasMessageContaining("parameter=" + parameter + "]");
  }
}
