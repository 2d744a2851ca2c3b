// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests docs/maintenance-window.sh, and that docs/rest-api.md describes all of the contract. */
@ExtendWith(ReconRingFixture.class)
class MaintenanceWindowTest {
  private static final Path DOCS = Path.of("../docs");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir
  private Path directory;
  private Http recon;

  /** A run of the script and its output. */
  private record Script(Process process, Path log) {
    int end() throws InterruptedException {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }

    String said() throws IOException {
      return Files.readString(log);
    }
  }

  @BeforeEach
  void reconAsItIs(RingWithRecon ring) throws Exception {
    recon = ring.recon();
    assertThat(shell("bash", "-n", DOCS.resolve("maintenance-window.sh").toString()).end()).isZero();
    assumeThat(shell("bash", "-c", "command -v curl && command -v jq && command -v setsid && date -d 22:00").end())
        .as("this needs curl, jq, setsid and GNU date").isZero();
  }

  @Test
  void compactsWithinTheWindowAndEndsWithZero(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Script script = run("--not-before", "1 minute ago", "--not-after", "10 minutes", "--max-write-rate", "104857600",
        RingWithRecon.WORST);
    assertThat(script.end()).as("%s", script.said()).isZero();
    JobJson job = newest();
    assertThat(script.said()).contains("Job " + job.getJobId()).contains("SUCCEEDED");
    assertThat(job.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getMaxWriteRate()).isEqualTo(104857600);
    assertThat(job.getNotAfter()).isNotNull();

    Script again = run(RingWithRecon.WORST);
    assertThat(again.end()).as("%s", again.said()).isZero();
    assertThat(again.said()).contains("Nothing is worth a compaction.");
    assertThat(newest().getJobId()).isEqualTo(job.getJobId());
  }

  @Test
  void runsInWeeklyWindows(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    String windows = "always UTC except 2001-01-01..2001-01-02";
    Script script = run("--window", windows, RingWithRecon.WORST);
    assertThat(script.end()).as("%s", script.said()).isZero();
    assertThat(script.said()).contains("Job " + newest().getJobId() + ", " + windows);
    assertThat(newest()).returns(windows, JobJson::getWindow).returns(JobStateJson.SUCCEEDED, JobJson::getState);
    Script both = run("--window", windows, "--not-after", "04:00", RingWithRecon.WORST);
    assertThat(both.end()).isEqualTo(2);
  }

  @Test
  void writesMemoryToDiskFirstWhereAListWaitsForIt(RingWithRecon ring) throws Exception {
    ring.makeTombstonesInMemory();
    Script script = run(RingWithRecon.WORST);
    assertThat(script.end()).as("%s", script.said()).isZero();
    assertThat(script.said().lines()).filteredOn(line -> line.contains("first writes the memory of keyTable to disk"))
        .hasSize(3);
    assertThat(newest().getTurns()).hasSize(3).allSatisfy(turn -> {
      assertThat(turn.getFigures().getFlushedBytes()).as("%s", turn).isPositive();
      assertThat(turn.getFigures().getTombstonesAfter()).as("%s", turn).isZero();
    });
  }

  @Test
  void cancelsWhenItIsStopped(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Script script = run("--not-before", "1 day", RingWithRecon.WORST);
    await().atMost(LIMIT).until(() -> script.said().contains("QUEUED"));
    script.process().destroy();
    assertThat(script.end()).as("%s", script.said()).isEqualTo(4);
    assertThat(newest().getState()).isEqualTo(JobStateJson.CANCELLED);
  }

  @Test
  void bestRangesAreThoseOfAllBucketsTogether(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Script several = run("--dry-run", "--top", "1", RingWithRecon.WORST, "/lake/archive");
    assertThat(several.end()).as("%s", several.said()).isZero();
    assertThat(several.said().lines()).filteredOn(line -> line.contains("ranges 1,")).hasSize(3);
  }

