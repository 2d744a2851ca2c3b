// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.option.JobWindow;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code update}, {@code pause} and {@code resume} of a job. */
class ChangeCommandsTest extends CliOverRing {
  @Test
  void updateSendsTheGivenLimitsAlone() {
    Cli.Result result = cli.run("update", JOB, "--max-write-rate", "10MB", "--max-total-bytes", "2GB");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(ring.commands()).extracting(command -> command.getUpdateJob().getJobId()).containsExactly(JOB);
    assertThat(ring.commands().get(0).getUpdateJob().getLimits()).isEqualTo(
        JobLimits.newBuilder().setMaxWriteRate(10L << 20).setMaxTotalBytes(2L << 30).build());
  }

  @Test
  void timeOfDayIsTheNextOne() {
    assertThat(cli.run("update", JOB, "--not-before", "22:00", "--not-after", "06:00").exit()).isZero();
    JobLimits limits = ring.commands().get(0).getUpdateJob().getLimits();
    assertThat(limits.getNotBeforeMs()).isGreaterThan(Cli.NOW.toEpochMilli());
    assertThat(limits.getNotAfterMs() - limits.getNotBeforeMs()).isEqualTo(8 * 3_600_000L);
    assertThat(limits.hasMaxWriteRate()).isFalse();
  }

  /** 6 o'clock is before the job's window of tonight, and so the next one behind it is meant. */
  @ParameterizedTest
  @CsvSource({"20:00, 10", "03:00, 3", "'', 16"})
  void endOfTheWindowIsTheNextOneBehindItsBegin(String begin, int hours) throws Exception {
    Instant opens = begin.isEmpty() ? Cli.NOW
        : Instant.parse(JobWindow.of(begin, null, Clock.fixed(Cli.NOW, Cli.ZONE)).notBefore());
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.QUEUED).notBefore(begin.isEmpty() ? null : opens.toString()));
    Cli.Result result = cli.run("update", JOB, "--not-after", "06:00");
    assertThat(result.exit()).as(result.err()).isZero();
    JobLimits limits = ring.commands().get(0).getUpdateJob().getLimits();
    assertThat(limits.hasNotBeforeMs()).isFalse();
    assertThat(Duration.ofMillis(limits.getNotAfterMs() - opens.toEpochMilli()).toHours()).isEqualTo(hours);
  }

  @Test
  void pauseAndResumeTakeTheBeginningOfAnId() {
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.RUNNING)));
    Cli.Result paused = cli.run("pause", "6f0b");
    assertThat(paused.exit()).as(paused.err()).isZero();
    assertThat(paused.err()).contains("It goes on after '" + ROOT + " resume " + JOB + "'.");
    assertThat(cli.run("pause", "6f0b", "-q").err()).isEmpty();
    assertThat(cli.run("resume", "6f0b").exit()).isZero();
    assertThat(ring.commands()).extracting(Command::getBodyCase).containsExactly(Command.BodyCase.PAUSE_JOB,
        Command.BodyCase.PAUSE_JOB, Command.BodyCase.RESUME_JOB);
    assertThat(ring.commands().get(2).getResumeJob().getJobId()).isEqualTo(JOB);
  }

  @Test
  void jobIsShownAsItIsThen() throws IOException {
    JobRecord changed = queued(JOB).toBuilder().setPausedBy("alice").setPausedAtMs(Cli.NOW.toEpochMilli())
        .setLimitsChangedBy("bob").setLimitsChangedAtMs(Cli.NOW.toEpochMilli()).build();
    ring.answer(Answer.newBuilder().addJobs(changed).build());
    assertThat(cli.run("pause", JOB).out()).contains("\nPaused    by alice since 2030-06-01 ",
        "\nChanged   limits by bob at 2030-06-01 ");
    assertThat(json.readTree(cli.run("pause", JOB, "--json").out()).path("pausedBy").asText()).isEqualTo("alice");
  }

  /** The answer to a change is a record of the ring, and does not tell. */
  @Test
  void whatAJobWaitsForNowIsShown() {
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.QUEUED).revision(9L)
        .waitingFor(new WaitJson().reason(WaitReasonJson.OTHER_TURN).message("om2 is at its turn.")));
    Cli.Result resumed = cli.run("resume", JOB);
    assertThat(resumed.out()).contains("\nWaits     for OTHER_TURN: om2 is at its turn.\n");
    assertThat(resumed.err()).isEqualTo("Follow it with '" + ROOT + " status " + JOB + " --watch'.\n");
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.RUNNING).revision(9L).pausedBy("alice")
        .paused("2030-06-01T10:00:00.000Z").addTurnsItem(new TurnJson().nodeId("om3").state(TurnStateJson.WAITING)
            .waitingFor(new WaitJson().reason(WaitReasonJson.PAUSED).message("alice has paused the job."))));
    assertThat(cli.run("pause", JOB).out()).contains("\n    waits for PAUSED: alice has paused the job.\n");
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.RUNNING).revision(-1L));
    assertThat(cli.run("resume", JOB).out()).as("older than the change").contains("QUEUED").doesNotContain("RUNNING");
  }

  @Test
  void beginHeedsNoDaysOffAndSaysSo() {
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.QUEUED).daysOff("2026-12-24..2027-01-02"));
    assertThat(cli.run("update", JOB, "--not-after", "06:00").err()).doesNotContain("day off");
    leader.answer("/jobs/" + JOB, job(5, JobStateJson.QUEUED).revision(-1L).daysOff("2026-12-24..2027-01-02"));
    assertThat(cli.run("update", JOB, "--not-before", "22:00").err().replace("\n", " "))
        .contains("It may begin at that time also on a day off: its window was moved because of"
            + " 2026-12-24..2027-01-02, and --not-before heeds none.");
  }

  @Test
  void listAndProgressSayThatAJobIsPaused() {
    leader.answer("/jobs", new JobListJson().totalCount(1L)
        .addJobsItem(job(5, JobStateJson.RUNNING).pausedBy("alice").paused("2030-06-01T10:00:00.000Z")));
    assertThat(cli.run("status").out()).contains("  RUNNING, paused  ",
        "    paused by alice since 2030-06-01 12:00:00 +02:00");
  }

  @Test
  void refusalSaysWhatToDoNext() {
    for (String command : List.of("pause", "resume")) {
      ring.refuse(new OMException("[JOB_ENDED job=" + JOB + "] Job " + JOB + " has ended already.",
          OMException.ResultCodes.INVALID_REQUEST));
      Cli.Result result = cli.run(command, JOB);
      assertThat(result.exit()).isEqualTo(ExitCode.REFUSED);
      assertThat(result.err()).contains("JOB_ENDED: Job " + JOB + " has ended already.",
          "See how it ended with '" + ROOT + " status " + JOB + "'.");
    }
  }
}
