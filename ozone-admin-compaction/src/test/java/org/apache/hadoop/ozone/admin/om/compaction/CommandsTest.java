// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import static org.apache.hadoop.ozone.om.compaction.client.Models.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.Models.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.Models.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.Models.job;
import static org.apache.hadoop.ozone.om.compaction.client.Models.key;
import static org.apache.hadoop.ozone.om.compaction.client.Models.page;
import static org.apache.hadoop.ozone.om.compaction.client.Models.self;
import static org.apache.hadoop.ozone.om.compaction.client.Models.turn;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.client.FakeOm;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.model.ApiError;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.NodeRole;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotals;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.Refusal;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
  private static final String ROOT = "ozone admin om compaction";

  private final ObjectMapper json = CompactionJson.mapper();
  private final Cli cli = new Cli();
  private final FakeRing ring = cli.ring();
  private final FakeOm leader = ring.om("om3");

  @BeforeEach
  void lead() {
    leader.answer("/nodes", self("om3", NodeRole.LEADER));
    ring.answer(Answer.newBuilder().addJobs(JobRecord.newBuilder()
        .setSpec(JobSpec.newBuilder().setJobId(JOB)).setState(CompactionProtos.JobState.JOB_QUEUED)).build());
  }

  @AfterEach
  void close() {
    cli.close();
  }

  private void jobIs(JobState state) {
    leader.answer("/jobs/" + JOB, job(5, state, turn("om3", TurnState.SUCCEEDED, 10)));
  }

  private JsonNode tree(Object model) throws IOException {
    return json.readTree(json.writeValueAsString(model));
  }

  // ---- nodes

  @Test
  void nodesListsSilentOnesAndIsDone() {
    ring.om("om1").close();
    Cli.Result result = cli.run("nodes");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("om1 (127.0.0.1)  FOLLOWER  unreachable").contains("om3 (127.0.0.1)  LEADER");
  }

  // ---- list

  @ParameterizedTest
  @ValueSource(strings = {"list --cf keyTable -l 1", "list -s old --cf keyTable -l 1",
      "list --cf keyTable --start old -l 1", "list --cf keyTable -l 1 --start=old"})
  void listTellsTheNextPage(String command) {
    leader.answer("/buckets", page("it's next", bucket("om3", "a", 900)));
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("/v/a");
    assertThat(result.err()).contains("  " + ROOT + " list --cf keyTable -l 1 --start 'it'\\''s next'\n");
  }

  @Test
  void everyOptionOfListReachesTheNode() {
    leader.answer("/buckets", page(null));
    assertThat(cli.run("list", "--node-id", "om3", "--volume", "v", "--bucket", "/v/b", "--cf", "keyTable,fileTable",
        "--min-ratio", "0.5", "--min-tombstones", "7", "--sort", "RATIO", "--length", "9", "--start", "k", "--exact",
        "--probe").exit()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/buckets?volume=v&table=keyTable%2CfileTable"
        + "&minRatio=0.5&minTombstones=7&bucket=%2Fv%2Fb&limit=9&prevKey=k&sort=RATIO&exact=true&probe=true");
  }

  @Test
  void listedOnAllNodesNamesTheSilentAndSaysSo() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)));
    ring.om("om2").close();
    Cli.Result result = cli.run("list", "--node-id", "all");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("/v/a");
    assertThat(result.err()).contains("om1 did not answer: OM om1", "without the range compaction add-on",
        "om2 did not answer: OM om2", "'" + ROOT + " nodes'");
  }

  @Test
  void exactListIsAskedUntilNothingIsLeftToScan() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(2));
    cli.onPause(() -> leader.answer("/buckets", page(null, bucket("om3", "b", 900))));
    Cli.Result result = cli.run("list", "--exact");
    assertThat(result.out()).contains("/v/b").doesNotContain("/v/a");
    assertThat(leader.asked()).hasSize(2);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void exactListGivesUpWhenTheScanStandsStillAndSaysSo() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(2));
    Cli.Result result = cli.run("list", "--exact");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).contains("2 SST files are not scanned yet");
  }

  @Test
  void jsonIsTheModelAndNothingElse() throws IOException {
    leader.answer("/buckets", page("k", bucket("om3", "a", 900)));
    Cli.Result result = cli.run("list", "--json");
    assertThat(json.readTree(result.out())).isEqualTo(tree(page("k", bucket("om3", "a", 900))));
    assertThat(result.err()).contains("To get the next page");
  }

  // ---- preview

  private static RangeList plan(String node) {
    return new RangeList().totalCount(1L).filesToScan(0)
        .addRangesItem(new Range().nodeId(node).rank(1).table("keyTable").volume("v").bucket("b").begin(key("/v/b/a"))
            .end(key("/v/b/z")).files(1).entries(exactly(10)).tombstones(exactly(9)).predictedReadBytes(100L)
            .predictedWriteBytes(10L).collateralBytes(0L).snapshotRetainedBytes(0L).tombstonesPerMegabyte(1.0))
        .addTotalsItem(new PlanTotals().nodeId(node).ranges(1).tombstones(exactly(9)).predictedReadBytes(100L)
            .predictedWriteBytes(10L).collateralBytes(0L).snapshotRetainedBytes(0L));
  }

  @Test
  void everyOptionOfPreviewReachesTheNode() {
    leader.answer("/ranges", plan("om3"));
    assertThat(cli.run("preview", "--cf", "keyTable", "--key-range", "/v/b/a../v/b/\\xFF", "--min-ratio", "0.5",
        "--min-tombstones", "7", "--max-entries", "8", "--max-bytes", "1KB", "--top", "3", "--show-skipped",
        "-l", "9").exit()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/ranges?minRatio=0.5&minTombstones=7&maxEntries=8"
        + "&maxBytes=1024&top=3&table=keyTable&keyRange=%2Fv%2Fb%2Fa..%2Fv%2Fb%2F%5CxFF&limit=9&showSkipped=true");
  }

  @Test
  void keyRangeThatIsPrintedIsAccepted() {
    leader.answer("/ranges", plan("om3"));
    String options = cli.run("preview").out().lines().filter(line -> line.contains("--key-range")).findFirst()
        .orElseThrow().trim();
    assertThat(cli.run(("trigger " + options).split(" ")).exit()).isZero();
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(
        command.getSubmit().getSpec().getTargets().getKeyRanges(0).getEnd().toStringUtf8()).isEqualTo("/v/b/z"));
  }

  // ---- trigger

  @Test
  void triggerPrintsTheIdAndHowToFollowIt() {
    Cli.Result result = cli.run("trigger", "--service-id", FakeRing.SERVICE);
    assertThat(result.exit()).isZero();
    assertThat(result.out()).isEqualTo(JOB + "\n");
    assertThat(result.err()).contains("'" + ROOT + " status " + JOB + " --watch --service-id ring1'");
  }

  @Test
  void everyOptionOfTriggerReachesTheRing() {
    Cli.Result result = cli.run("trigger", "--job-id", JOB.toUpperCase(Locale.ROOT), "--bucket", "/v/a",
        "--bucket", "/v/b", "--volume", "v", "--cf", "keyTable,fileTable", "--min-ratio", "0", "--min-tombstones", "1",
        "--max-entries", "2", "--max-bytes", "3", "--top", "4", "--node-id", "om2,om1", "--max-parallel-nodes", "1",
        "--not-before", "22:00", "--not-after", "06:00", "--max-write-rate", "50MB");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).contains("Window: 2030-06-01 22:00:00 +02:00 to 2030-06-02 06:00:00 +02:00");
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(command.getSubmit().getSpec())
        .isEqualTo(JobSpec.newBuilder().setJobId(JOB)
            .setTargets(CompactionProtos.Targets.newBuilder().setVolume("v").addBuckets("/v/a").addBuckets("/v/b")
                .addTables("keyTable").addTables("fileTable"))
            .setThresholds(CompactionProtos.Thresholds.newBuilder().setMinRatio(0).setMinTombstones(1)
                .setMaxEntries(2).setMaxBytes(3).setTop(4))
            .addNodeIds("om2").addNodeIds("om1").setMaxParallelNodes(1)
            .setNotBeforeMs(Cli.NOW.toEpochMilli() + 8 * 3_600_000)
            .setNotAfterMs(Cli.NOW.toEpochMilli() + 16 * 3_600_000).setMaxWriteRate(50 << 20).build()));
  }

  @Test
  void allNodesMayBeSaid() {
    cli.run("trigger", "--node-id", "all");
    assertThat(ring.commands().get(0).getSubmit().getSpec().getNodeIdsList()).containsExactly("om1", "om2", "om3");
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED,0", "PARTIAL,3", "FAILED,3", "CANCELLED,4", "EXPIRED,5"})
  void waitingEndsWithTheJobAndItsExitCode(JobState state, int exit) {
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    cli.onPause(() -> jobIs(state));
    Cli.Result result = cli.run("trigger", "--wait", "--json");
    assertThat(result.exit()).isEqualTo(exit);
    assertThat(result.out()).contains("\"state\" : \"" + state + "\"");
    assertThat(result.err()).isEqualTo("Job " + JOB + " is submitted.\n");
  }

  @Test
  void waitingGivesUpInTimeAndTheJobGoesOn() {
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    Cli.Result result = cli.run("trigger", "--wait", "--timeout", "10s");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).contains("the job goes on", ROOT + " status " + JOB);
    assertThat(leader.asked().stream().filter(path -> path.contains(JOB))).hasSize(10);
  }

  @Test
  void ringThatFallsSilentEndsTheWaitingAfterAWhile() {
    cli.onPause(() -> leader.close());
    Cli.Result result = cli.run("trigger", "--wait");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).contains("the job goes on");
  }

  @Test
  void progressIsShownOnATerminalOnly() {
    cli.useTerminal();
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobState.SUCCEEDED));
    Cli.Result result = cli.run("trigger", "--wait");
    assertThat(result.err()).contains("\r\u001B[KQUEUED").endsWith("\r\u001B[K");
    assertThat(result.out()).contains("\u001B[32mSUCCEEDED\u001B[0m").doesNotContain("\r");
  }

  @Test
  void dryRunShowsEveryNodeAndSubmitsNothing() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/ranges", plan(node));
    }
    Cli.Result text = cli.run("trigger", "--dry-run", "--job-id", JOB, "--max-write-rate", "50MB");
    assertThat(text.exit()).isZero();
    assertThat(text.out()).contains("om1: 1 range", "om2: 1 range", "om3: 1 range", "Would submit:", JOB,
        "50.0 MB/s", "all, the leader last");
    assertThat(text.err()).isEqualTo("Nothing was submitted.\n");
    Cli.Result document = cli.run("trigger", "--dry-run", "--json", "--node-id", "om1", "--bucket", "/v/a",
        "--bucket", "/v/b");
    assertThat(json.readTree(document.out()).at("/preview/ranges")).hasSize(2);
    assertThat(json.readTree(document.out()).at("/request/targets/buckets")).hasSize(2);
    assertThat(ring.commands()).isEmpty();
  }

  // ---- errors

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyRefusalHasAMessageANextStepAndAnExitCode(ErrorCode code) throws IOException {
    ring.refuse(new OMException(new Refusal(code, "So it is.", "targets.buckets", JOB).toString(),
        OMException.ResultCodes.INVALID_REQUEST));
    Cli.Result result = cli.run("trigger", "--json");
    assertThat(result.exit()).isEqualTo(code == ErrorCode.BAD_REQUEST ? 2 : 1);
    assertThat(result.err()).startsWith(code + ": --bucket: So it is.\n")
        .containsPattern("'(ozone (sh|admin om)|kinit|klist).*'");
    assertThat(json.readValue(result.out(), ApiError.class)).isEqualTo(
        new ApiError().code(code).message("So it is.").parameter("targets.buckets").jobId(JOB));
  }

  @Test
  void whatTheLeaderSaysToDoNextIsNotSaidTwice() {
    ring.refuse(new OMException("[JOB_OVERLAPS job=" + JOB + "] Taken. Stop it with '" + ROOT + " cancel " + JOB
        + "'.", OMException.ResultCodes.INVALID_REQUEST));
    assertThat(cli.run("trigger").err().lines()).hasSize(1);
  }

  @Test
  void withoutLeaderTheSubmissionCanBeRepeated() {
    ring.lead(null);
    Cli.Result result = cli.run("trigger", "--job-id", JOB);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("NO_LEADER: ").contains("'" + ROOT + " nodes'", "--job-id " + JOB);
  }

  @Test
  void stockLeaderIsSentNothing() {
    ring.lead("om1");
    Cli.Result result = cli.run("trigger");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("ADD_ON_MISSING: ")
        .contains("'" + ROOT + " nodes'", "'ozone admin om transfer'");
    assertThat(ring.commands()).isEmpty();
  }

  @Test
  void unknownNodeIsRefused() {
    Cli.Result result = cli.run("list", "--node-id", "om9");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("UNKNOWN_NODE: --node-id: ").contains("om1, om2, om3");
  }

  // ---- status

  @Test
  void statusOfAllAndOfOne() throws IOException {
    jobIs(JobState.FAILED);
    leader.answer("/jobs", new JobList().totalCount(1L).addJobsItem(job(5, JobState.FAILED)));
    assertThat(cli.run("status").out()).contains(JOB + "  FAILED");
    Cli.Result one = cli.run("status", JOB);
    assertThat(one.exit()).isZero();
    assertThat(one.out()).contains("State     FAILED").contains("om3   SUCCEEDED");
    assertThat(one.err()).contains("om1 did not answer");
    assertThat(json.readTree(cli.run("status", "--json", JOB).out()))
        .isEqualTo(tree(job(5, JobState.FAILED, turn("om3", TurnState.SUCCEEDED, 10))));
  }

  @ParameterizedTest
  @CsvSource({"--wait", "--watch"})
  void statusWaits(String option) {
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobState.EXPIRED));
    Cli.Result result = cli.run("status", JOB, option);
    assertThat(result.exit()).isEqualTo(5);
    assertThat(result.out()).containsOnlyOnce("State     ");
  }

  @Test
  void watchRedrawsOnATerminal() {
    cli.useTerminal();
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobState.SUCCEEDED));
    Cli.Result result = cli.run("status", JOB, "--watch");
    assertThat(result.exit()).isZero();
    assertThat(result.out().split("\u001B\\[H\u001B\\[2J")).hasSize(3);
  }

  @Test
  void allJobsAreWaitedFor() {
    leader.answer("/jobs", new JobList().totalCount(1L).addJobsItem(job(5, JobState.RUNNING)));
    assertThat(cli.run("status", "--wait", "--timeout", "5s").exit()).isEqualTo(6);
    cli.onPause(() -> leader.answer("/jobs", new JobList().totalCount(1L).addJobsItem(job(6, JobState.FAILED))));
    assertThat(cli.run("status", "--wait").exit()).isZero();
  }

  @Test
  void unknownJobIsRefused() {
    ApiError unknown = new ApiError().code(ErrorCode.UNKNOWN_JOB).message("The ring knows no such job.");
    leader.refuse("/jobs/" + JOB, 404, unknown);
    Cli.Result result = cli.run("status", JOB);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("UNKNOWN_JOB: ").contains("'" + ROOT + " status'");
  }

  // ---- cancel

  @Test
  void cancelOneAndAll() throws IOException {
    assertThat(cli.run("cancel", JOB).exit()).isZero();
    Cli.Result all = cli.run("cancel", "--all", "--json");
    assertThat(all.exit()).isZero();
    assertThat(json.readTree(all.out()).at("/totalCount").asInt()).isEqualTo(1);
    assertThat(ring.commands()).extracting(command -> command.getCancel().getJobId()).containsExactly(JOB, "");
  }

  @Test
  void cancelledAsAskedIsDone() {
    cli.onPause(() -> jobIs(JobState.CANCELLED));
    Cli.Result result = cli.run("cancel", JOB, "--wait");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("CANCELLED");
    assertThat(cli.run("cancel", "--all", "--wait").exit()).isZero();
  }

  @Test
  void cancelGivesUpWaitingInTime() {
    leader.answer("/jobs/" + JOB, job(4, JobState.RUNNING, turn("om3", TurnState.RUNNING, 3)));
    assertThat(cli.run("cancel", JOB, "--wait", "--timeout", "3s").exit()).isEqualTo(6);
  }
}
