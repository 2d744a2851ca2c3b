// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.DryRunJson;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code trigger --dry-run} shows the plan of all targets together, as each OM makes it. */
class DryRunTest extends CliOverRing {

  /** Ranges of one bucket, by what they remove per megabyte. */
  private static RangeListJson plan(String node, String bucket, double... rates) {
    RangeListJson list = new RangeListJson().totalCount((long) rates.length).filesToScan(0)
        .addTotalsItem(new PlanTotalsJson().nodeId(node).ranges(rates.length).tombstones(exactly(9))
            .predictedReadBytes(1L).predictedWriteBytes(1L).collateralBytes(1L).snapshotRetainedBytes(1L));
    for (double rate : rates) {
      list.addRangesItem(new RangeJson().nodeId(node).rank(list.getRanges().size() + 1).table("keyTable").volume("v")
          .bucket(bucket).begin(key("/v/" + bucket + "/a")).end(key("/v/" + bucket + "/z")).files(1)
          .entries(exactly(20)).tombstones(exactly(10)).predictedReadBytes(100L).predictedWriteBytes(10L)
          .predictedWrite(new ByteIntervalJson().low(5L).high(20L))
          .collateralBytes(3L).snapshotRetainedBytes(4L).tombstonesPerMegabyte(rate));
    }
    return list;
  }

  private DryRunJson dryRun(String... options) throws IOException {
    Cli.Result result = cli.run(Stream.concat(Stream.of("trigger", "--dry-run", "--json", "--node-id", "om3"),
        Stream.of(options)).toArray(String[]::new));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(ring.commands()).isEmpty();
    return json.readValue(result.out(), DryRunJson.class);
  }

  private static List<String> rows(DryRunJson dryRun) {
    return dryRun.getPreview().getRanges().stream()
        .map(range -> range.getRank() + " " + range.getBucket() + " " + Math.round(range.getTombstonesPerMegabyte()))
        .toList();
  }

  @Test
  void severalTargetsAreOneQuestion() throws IOException {
    leader.answer("/ranges?bucket=%2Fv%2Fa&bucket=%2Fv%2Fb&top=2&maxTotalBytes=29&limit=20000", plan("om3", "a", 9, 2));
    DryRunJson dryRun = dryRun("--bucket", "/v/a", "--bucket", "/v/b", "--bucket", "/v/a", "--top", "2",
        "--max-total-bytes", "29B");
    assertThat(rows(dryRun)).containsExactly("1 a 9", "2 a 2");
    assertThat(dryRun.getPreview().getTotals()).isEqualTo(plan("om3", "a", 9, 2).getTotals());
    assertThat(dryRun.getRequest().getTargets().getBuckets()).as("once").containsExactly("/v/a", "/v/b");
  }

  @Test
  void namesTheJobsThatAreInTheWayOfAnyTarget() {
    JobInTheWayJson alices = new JobInTheWayJson().jobId("0a").requestedBy("recon").endUser("alice")
        .origin(JobOriginJson.PERSON);
    JobInTheWayJson round = new JobInTheWayJson().jobId("0b").requestedBy("om").origin(JobOriginJson.SERVICE);
    leader.answer("/ranges?bucket=%2Fv%2Fa&bucket=%2Fv%2Fb&notBefore=2050-01-01T00%3A00%3A00.000Z&limit=20000",
        plan("om3", "a", 9).addJobsInTheWayItem(alices).addJobsInTheWayItem(round));
    String options = "trigger --dry-run --node-id om3 --bucket /v/a --bucket /v/b --not-before 2050-01-01T00:00:00Z";
    assertThat(cli.run(options.split(" ")).err()).containsOnlyOnce("It would be refused, as job 0a of alice is at the"
        + " same keys; with --preempt it would cancel that.\n").contains("It would cancel round 0b of the service.\n");
    assertThat(cli.run((options + " --preempt").split(" ")).err())
        .containsOnlyOnce("It would cancel job 0a of alice, which is at the same keys.\n")
        .contains("It would cancel round 0b of the service.\n");
  }

