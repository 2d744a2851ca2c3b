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
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class JobRequestCheckTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

  private static JobRequestJson thresholds(ThresholdsJson thresholds) {
    return new JobRequestJson().thresholds(thresholds);
  }

  private static JobRequestJson targets(TargetsJson targets) {
    return new JobRequestJson().targets(targets);
  }

  private static TargetsJson everything() {
    return new TargetsJson().everything(true);
  }

  private static TargetsJson range(KeyJson begin, KeyJson end) {
    return new TargetsJson().addKeyRangesItem(new KeyRangeJson().table("keyTable").begin(begin).end(end));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("jobId", new JobRequestJson().jobId("1-1-1-1-1")),
        Arguments.of("jobId", new JobRequestJson().jobId("")),
        Arguments.of("maxParallelNodes", new JobRequestJson().maxParallelNodes(0)),
        Arguments.of("maxParallelNodes", new JobRequestJson().maxParallelNodes(17)),
        Arguments.of("maxWriteRate", new JobRequestJson().maxWriteRate(-1L)),
        Arguments.of("maxWriteRate", new JobRequestJson().maxWriteRate((1L << 40) + 1)),
        Arguments.of("maxWriteRate", new JobRequestJson().maxWriteRate(0L)),
        Arguments.of("maxWriteRate", targets(everything()).maxWriteRate(2L)),
        Arguments.of("maxWriteRate", targets(everything()).maxWriteRate(1023L)),
        Arguments.of("thresholds.minRatio", thresholds(new ThresholdsJson().minRatio(1.01))),
        Arguments.of("thresholds.minRatio", thresholds(new ThresholdsJson().minRatio(-0.01))),
        Arguments.of("thresholds.minRatio", thresholds(new ThresholdsJson().minRatio(Double.NaN))),
        Arguments.of("thresholds.minTombstones", thresholds(new ThresholdsJson().minTombstones(-1L))),
        Arguments.of("thresholds.minTombstones", thresholds(new ThresholdsJson().minTombstones(11L).maxEntries(10L))),
        Arguments.of("thresholds.top", thresholds(new ThresholdsJson().top(0))),
        Arguments.of("thresholds.maxEntries", thresholds(new ThresholdsJson().maxEntries(0L))),
        Arguments.of("thresholds.maxBytes", thresholds(new ThresholdsJson().maxBytes(0L))),
        Arguments.of("thresholds.maxTotalBytes", thresholds(new ThresholdsJson().maxTotalBytes(0L))),
        Arguments.of("targets.buckets", targets(new TargetsJson().addBucketsItem("v/b"))),
        Arguments.of("targets.buckets", targets(new TargetsJson().addBucketsItem("/v"))),
        Arguments.of("targets.buckets", targets(new TargetsJson().addBucketsItem("/v/b/k"))),
        Arguments.of("targets.buckets", targets(new TargetsJson().addBucketsItem(""))),
        Arguments.of("targets.volume", targets(new TargetsJson().volume("w").addBucketsItem("/v/b"))),
        Arguments.of("targets.volume", targets(new TargetsJson().volume(""))),
        Arguments.of("targets.volume", targets(new TargetsJson().volume(" "))),
        Arguments.of("targets.volume", targets(new TargetsJson().volume("v".repeat(256)))),
        Arguments.of("targets.volume", targets(new TargetsJson().volume("\ud800"))),
        Arguments.of("targets.buckets", targets(new TargetsJson().addBucketsItem("/v/" + "b".repeat(510)))),
        Arguments.of("targets.buckets", targets(new TargetsJson().buckets(Collections.nCopies(1001, "/v/b")))),
        Arguments.of("targets.tables", targets(new TargetsJson().addTablesItem("keyTable").addTablesItem(""))),
        Arguments.of("targets.everything", targets(everything().volume("v"))),
        Arguments.of("targets.everything", targets(everything().addBucketsItem("/v/b"))),
        Arguments.of("targets.everything", targets(range(key("a"), key("b")).everything(true))),
        Arguments.of("targets.everything", targets(everything().path("/v/b/dir"))),
        Arguments.of("targets.path", targets(new TargetsJson().path("/v/b"))),
        Arguments.of("targets.path", targets(new TargetsJson().path(""))),
        Arguments.of("targets.path", targets(new TargetsJson().path("/v/b/" + "d".repeat(4092)))),
        Arguments.of("targets.path", targets(new TargetsJson().path("/v/b/dir").addBucketsItem("/v/b"))),
        Arguments.of("targets.path", targets(new TargetsJson().path("/v/b/dir").prefix("a"))),
        Arguments.of("targets.prefix", targets(new TargetsJson().prefix("logs/"))),
        Arguments.of("targets.prefix", targets(new TargetsJson().addBucketsItem("/v/b").prefix(""))),
        Arguments.of("targets.prefix", targets(new TargetsJson().volume("v").prefix("logs/"))),
        Arguments.of("targets.exclude", targets(new TargetsJson().path("/v/b/dir").addExcludeItem("/v/*"))),
        Arguments.of("targets", new JobRequestJson()),
        Arguments.of("targets", new JobRequestJson().thresholds(new ThresholdsJson().top(1)).addNodeIdsItem("om1")),
        Arguments.of("targets", targets(new TargetsJson())),
        Arguments.of("targets", targets(new TargetsJson().everything(false))),
        Arguments.of("nodeIds", new JobRequestJson().addNodeIdsItem("om1").addNodeIdsItem(" ")),
        Arguments.of("nodeIds", new JobRequestJson().nodeIds(Collections.nCopies(33, "om1"))),
        Arguments.of("targets.keyRanges", targets(range(key("b"), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(null, key("a")))),
        Arguments.of("targets.keyRanges", targets(range(new KeyJson(), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(new KeyJson().text("\\q"), key("a")))),
        Arguments.of("targets.keyRanges", targets(range(key("a").text("b"), key("c")))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).volume("v"))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).addBucketsItem("/v/b"))),
        Arguments.of("targets.keyRanges", targets(range(key("a"), key("b")).addTablesItem("fileTable"))),
        Arguments.of("targets.keyRanges", targets(new TargetsJson()
            .addKeyRangesItem(new KeyRangeJson().begin(key("a")).end(key("b"))))),
        Arguments.of("window", new JobRequestJson().window("")),
        Arguments.of("window", new JobRequestJson().window("tonight UTC")),
        Arguments.of("window", new JobRequestJson().window("20:00-06:00")),
        Arguments.of("window", new JobRequestJson().window("always except 2030-12-24")),
        Arguments.of("window", new JobRequestJson().window("20:00-06:00 UTC except 2030-02-29")),
        Arguments.of("window", new JobRequestJson().window("20:00-06:00 UTC except 2030-06-01..2031-12-31")),
        Arguments.of("window", new JobRequestJson().window("Sat UTC").notAfter("2030-06-01T12:00:00Z")),
        Arguments.of("window", new JobRequestJson().window("Sat UTC").notBefore("2030-06-01T12:00:00Z")),
        Arguments.of("notAfter", new JobRequestJson().notAfter("2030-06-01T12:00:00Z")),
        Arguments.of("notAfter", new JobRequestJson().notAfter("tomorrow")),
        Arguments.of("notAfter", new JobRequestJson().notAfter("1970-01-01T00:00:00Z")),
        Arguments.of("notAfter", new JobRequestJson().notAfter("+999999999-01-01T00:00:00Z")),
        Arguments.of("notBefore", new JobRequestJson().notBefore("1969-12-31T23:59:59Z")),
        Arguments.of("notBefore", new JobRequestJson().notBefore("2030-06-01T12:00:00")),
        Arguments.of("notBefore",
            new JobRequestJson().notBefore("2030-06-02T12:00:00Z").notAfter("2030-06-02T12:00:00Z")));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongFieldIsNamed(String parameter, JobRequestJson request) {
    assertThatThrownBy(() -> JobRequestCheck.check(request, NOW)).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode() + " " + e.getParameter()).isEqualTo(ErrorCode.BAD_REQUEST + " " + parameter));
  }

  static Stream<JobRequestJson> right() {
    return Stream.of(
        targets(everything()).thresholds(null),
        targets(everything().addTablesItem("keyTable")),
        targets(new TargetsJson().addTablesItem("keyTable")),
        targets(new TargetsJson().everything(false).volume("v")),
        targets(everything()).nodeIds(List.of("om1", "om1")),
        targets(everything()).maxWriteRate(1L),
        targets(everything()).maxWriteRate(1024L),
        targets(everything()).jobId("123E4567-e89b-12d3-a456-426614174000"),
        targets(everything())
            .thresholds(new ThresholdsJson().minRatio(0.0).minTombstones(10L).maxEntries(10L).top(1).maxBytes(1L)
                .maxTotalBytes(1L)),
        targets(everything()).thresholds(new ThresholdsJson().minRatio(1.0)),
        targets(new TargetsJson().volume("v").buckets(List.of("/v/b", "/v/\u00fcnicode"))),
        targets(range(key("a"), key("a"))),
        targets(range(new KeyJson().text("a\\xFF"), new KeyJson().base64(new byte[]{'b'})).addTablesItem("keyTable")),
        targets(everything()).notBefore("2000-01-01T00:00:00Z").notAfter("2030-06-01T14:00:01+02:00"));
  }

  @ParameterizedTest
  @MethodSource("right")
  void rightRequestPasses(JobRequestJson request) {
    assertThatCode(() -> JobRequestCheck.check(request, NOW)).doesNotThrowAnyException();
  }

  /** It is a Saturday. */
  @ParameterizedTest
  @CsvSource(nullValues = "-", delimiter = '|', value = {
      "always                                             | -                    | -                    | -",
      "Sat-Sun Europe/Berlin                              | -                    | 2030-06-02T22:00:00Z | -",
      "Mon-Fri 20:00-06:00 Europe/Berlin                  | 2030-06-03T18:00:00Z | 2030-06-04T04:00:00Z | -",
      "Mon-Fri 20:00-06:00 UTC                            | 2030-06-03T20:00:00Z | 2030-06-04T06:00:00Z | -",
      "20:00-06:00 America/Chicago                        | 2030-06-02T01:00:00Z | 2030-06-02T11:00:00Z | -",
      "20:00-06:00 Europe/Berlin except 2030-06-01        | 2030-06-02T18:00:00Z | 2030-06-03T04:00:00Z | 2030-06-01",
      "20:00-06:00 Europe/Berlin except 2030-06-02        | 2030-06-01T18:00:00Z | 2030-06-01T22:00:00Z | -",
      "Sat-Sun Europe/Berlin except 2030-05-30..2030-06-01 | 2030-06-01T22:00:00Z | 2030-06-02T22:00:00Z "
          + "| 2030-05-30..2030-06-01",
      "always Europe/Berlin except 2030-06-01             | 2030-06-01T22:00:00Z | -                    | 2030-06-01",
      "always Europe/Berlin except 2030-12-24             | -                    | 2030-12-23T23:00:00Z | -"})
  void jobGetsTheWindowThatIsOpenOrOpensNext(String window, String opens, String closes, String daysOff)
      throws RefusedException {
    JobSpec job = JobRequestCheck.check(targets(everything()).window(window), NOW);
    assertThat(job).returns(millis(opens), JobSpec::getNotBeforeMs).returns(millis(closes), JobSpec::getNotAfterMs)
        .returns(daysOff == null ? "" : daysOff, JobSpec::getDaysOff).returns(window, JobSpec::getWindow);
  }

  private static long millis(String time) {
    return time == null ? 0 : Instant.parse(time).toEpochMilli();
  }
}
