// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.bucket.Overlap;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Valid jobs, and jobs that overlap. */
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
  void jobsOverlapIfTheyMayShareAKey(String name, JobSpec.Builder a, JobSpec.Builder b, boolean overlap)
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

  @Test
  void invalidJobIsRefusedAndTheFaultIsNamed() {
    refused(ErrorCode.BAD_REQUEST, submit(spec(1, "b")));
    assertThatThrownBy(() -> apply(submit(spec(1, "b"))))
        .returns("targets.buckets", e -> ((RefusedException) e).getParameter());
  }
}