  @Test
  void previewNamesTheJobsAtTheSameKeys() {
    leader.answer("/ranges", plan("om3", "a", 9)
        .addJobsInTheWayItem(new JobInTheWayJson().jobId("0a").requestedBy("bob").origin(JobOriginJson.PERSON))
        .addJobsInTheWayItem(new JobInTheWayJson().jobId("0b").requestedBy("bob").origin(JobOriginJson.PERSON)
            .mayShare(true))
        .addJobsInTheWayItem(new JobInTheWayJson().jobId("0c").requestedBy("om").origin(JobOriginJson.SERVICE)));
    Cli.Result result = cli.run("preview", "--bucket", "/v/a");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).contains("Job 0a of bob is open and at the same keys.\n",
        "Job 0b of bob is open and may share keys with this.\n",
        "Round 0c of the service is open; a job at its keys would cancel it.\n");
  }

  /** As an OM says it of itself. */
  @Test
  void everyNodeIsNamedOnceInARemark() {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/ranges", plan(node, "a").addRemarksItem(
          new RemarkJson().nodeId(node).message("No list is slow on " + node + ".")));
    }
    assertThat(cli.run("preview", "--node-id", "all", "--slow").out()).contains("\nNo list is slow on om1.\n",
        "\nNo list is slow on om2.\n", "\nNo list is slow on om3.\n");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "PERSON  | false |           | 1 | It would be refused, as job 0a of bob is at the same keys",
      "PERSON  | true  |           | 1 | It would be refused, as job 0a of bob may share keys with it",
      "PERSON  | true  | --preempt | 0 | It would cancel job 0a of bob, which may share keys with it",
      "SERVICE | false |           | 0 | It would cancel round 0a of the service"})
  void exitCodeIsThatOfTheSubmission(JobOriginJson origin, boolean mayShare, String option, int exit, String message) {
    leader.answer("/ranges",
        plan("om3", "a", 9).addJobsInTheWayItem(new JobInTheWayJson().jobId("0a").requestedBy("bob")
        .origin(origin).mayShare(mayShare ? true : null)));
    List<String> words = new ArrayList<>(List.of("trigger", "--dry-run", "--node-id", "om3", "--bucket", "/v/a"));
    if (option != null) {
      words.add(option);
    }
    Cli.Result result = cli.run(words.toArray(String[]::new));
    assertThat(result.exit()).isEqualTo(exit);
    assertThat(result.out()).contains("Would submit:");
    assertThat(result.err()).contains(message, "Nothing was submitted.");
  }

  @Test
  void exactDryRunRepeatsUntilAllFilesAreScanned() throws IOException {
    String question = "/ranges?bucket=%2Fv%2Fa&bucket=%2Fv%2Fb&limit=20000&exact=true";
    leader.answer(question, plan("om3", "a", 9).filesToScan(2));
    List<Runnable> scans = new ArrayList<>(List.of(
        () -> leader.answer(question, plan("om3", "a", 9).filesToScan(1)),
        () -> leader.answer(question, plan("om3", "a", 4))));
    cli.onPause(() -> scans.remove(0).run());
    DryRunJson dryRun = dryRun("--bucket", "/v/a", "--bucket", "/v/b", "--exact");
    assertThat(scans).isEmpty();
    assertThat(rows(dryRun)).containsExactly("1 a 4");
    assertThat(dryRun.getPreview().getFilesToScan()).isZero();
  }

  @Test
  void exactDryRunGivesUpWhenTheScanStandsStill() {
    leader.answer("/ranges", plan("om3", "a", 9).filesToScan(2));
    assertThat(cli.run("trigger", "--dry-run", "--node-id", "om3", "--bucket", "/v/a", "--exact").err())
        .contains("2 SST files are not scanned yet");
  }

  @Test
  void withoutALeaderNothingIsPromised() {
    ring.lead(null);
    Cli.Result result = cli.run("trigger", "--dry-run", "--bucket", "/v/a");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("NO_LEADER");
  }

  @Test
  void everyNodeHasItsOwnRankingAndOneLineOfTotals() {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/ranges", plan(node, "a", 9, 2));
    }
    ring.om("om2").answer("/ranges", plan("om2", "a"));
    Cli.Result result = cli.run("trigger", "--dry-run", "--bucket", "/v/a", "--bucket", "/v/b");
    assertThat(result.exit()).isZero();
    assertThat(result.out().lines().filter(line -> line.matches("om\\d: .*"))).extracting(
        line -> line.replaceAll(",.*", "")).containsExactly("om1: 2 ranges", "om2: 0 ranges", "om3: 2 ranges");
    assertThat(result.err()).isEqualTo("Nothing was submitted.\n");
  }

  @Test
  void silentNodeIsNamedOnce() throws IOException {
    ring.om("om1").answer("/ranges", plan("om1", "a", 9));
    ring.om("om3").answer("/ranges", plan("om3", "a", 9));
    Cli.Result result = cli.run("trigger", "--dry-run", "--json", "--bucket", "/v/a", "--bucket", "/v/b");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(json.readValue(result.out(), DryRunJson.class).getPreview().getUnanswered())
        .extracting(ProblemJson::getNodeId).containsExactly("om2");
  }
}
