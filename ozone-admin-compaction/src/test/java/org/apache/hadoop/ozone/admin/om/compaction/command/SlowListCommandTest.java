// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code list} prints commands that mend slow lists; each is accepted as it stands. */
class SlowListCommandTest extends CliOverRing {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  private static Bucket slow(String table, String bucket, Remedy remedy) {
    return new Bucket().nodeId("om3").table(table).volume("v").bucket(bucket).begin(key("/v/" + bucket + "/"))
        .end(key("/v/" + bucket + "/\\xFF")).entries(exactly(90_000)).tombstones(exactly(40_000))
        .tombstoneRatio(new RatioInterval().low(0.4).high(0.4)).files(1).sharedFiles(0).sizeBytes(1L)
        .seek(new Seek().micros(20_000L).bounded(false)).why("A list waits.").remedy(remedy);
  }

  private static Remedy keys(String begin, String end) {
    return new Remedy().begin(key(begin)).end(key(end)).tombstones(exactly(40_000)).memtableTombstones(exactly(0));
  }

  private static Remedy bucket(String name) {
    return keys("/v/" + name + "/a", "/v/" + name + "/z").volume("v").bucket(name);
  }

  static Stream<Arguments> remedies() {
    String trigger = ROOT + " trigger";
    return Stream.of(
        Arguments.of(List.of(slow("keyTable", "a", bucket("b")), slow("keyTable", "b", bucket("b"))),
            List.of(trigger + " --bucket /v/b")),
        Arguments.of(List.of(slow("keyTable", "a", bucket("a")), slow("fileTable", "b", keys("/1/2", "/1/3/\\xFF"))),
            List.of(trigger + " --bucket /v/a", trigger + " --cf fileTable --key-range '/1/2../1/3/\\xFF'")),
        Arguments.of(List.of(slow("keyTable", "a", keys("/v/a", "/v/b")), slow("keyTable", "c", keys("/v/c", "/v/d"))),
            List.of(trigger + " --cf keyTable --key-range /v/a../v/b --key-range /v/c../v/d")),
        Arguments.of(List.of(slow("keyTable", "a", bucket("a").tombstones(exactly(0)).memtableTombstones(exactly(9)))),
            List.of(trigger + " --bucket /v/a --flush")),
        Arguments.of(List.of(slow("keyTable", "a", keys("", "/v/b"))), List.of(trigger + " --everything")),
        Arguments.of(Stream.of("a", "b", "c", "d", "e", "f").map(name -> slow("keyTable", name, bucket(name))).toList(),
            List.of(trigger + " --everything")));
  }

  @ParameterizedTest
  @MethodSource("remedies")
  void printedCommandsAreAccepted(List<Bucket> rows, List<String> commands) {
    leader.answer("/buckets", new BucketList().totalCount((long) rows.size()).slowCount((long) rows.size())
        .unmeasuredCount(0L).filesToScan(0).buckets(rows));
    List<String> printed = cli.run("list").out().lines().filter(line -> line.startsWith("  " + ROOT))
        .map(String::trim).toList();
    assertThat(printed).isEqualTo(commands);
    for (String command : printed) {
      String[] words = WORD.matcher(command.substring(ROOT.length())).results().map(SlowListCommandTest::unquoted)
          .toArray(String[]::new);
      Cli.Result result = cli.run(words);
      assertThat(result.exit()).as(command + ": " + result.err()).isZero();
    }
    assertThat(ring.commands()).hasSameSizeAs(commands);
    JobSpec first = ring.commands().get(0).getSubmit().getSpec();
    assertThat(first.getFlush()).isEqualTo(commands.get(0).endsWith("--flush"));
  }

  @Test
  void printedCommandNamesTheServiceThatWasAsked() {
    leader.answer("/buckets", new BucketList().totalCount(1L).slowCount(1L).unmeasuredCount(0L).filesToScan(0)
        .addBucketsItem(slow("keyTable", "a", bucket("a"))));
    assertThat(cli.run("list", "--service-id", FakeRing.SERVICE).out())
        .contains("  " + ROOT + " trigger --bucket /v/a --service-id " + FakeRing.SERVICE + "\n");
  }

  private static String unquoted(MatchResult word) {
    return word.group(1) == null ? word.group() : word.group(1);
  }

  @Test
  void moreSlowRowsThanAreShownAreMendedByAJobOfEverything() {
    leader.answer("/buckets", new BucketList().totalCount(30L).slowCount(7L).unmeasuredCount(0L).filesToScan(0)
        .addBucketsItem(slow("keyTable", "a", bucket("a"))));
    assertThat(cli.run("list").out()).contains("7 rows are slow", "  " + ROOT + " trigger --everything\n",
        "6 more are slow; --length shows more.");
  }

  @ParameterizedTest
  @CsvSource({"0, no list is slow there.", "4, 'no list is slow there, where anybody has looked.'"})
  void restIsCalledFastOnlyWhereItWasMeasured(long unmeasured, String sentence) {
    leader.answer("/buckets", new BucketList().totalCount(30L).slowCount(1L).unmeasuredCount(unmeasured).filesToScan(0)
        .addBucketsItem(slow("keyTable", "a", bucket("a"))));
    assertThat(cli.run("list").out()).contains("29 more rows hold no tombstones; " + sentence + " All rows: --all\n");
  }

  @Test
  void nothingIsSaidOfBucketsThatNoNodeAnsweredFor() {
    ring.close();
    Cli.Result result = cli.run("list", "--node-id", "all");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).doesNotContain("No bucket");
  }
}