  @Test
  void sameNameIsTheSameJob(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Script first = run("--once", "night of " + ring.address(), RingWithRecon.WORST);
    assertThat(first.end()).as("%s", first.said()).isZero();
    JobJson job = newest();
    ring.makeTombstones();

    Script again = run("--once", "night of " + ring.address(), "--not-after", "04:00", RingWithRecon.WORST);
    assertThat(again.end()).as("%s", again.said()).isZero();
    assertThat(again.said()).contains("Job " + job.getJobId() + " is there already.", "SUCCEEDED");
    Script other = run("--once", "night of " + ring.address(), RingWithRecon.WORST, "/lake/archive");
    assertThat(other.end()).as("%s", other.said()).isEqualTo(1);
    assertThat(other.said()).contains(
        "names job " + job.getJobId() + " already, which is for " + RingWithRecon.WORST + ". Choose another name.");
    assertThat(newest().getJobId()).isEqualTo(job.getJobId());

    Script nextNight = run("--once", "next night of " + ring.address(), RingWithRecon.WORST);
    assertThat(nextNight.end()).as("%s", nextNight.said()).isZero();
    assertThat(newest().getJobId()).isNotEqualTo(job.getJobId());
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED, 0", "PARTIAL, 3", "FAILED, 3", "CANCELLED, 4", "EXPIRED, 5"})
  void exitCodeTellsHowTheJobEnded(JobStateJson state, int exitCode) throws Exception {
    try (StandInRecon standIn = new StandInRecon(state)) {
      Script script = run("--recon", standIn.origin(), "/v/b");
      assertThat(script.end()).as("%s", script.said()).isEqualTo(exitCode);
    }
  }

  @Test
  void waitsForTemporaryErrors() throws Exception {
    try (StandInRecon standIn = new StandInRecon(JobStateJson.SUCCEEDED).unwellAtFirst()) {
      Script script = run("--recon", standIn.origin(), "/v/b");
      assertThat(script.end()).as("%s", script.said()).isZero();
      assertThat(script.said()).contains("Waiting. Recon does not tell how the ring is: BUSY: Later.",
          "Waiting. The ring is not well: om1: is silent",
          "Waiting. The ring is not well: it has no leader.", "Waiting. No preview: om1 is busy", "SUCCEEDED");
    }
  }

  @Test
  void cancelsAJobThatMayHaveBeenTakenWhenItIsStopped() throws Exception {
    try (StandInRecon standIn = new StandInRecon(JobStateJson.CANCELLED).silentlyTaking()) {
      Script script = run("--recon", standIn.origin(), "/v/b");
      await().atMost(LIMIT).until(() -> script.said().contains("Attempt 1: "));
      // As Ctrl-C does, which also ends what the script has started. SIGINT may be ignored where tests run.
      assertThat(shell("bash", "-c", "kill -TERM -- -" + script.process().pid()).end()).isZero();
      assertThat(script.end()).as("%s", script.said()).isEqualTo(4);
      assertThat(script.said()).contains("It is not known whether the job was submitted: ", "Cancelling ...");
      assertThat(standIn.cancelled()).hasSize(1);
    }
  }

  @Test
  void followsAJobThatMayHaveBeenTaken() throws Exception {
    try (StandInRecon standIn = new StandInRecon(JobStateJson.SUCCEEDED).silentlyTaking()) {
      Script script = run("--recon", standIn.origin(), "/v/b");
      assertThat(script.end()).as("%s", script.said()).isZero();
      assertThat(standIn.submitted()).hasSize(5).containsOnly(standIn.submitted().get(0));
    }
  }

  @Test
  void passesOnRefusalsOfTheRing(RingWithRecon ring) throws Exception {
    ring.makeTombstones();
    Script script = run("--not-after", "2020-01-01", RingWithRecon.WORST);
    assertThat(script.end()).as("%s", script.said()).isEqualTo(1);
    assertThat(script.said()).contains("Refused: BAD_REQUEST: The window closed");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      /lake/none                                | 1 | UNKNOWN_BUCKET
      --dry-run /lake/archive                   | 0 | tombstones 0, bytes
      --recon http://localhost:1 /lake/staging  | 1 | HTTP status 000
      --max-write-rate fast /lake/staging       | 2 | whole numbers
      --not-before soon /lake/staging           | 2 | soon
      --not-before                              | 2 | needs a value
      --rate 5 /lake/staging                    | 2 | What is '--rate'?
      --help                                    | 0 | --not-before TIME
      --dry-run                                 | 2 | at least one bucket
      """)
  void submitsNothing(String arguments, int exitCode, String words) throws Exception {
    long before = jobs();
    Script script = run(arguments.split(" "));
    assertThat(script.end()).as("%s", script.said()).isEqualTo(exitCode);
    assertThat(script.said()).contains(words);
    assertThat(jobs()).isEqualTo(before);
  }

  @Test
  void everyEndpointIsDescribed() throws Exception {
    String described = Files.readString(DOCS.resolve("rest-api.md"));
    assertThat(Contract.load().operations()).isNotEmpty().allSatisfy(operation ->
        assertThat(described).contains("\n## " + operation.method() + " " + operation.path() + "\n"));
  }

  private JobJson newest() {
    return recon.now("/jobs?limit=1").read(JobListJson.class).getJobs().get(0);
  }

  private long jobs() {
    return recon.now("/jobs?limit=1").json().path("totalCount").asLong();
  }

  private Script run(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("setsid", DOCS.resolve("maintenance-window.sh").toString(),
        "--recon", recon.origin()));
    command.addAll(List.of(arguments));
    return shell(command.toArray(String[]::new));
  }

  private Script shell(String... command) throws IOException {
    Path log = Files.createTempFile(directory, "script", ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(Map.of("POLL_SECONDS", "1", "TMPDIR", directory.toString()));
    return new Script(builder.start(), log);
  }
}
