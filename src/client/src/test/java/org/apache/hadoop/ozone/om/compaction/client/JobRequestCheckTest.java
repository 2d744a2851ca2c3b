// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobRequestCheckTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

  private static JobRequest thresholds(Thresholds thresholds) {
    return new JobRequest().thresholds(thresholds);
  }

  private static JobRequest targets(Targets targets) {
    return new JobRequest().targets(targets);
  }

  private static Targets everything() {
    return new Targets().everything(true);
  }

  private static Targets range(Key begin, Key end) {
    return new Targets().addKeyRangesItem(new KeyRange().table("keyTable").begin(begin).end(end));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("jobId", new JobRequest().jobId("1-1-1-1-1")),
        Arguments.of("jobId", new JobRequest().jobId("")),
        Arguments.of("maxParallelNodes", new JobRequest().maxParallelNodes(0)),
        Arguments.of("maxParallelNodes", new JobRequest().maxParallelNodes(17)),
        Arguments.of("maxWriteRate", new JobRequest().maxWriteRate(-1L)),
        Arguments.of("maxWriteRate", new JobRequest().maxWriteRate((1L << 40) + 1)),
        Arguments.of("maxWriteRate", new JobRequest().maxWriteRate(0L)),
        Arguments.of("maxWriteRate", targets(everything()).maxWriteRate(2L)),
        Arguments.of("maxWriteRate", targets(everything()).maxWriteRate(1023L)),
        Arguments.of("thresholds.minRatio", thresholds(new Thresholds().minRatio(1.01))),
        Arguments.of("thresholds.minRatio", thresholds(new Thresholds().minRatio(-0.01))),
        Arguments.of("thresholds.minRatio", thresholds(new Thresholds().minRatio(Double.NaN))),
        Arguments.of("thresholds.minTombstones", thresholds(new Thresholds().minTombstones(-1L))),
        Arguments.of("thresholds.minTombstones", thresholds(new Thresholds().minTombstones(11L).maxEntries(10L))),
        Arguments.of("thresholds.top", thresholds(new Thresholds().top(0))),
        Arguments.of("thresholds.maxEntries", thresholds(new Thresholds().maxEntries(0L))),
        Arguments.of("thresholds.maxBytes", thresholds(new Thresholds().maxBytes(0L))),
        Arguments.of("thresholds.maxTotalBytes", thresholds(new Thresholds().maxTotalBytes(0L))),
        Arguments.of("targets.buckets", targets(new Targets().addBucketsItem("v/b"))),
        Arguments.of("targets.buckets", targets(new Targets().addBucketsItem("/v"))),
        Arguments.of("targets.buckets", targets(new Targets().addBucketsItem("/v/b/k"))),
        Arguments.of("targets.buckets", targets(new Targets().addBucketsItem(""))),
        Arguments.of("targets.volume", targets(new Targets().volume("w").addBucketsItem("/v/b"))),
        Arguments.of("targets.volume", targets(new Targets().volume(""))),
        Arguments.of("targets.volume", targets(new Targets().volume(" "))),
        Arguments.of("targets.volume", targets(new Targets().volume("v".repeat(256)))),
        Arguments.of("targets.volume", targets(new Targets().volume("\ud800"))),
        Arguments.of("targets.buckets", targets(new Targets().addBucketsItem("/v/" + "b".repeat(510)))),
        Arguments.of("targets.buckets", targets(new Targets().buckets(Collections.nCopies(1001, "/v/b")))),
        Arguments.of("targets.tables", targets(new Targets().addTablesItem("keyTable").addTablesItem(""))),
        Arguments.of("targets.everything", targets(everything().volume("v"))),
        Arguments.of("targets.everything", targets(everything().addBucketsItem("/v/b"))),
        Arguments.of("targets.everything", targets(range(key("a"), key("b")).everything(true))),
        Arguments.of("targets.everything", targets(everything().path("/v/b/dir"))),
        Arguments.of("targets.path", targets(new Targets().path("/v/b"))),
        Arguments.of("targets.path", targets(new Targets().path(""))),
        Arguments.of("targets.path", targets(new Targets().path("/v/b/" + "d".repeat(4092)))),
        Arguments.of("targets.path", targets(new Targets().path("/v/b/dir").addBucketsItem("/v/b"))),
        Arguments.of("targets.path", targets(new Targets().path("/v/b/dir").prefix("a"))),
        Arguments.of("targets.prefix", targets(new Targets().prefix("logs/"))),
        Arguments.of("targets.prefix", targets(new Targets().addBucketsItem("/v/b").prefix(""))),
        Arguments.of("targets.prefix", targets(new Targets().volume("v").prefix("logs/"))),
        Arguments.of("targets.exclude", targets(new Targets().path("/v/b/dir").addExcludeItem("/v/*"))),
        Arguments.of("targets", new JobRequest()),
        Arguments.of("targets", new JobRequest().thresholds(new Thresholds().top(1)).addNodeIdsItem("om1")),
        Arguments.of("targets", targets(new Targets())),
        Arguments.of("targets", targets(new Targets().everything(false))),
        Arguments.of("nodeIds", new JobRequest().addNodeIdsItem("om1").addNodeIdsItem(" ")),
        Arguments.of("nodeIds", new JobRequest().nodeIds(Collections.nCopies(33, "om1"))),
        Arguments.of("targets.keyRanges", targets(range(key("b"), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(null, key("a")))),
        Arguments.of("targets.keyRanges", targets(range(new Key(), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(new Key().text("\\q"), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(key("a").text("b"), key("c")))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).volume("v"))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).addBucketsItem("/v/b"))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).addTablesItem("fileTable"))),
        Arguments.of("targets.keyRanges", targets(new Targets()
            .addKeyRangesItem(new KeyRange().begin(key("a")).end(key("b"))))),
        Arguments.of("notAfter", new JobRequest().notAfter("2030-06-01T12:00:00Z")),
        Arguments.of("notAfter", new JobRequest().notAfter("tomorrow")),
        Arguments.of("notAfter", new JobRequest().notAfter("1970-01-01T00:00:00Z")),
        Arguments.of("notAfter", new JobRequest().notAfter("+999999999-01-01T00:00:00Z")),
        Arguments.of("notBefore", new JobRequest().notBefore("1969-12-31T23:59:59Z")),
        Arguments.of("notBefore", new JobRequest().notBefore("2030-06-01T12:00:00")),
        Arguments.of("notBefore",
            new JobRequest().notBefore("2030-06-02T12:00:00Z").notAfter("2030-06-02T12:00:00Z")));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongFieldIsNamed(String parameter, JobRequest request) {
    assertThatThrownBy(() -> JobRequestCheck.check(request, NOW)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode() + " " + e.getParameter()).isEqualTo(ErrorCode.BAD_REQUEST + " " + parameter));
  }

  static Stream<JobRequest> right() {
    return Stream.of(
        targets(everything()).thresholds(null),
        targets(everything().addTablesItem("keyTable")),
        targets(new Targets().addTablesItem("keyTable")),
        targets(new Targets().everything(false).volume("v")),
        targets(everything()).nodeIds(List.of("om1", "om1")),
        targets(everything()).maxWriteRate(1L),
        targets(everything()).maxWriteRate(1024L),
        targets(everything()).jobId("123E4567-e89b-12d3-a456-426614174000"),
        targets(everything())
            .thresholds(new Thresholds().minRatio(0.0).minTombstones(10L).maxEntries(10L).top(1).maxBytes(1L)
                .maxTotalBytes(1L)),
        targets(everything()).thresholds(new Thresholds().minRatio(1.0)),
        targets(new Targets().volume("v").buckets(List.of("/v/b", "/v/\u00fcnicode"))),
        targets(range(key("a"), key("a"))),
        targets(range(new Key().text("a\\xFF"), new Key().base64(new byte[]{'b'})).addTablesItem("keyTable")),
        targets(everything()).notBefore("2000-01-01T00:00:00Z").notAfter("2030-06-01T14:00:01+02:00"));
  }

  @ParameterizedTest
  @MethodSource("right")
  void rightRequestPasses(JobRequest request) {
    assertThatCode(() -> JobRequestCheck.check(request, NOW)).doesNotThrowAnyException();
  }
}
