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
import org.junit.jupiter.params.provider.CsvSource;
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
        Arguments.of("a range and everything", spec(1), range, true),
        Arguments.of("a range and all of its table", tables(spec(1), "keyTable"), range, true),
        Arguments.of("a range and all of another table", tables(spec(1), "fileTable"), range, false),
        Arguments.of("a range that lies outside of a bucket", spec(1, "/v/b"), range, false),
        Arguments.of("a range within a bucket", spec(1, "/v/b"), ranges(2, range("keyTable", "/v/b/a", "/v/b/c")),
            true),
        Arguments.of("a range around a bucket", spec(1, "/v/b"), ranges(2, range("keyTable", "/", "/w")), true),
        Arguments.of("a range that ends at a bucket's first key", spec(1, "/v/b"),
            ranges(2, range("keyTable", "/v/a/z", "/v/b/")), true),
        Arguments.of("a range that ends before a bucket", spec(1, "/v/b"),
            ranges(2, range("keyTable", "/v/a/z", "/v/b")), false),
        Arguments.of("a range of a bucket whose name begins alike", spec(1, "/v/b"),
            ranges(2, range("keyTable", "/v/b0/", "/v/b0/z")), false),
        Arguments.of("a range and the second of two buckets", spec(1, "/v/a", "/v/b"),
            ranges(2, range("keyTable", "/v/b/a", "/v/b/c")), true),
        Arguments.of("a range of a volume", volume(1, "v"), ranges(2, range("keyTable", "/v/b/a", "/v/b/c")), true),
        Arguments.of("a range of another volume", volume(1, "v"),
            ranges(2, range("keyTable", "/v2/b/a", "/v2/b/c")), false),
        Arguments.of("a range of names where keys have ids as well", spec(1, "/v/b"),
            ranges(2, range("deletedTable", "/2024/logs/a", "/2024/logs/c")), false),
        Arguments.of("a range of a bucket's names where keys have ids as well", spec(1, "/v/b"),
            ranges(2, range("deletedTable", "/v/b/a", "/v/b/c")), true),
        Arguments.of("a range of no bucket's keys", spec(1, "/v/b"),
            ranges(2, range("multipartPartsTable", "a", "z")), false),
        Arguments.of("a range and a bucket of another table", tables(spec(1, "/v/b"), "fileTable"), range, false),
        Arguments.of("ranges that meet in one key", ranges(1, range("keyTable", "a", "b")), range, true),
        Arguments.of("ranges that do not meet", ranges(1, range("keyTable", "e", "f")), range, false),
        Arguments.of("ranges of two tables", ranges(1, range("fileTable", "b", "d")), range, false));
  }

  @ParameterizedTest
  @CsvSource({"fileTable, /-5/-6/1/, /-5/-6/1/z", "fileTable, /12, /13", "deletedTable, /2024/7/a, /2024/7/c",
      "directoryTable, /, 0", "deletedTable, /-5/-6/1/, /-5/-6/2/"})
  void idsOfABucketAreNotLookedUp(String table, String begin, String end) throws RefusedException {
    apply(submit(ranges(1, range(table, begin, end))));
    String mayShare = Jobs.id(1) + " may share keys with it";
    assertThatThrownBy(() -> apply(submit(spec(2, "/v/b")))).hasMessageContaining(mayShare);
    assertThatThrownBy(() -> apply(submit(volume(2, "v")))).hasMessageContaining(mayShare);
    assertThatThrownBy(() -> apply(submit(spec(2)))).hasMessageContaining(Jobs.id(1) + " is at the same keys");
    apply(submit(tables(spec(2, "/v/b"), "keyTable")));
  }

  @ParameterizedTest
  @CsvSource({"keyTable, may share keys with it: which tables", "fileTable, may share keys with it: which tables",
      "deletedTable, is at the same keys", "multipartInfoTable, is at the same keys"})
  void layoutOfABucketIsNotLookedUp(String table, String said) throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    assertThatThrownBy(() -> apply(submit(tables(spec(2), table)))).hasMessageContaining(Jobs.id(1) + " " + said);
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
