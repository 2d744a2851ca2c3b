// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code status} of one job and of several. It is 2030-06-01 14:00 in Berlin. */
class StatusCommandTest extends CliOverRing {
  private static final String OTHER = "0c9d3a52-6f4e-4a0b-8f3f-1d2b3c4d5e6f";

  @Test
  void statusShowsAllJobsOrOne() throws IOException {
    jobIs(JobStateJson.FAILED);
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.FAILED)));
    assertThat(cli.run("status").out()).contains(JOB.substring(0, 8) + "  FAILED");
    Cli.Result one = cli.run("status", JOB);
    assertThat(one.exit()).isZero();
    assertThat(one.out()).contains("State     FAILED").contains("om3   SUCCEEDED");
    assertThat(one.err()).contains("om1 did not answer");
    JobJson printed = json.readValue(cli.run("status", "--json", JOB).out(), JobJson.class);
    assertThat(printed.getUnanswered()).extracting(ProblemJson::getNodeId).containsExactlyInAnyOrder("om1", "om2");
    assertThat(printed.unanswered(null))
        .isEqualTo(job(5, JobStateJson.FAILED, turn("om3", TurnStateJson.SUCCEEDED, 10)).unanswered(null));
  }

  @ParameterizedTest
  @CsvSource({"--wait", "--watch"})
  void statusWaitReturnsTheExitCodeOfTheJobState(String option) {
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobStateJson.EXPIRED));
    Cli.Result result = cli.run("status", JOB, option);
    assertThat(result.exit()).isEqualTo(5);
    assertThat(result.out()).containsOnlyOnce("State     ");
  }

  @Test
  void statusWatchRedrawsOnATerminal() {
    cli.useTerminal();
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    cli.onPause(() -> jobIs(JobStateJson.SUCCEEDED));
    Cli.Result result = cli.run("status", JOB, "--watch");
    assertThat(result.exit()).isZero();
    assertThat(result.out().split("\u001B\\[H\u001B\\[2J")).hasSize(3);
  }

  @Test
  void statusWaitAwaitsAllJobs() {
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.RUNNING)));
    assertThat(cli.run("status", "--wait", "--timeout", "5s").exit()).isEqualTo(6);
    assertThat(cli.run("status", "--watch", "--timeout", "5s").exit()).isEqualTo(6);
    cli.onPause(() -> leader.answer("/jobs",
        new JobListJson().totalCount(1L).addJobsItem(job(6, JobStateJson.FAILED))));
    assertThat(cli.run("status", "--wait").exit()).isZero();
  }

  /** The newest jobs are shown, and have ended. */
  @Test
  void statusWaitAwaitsJobsOfOtherPages() {
    leader.answer("/jobs", new JobListJson().totalCount(30L).addJobsItem(job(6, JobStateJson.SUCCEEDED)));
    String open = "/jobs?state=QUEUED%2CRUNNING&limit=1";
    leader.answer(open, new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.QUEUED)));
    assertThat(cli.run("status", "--wait", "--timeout", "5s").exit()).isEqualTo(6);
    cli.onPause(() -> leader.answer(open, new JobListJson().totalCount(0L)));
    assertThat(cli.run("status", "--wait").exit()).isZero();
    assertThat(cli.run("status", "--wait", "--state", "failed").exit()).isZero();
  }

  /** om1 and om2 answer for no job here. */
  @ParameterizedTest
  @CsvSource({"--wait, false", "--watch, true"})
  void statusThatWaitsNamesOmsWithoutNews(String option, boolean terminal) {
    if (terminal) {
      cli.useTerminal();
    }
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    Cli.Result result = cli.run("status", JOB, option, "--timeout", "2s");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(terminal ? result.out() : result.err()).contains("om1 did not answer (", "its figures are those of");
  }

  @Test
  void unknownJobIsRefused() {
    ApiErrorJson unknown = new ApiErrorJson().code(ErrorCode.UNKNOWN_JOB).message("The ring knows no such job.");
    leader.refuse("/jobs/" + JOB, 404, unknown);
    Cli.Result result = cli.run("status", JOB);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("UNKNOWN_JOB: ").contains("'" + ROOT + " status'");
  }

  private Cli.Result status(String arguments) {
    return cli.run(("status " + arguments).split(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--state running                      | state=RUNNING",
      "--state queued,Running --state FAILED | state=QUEUED,RUNNING,FAILED",
      "--bucket /v/b                        | bucket=/v/b",
      "--since 36h                          | since=2030-05-31T00:00:00Z",
      "--since 7d                           | since=2030-05-25T12:00:00Z",
      "--since 13:30                        | since=2030-06-01T11:30:00Z",
      "--since 14:00                        | since=2030-06-01T12:00:00Z",
      "--since 22:00                        | since=2030-05-31T20:00:00Z",
      "--since 2030-05-01T22:00             | since=2030-05-01T20:00:00Z",
      "--since 2030-05-01T22:00:00Z         | since=2030-05-01T22:00:00Z"})
  void statusSendsItsFilters(String arguments, String query) {
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.RUNNING)));
    assertThat(status(arguments).exit()).isZero();
    assertThat(leader.asked()).singleElement().satisfies(asked ->
        assertThat(URLDecoder.decode(asked, StandardCharsets.UTF_8)).endsWith("jobs?" + query + "&limit=20"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--state runing", "--state running,", "--since yesterday", "--since 25:00",
      "--since 7", "--timeout 5"})
  void wrongFilterIsRefusedWithItsOption(String arguments) {
    Cli.Result result = status(arguments);
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains(arguments.split(" ")[0]);
    assertThat(leader.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"status --since 7", "status --wait --timeout 7", "service pause --for 7",
      "nodes --wait --timeout 7", "cancel " + JOB + " --wait --timeout 7", "trigger --bucket /v/b --wait --timeout 7"})
  void numberWithoutAUnitIsRefused(String arguments) {
    Cli.Result result = cli.run(arguments.split(" "));
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("'7' has no unit");
    assertThat(leader.asked()).isEmpty();
    assertThat(ring.commands()).isEmpty();
  }

  @Test
  void filterBesideAJobIsRefused() {
    Cli.Result result = status(JOB + " --state running");
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("leave JOB out");
  }

  private void jobsAre(String... jobIds) {
    JobListJson list = new JobListJson().totalCount((long) jobIds.length);
    for (String jobId : jobIds) {
      list.addJobsItem(job(5, JobStateJson.RUNNING).jobId(jobId));
    }
    leader.answer("/jobs", list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "6f0b2a4e", "6F0B2A4E-6d"})
  void uniqueBeginningOfAnIdSelectsItsJob(String beginning) {
    jobsAre(OTHER, JOB);
    jobIs(JobStateJson.FAILED);
    Cli.Result result = cli.run("status", beginning);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).contains(JOB, "State     FAILED");
  }

  @Test
  void ambiguousBeginningIsRefusedWithTheIdsThatItFits() {
    jobsAre(OTHER, JOB, "6f0b2a4e-0000-4000-8000-000000000000");
    Cli.Result result = cli.run("status", "6f0b");
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err().replaceAll("\\s+", " ")).startsWith("BAD_REQUEST: JOB: The ids of 2 jobs begin with"
        + " '6f0b': " + JOB + ", 6f0b2a4e-0000-4000-8000-000000000000. Write more of the id.");
  }

  @Test
  void beginningOfNoIdIsRefused() {
    jobsAre(OTHER);
    Cli.Result result = cli.run("status", "6f0b");
    assertThat(result.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(result.err()).startsWith("UNKNOWN_JOB: JOB: There is no job whose id begins with '6f0b'.");
  }

  @Test
  void lastSelectsTheNewestJobThatFitsTheFilters() {
    leader.answer("/jobs?bucket=%2Fv%2Fb&limit=1",
        new JobListJson().totalCount(2L).addJobsItem(job(5, JobStateJson.RUNNING)));
    jobIs(JobStateJson.CANCELLED);
    assertThat(cli.run("status", "--last", "--bucket", "/v/b").out()).contains(JOB, "State     CANCELLED");
    assertThat(cli.run("status", "--last", "--bucket", "/v/b", "--wait").exit()).isEqualTo(ExitCode.CANCELLED);
  }

  @Test
  void lastWithoutAnyJobIsRefused() {
    jobsAre();
    Cli.Result result = cli.run("status", "--last");
    assertThat(result.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(result.err()).startsWith("UNKNOWN_JOB: There is no such job.");
  }
}
