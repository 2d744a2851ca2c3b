// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code trigger}: what it sends to the ring, and how it waits. */
class TriggerCommandTest extends CliOverRing {
  @Test
  void triggerPrintsJobIdAndStatusCommand() {
    Cli.Result result = cli.run("trigger", "--everything", "--service-id", FakeRing.SERVICE);
    assertThat(result.exit()).isZero();
    assertThat(result.out()).isEqualTo(JOB + "\n");
    assertThat(result.err()).contains("'" + ROOT + " status " + JOB + " --watch --service-id ring1'");
  }

  @Test
  void windowIsPrintedAsStatusPrintsIt() {
    assertThat(cli.run("trigger", "--everything", "--not-after", "06:00").err())
        .startsWith("Window: at once to 2030-06-02 06:00:00 +02:00\n");
    assertThat(cli.run("trigger", "--everything").err()).doesNotContain("Window");
  }

  /** It is Saturday, 2030-06-01, 14:00. */
  @Test
  void daysOffThatKeepTheWindowClosedAreNamed() {
    Cli.Result result = cli.run("trigger", "--everything", "--window",
        "20:00-06:00 Europe/Berlin except 2030-06-01..2030-06-02 2030-06-04");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).startsWith("Window: 2030-06-03 20:00:00 +02:00 to 2030-06-04 00:00:00 +02:00, no sooner"
        + " because of days off: 2030-06-01..2030-06-02\n");
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(command.getSubmit().getSpec()
        .getWindow()).isEqualTo("20:00-06:00 Europe/Berlin except 2030-06-01..2030-06-02 2030-06-04"));
  }

  @Test
  void windowsWithoutAZoneAreOfThisMachine() {
    Cli.Result result = cli.run("trigger", "--everything", "--window", "Mon-Fri 20:00-06:00");
    assertThat(result.err()).startsWith("Window: 2030-06-03 20:00:00 +02:00 to 2030-06-04 06:00:00 +02:00\n");
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(command.getSubmit().getSpec()
        .getWindow()).isEqualTo("Mon-Fri 20:00-06:00 Europe/Berlin"));
  }

  @Test
  void triggerSendsEveryOption() {
    Cli.Result result = cli.run("trigger", "--job-id", JOB.toUpperCase(Locale.ROOT), "--bucket", "/v/a",
        "--bucket", "/v/b", "--volume", "v", "--exclude", "/v/c*,/w",
        "--cf", "keyTable,fileTable", "--min-ratio", "0", "--min-tombstones", "1",
        "--max-entries", "2", "--max-bytes", "3", "--max-total-bytes", "1KB", "--top", "4",
        "--node-id", "om2,om1", "--max-parallel-nodes", "1",
        "--not-before", "22:00", "--not-after", "06:00", "--max-write-rate", "50MB", "--flush",
        "--after-deletions", "--preempt", "--move-leader");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).contains("Window: 2030-06-01 22:00:00 +02:00 to 2030-06-02 06:00:00 +02:00");
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(command.getSubmit().getSpec())
        .isEqualTo(JobSpec.newBuilder().setJobId(JOB)
            .setTargets(Targets.newBuilder().setVolume("v").addBuckets("/v/a").addBuckets("/v/b")
                .addTables("keyTable").addTables("fileTable").addExclude("/v/c*").addExclude("/w"))
            .setThresholds(Thresholds.newBuilder().setMinRatio(0).setMinTombstones(1)
                .setMaxEntries(2).setMaxBytes(3).setMaxTotalBytes(1024).setTop(4))
            .addNodeIds("om2").addNodeIds("om1").setMaxParallelNodes(1)
            .setNotBeforeMs(Cli.NOW.toEpochMilli() + 8 * 3_600_000)
            .setNotAfterMs(Cli.NOW.toEpochMilli() + 16 * 3_600_000).setMaxWriteRate(50 << 20).setFlush(true)
            .setAfterDeletions(true).setPreempt(true).setMoveLeader(true).build()));
  }

  @Test
  void triggerWithoutTargetIsRefusedUnlessEverythingIsGiven() {
    Cli.Result forgotten = cli.run("trigger", "--node-id", "om1", "--min-ratio", "0.5", "--dry-run");
    assertThat(forgotten.exit()).isEqualTo(2);
    assertThat(forgotten.err()).contains("--bucket", "--volume", "--cf", "--key-range", "--everything");
    assertThat(ring.commands()).isEmpty();
    assertThat(leader.asked()).isEmpty();

    assertThat(cli.run("trigger", "--everything").exit()).isZero();
    assertThat(cli.run("trigger", "--everything", "--cf", "keyTable").exit()).isZero();
    assertThat(cli.run("trigger", "--cf", "keyTable").exit()).isZero();
    Targets table = Targets.newBuilder().addTables("keyTable").build();
    assertThat(ring.commands()).extracting(command -> command.getSubmit().getSpec().getTargets())
        .containsExactly(Targets.getDefaultInstance(), table, table);
  }

  @Test
  void nodeIdAllSelectsEveryNode() {
    cli.run("trigger", "--everything", "--node-id", "all");
    assertThat(ring.commands().get(0).getSubmit().getSpec().getNodeIdsList()).containsExactly("om1", "om2", "om3");
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED,0", "PARTIAL,3", "FAILED,3", "CANCELLED,4", "EXPIRED,5"})
  void triggerWaitReturnsTheExitCodeOfTheJobState(JobStateJson state, int exit) {
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    cli.onPause(() -> jobIs(state));
    Cli.Result result = cli.run("trigger", "--everything", "--wait", "--json");
    assertThat(result.exit()).isEqualTo(exit);
    assertThat(result.out()).contains("\"state\" : \"" + state + "\"");
    assertThat(result.err()).isEqualTo("Job " + JOB + " is submitted.\n");
  }

  @Test
  void triggerWaitGivesUpAtItsTimeout() {
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    Cli.Result result = cli.run("trigger", "--everything", "--wait", "--timeout", "10s");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).contains("the job goes on", ROOT + " status " + JOB);
    assertThat(leader.asked().stream().filter(path -> path.contains(JOB))).hasSize(10);
  }

  @Test
  void triggerWaitGivesUpOnASilentRing() {
    cli.onPause(() -> leader.close());
    Cli.Result result = cli.run("trigger", "--everything", "--wait");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).contains("the job goes on");
  }

  @Test
  void progressIsShownOnATerminal() {
    cli.useTerminal();
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobStateJson.SUCCEEDED));
    Cli.Result result = cli.run("trigger", "--everything", "--wait");
    assertThat(result.out()).containsSubsequence("\r\u001B[KQUEUED", "\r\u001B[KJob",
        "\u001B[32mSUCCEEDED\u001B[0m");
    assertThat(result.err()).isEqualTo("Job " + JOB + " is submitted.\n");
  }

  @Test
  void jsonOutputContainsNoProgress() throws IOException {
    cli.useTerminal();
    cli.onPause(() -> jobIs(JobStateJson.SUCCEEDED));
    Cli.Result result = cli.run("trigger", "--everything", "--wait", "--json");
    assertThat(json.readValue(result.out(), JobJson.class).getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(result.err()).doesNotContain("\r", "\u001B");
  }

  @Test
  void dryRunShowsEveryNodeAndSubmitsNothing() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/ranges", plan(node));
    }
    Cli.Result text = cli.run("trigger", "--everything", "--dry-run", "--job-id", JOB, "--max-write-rate", "50MB");
    assertThat(text.exit()).isZero();
    assertThat(text.out()).contains("om1: 1 range", "om2: 1 range", "om3: 1 range", "Would submit:", JOB,
        "50.0 MB/s", "all, the leader last");
    assertThat(text.err()).isEqualTo("Nothing was submitted.\n");
    Cli.Result document = cli.run("trigger", "--everything", "--dry-run", "--json", "--node-id", "om1");
    assertThat(json.readTree(document.out()).at("/preview/ranges")).hasSize(1);
    assertThat(json.readTree(document.out()).at("/request/jobId").asText()).isNotEmpty();
    assertThat(ring.commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"trigger --everything", "trigger --everything --dry-run", "trigger --everything --wait"})
  void nodeWhoseTurnWouldBeSkippedIsWarnedOf(String command) {
    for (String node : List.of("om1", "om3")) {
      ring.om(node).answer("/ranges", plan(node));
    }
    jobIs(JobStateJson.SUCCEEDED);
    ring.om("om1").answer("/nodes", self("om1", NodeRoleJson.FOLLOWER, new ProblemJson().nodeId("om1")
        .code(ErrorCode.ADD_ON_DISABLED).message("Range compaction is switched off on om1.")));
    ring.om("om2").stock();
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.err().replaceAll("\\s+", " ")).contains(
        "Warning: om1: Range compaction is switched off on om1. Its turn will be skipped.", "Warning: om2: OM om2",
        "runs without the range compaction add-on. Its turn will be skipped.", "'" + ROOT + " nodes'");
    assertThat(ring.commands()).hasSize(command.contains("--dry-run") ? 0 : 1);
    assertThat(result.exit()).isEqualTo(command.contains("--dry-run") ? 1 : 0);
  }

  @Test
  void nodeThatIsNotSelectedIsNotWarnedOf() {
    ring.om("om2").stock();
    assertThat(cli.run("trigger", "--everything", "--node-id", "om1,om3").err()).doesNotContain("Warning");
  }

  @Test
  void parallelNodesBeyondTheSpareAreRefused() {
    for (String dryRun : List.of("--dry-run", "--wait")) {
      Cli.Result result = cli.run("trigger", "--everything", "--max-parallel-nodes", "2", dryRun);
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.out()).isEmpty();
      assertThat(result.err()).contains("--max-parallel-nodes: At most 1 of 3 OMs");
    }
    assertThat(ring.commands()).isEmpty();
  }

  @Test
  void submissionWithoutLeaderPrintsTheJobIdForARetry() {
    ring.lead(null);
    Cli.Result result = cli.run("trigger", "--everything", "--job-id", JOB);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("NO_LEADER: ").contains("'" + ROOT + " nodes'", "--job-id " + JOB);
  }

  @Test
  void stockLeaderReceivesNoCommand() {
    ring.lead("om1");
    ring.om("om1").stock();
    Cli.Result result = cli.run("trigger", "--everything");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("ADD_ON_MISSING: ")
        .contains("'" + ROOT + " nodes'", "'ozone admin om transfer'");
    assertThat(ring.commands()).isEmpty();
  }
}
