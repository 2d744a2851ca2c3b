// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cancel} of one job and of all. */
class CancelCommandTest extends CliOverRing {
  private static final String OTHER = "0c9d3a52-6f4e-4a0b-8f3f-1d2b3c4d5e6f";

  @Test
  void cancelSendsOneJobOrAll() throws IOException {
    assertThat(cli.run("cancel", JOB).exit()).isZero();
    Cli.Result all = cli.run("cancel", "--all", "--json");
    assertThat(all.exit()).isZero();
    assertThat(json.readTree(all.out()).at("/totalCount").asInt()).isEqualTo(1);
    assertThat(ring.commands()).extracting(command -> command.getCancel().getJobId()).containsExactly(JOB, "");
  }

  @Test
  void cancelAllWithoutOpenJobsSucceeds() {
    ring.answer(Answer.getDefaultInstance());
    assertThat(cli.run("cancel", "--all").exit()).isZero();
    assertThat(ring.commands()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "status"})
  void wrongJobIdIsNamedAsInTheUsage(String command) {
    Cli.Result result = cli.run(command, "one");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("BAD_REQUEST: JOB: 'one' is not a job id");
  }

  @Test
  void cancelWaitReturnsZeroOnceTheJobIsCancelled() {
    cli.onPause(() -> jobIs(JobStateJson.CANCELLED));
    Cli.Result result = cli.run("cancel", JOB, "--wait");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("CANCELLED");
    assertThat(cli.run("cancel", "--all", "--wait").exit()).isZero();
  }

  @Test
  void cancelAllWaitSharesOneTimeout() {
    ring.answer(Answer.newBuilder().addJobs(queued(JOB)).addJobs(queued(OTHER)).build());
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    leader.answer("/jobs/" + OTHER, job(5, JobStateJson.RUNNING).jobId(OTHER));
    cli.onPause(() -> leader.answer("/jobs/" + OTHER, job(6, JobStateJson.CANCELLED).jobId(OTHER)));
    Cli.Result result = cli.run("cancel", "--all", "--wait", "--timeout", "5s");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.out()).contains(JOB.substring(0, 8) + "  RUNNING", OTHER.substring(0, 8) + "  CANCELLED");
    assertThat(result.err()).contains("job " + JOB).doesNotContain(OTHER);
    assertThat(cli.clock().instant()).isEqualTo(Cli.NOW.plusSeconds(5));
  }

  @Test
  void cancelWaitGivesUpAtItsTimeout() {
    leader.answer("/jobs/" + JOB, job(4, JobStateJson.RUNNING, turn("om3", TurnStateJson.RUNNING, 3)));
    assertThat(cli.run("cancel", JOB, "--wait", "--timeout", "3s").exit()).isEqualTo(6);
  }

  @Test
  void uniqueBeginningOfAnIdCancelsItsJobOnly() {
    leader.answer("/jobs", new JobListJson().totalCount(2L).addJobsItem(job(5, JobStateJson.RUNNING))
        .addJobsItem(job(5, JobStateJson.RUNNING).jobId(OTHER)));
    assertThat(cli.run("cancel", "6f0b").exit()).isZero();
    assertThat(ring.commands()).extracting(command -> command.getCancel().getJobId()).containsExactly(JOB);
  }

  @Test
  void ambiguousBeginningCancelsNothing() {
    leader.answer("/jobs", new JobListJson().totalCount(2L).addJobsItem(job(5, JobStateJson.RUNNING))
        .addJobsItem(job(5, JobStateJson.RUNNING).jobId("6f0b2a4e-0000-4000-8000-000000000000")));
    assertThat(cli.run("cancel", "6f0b").exit()).isEqualTo(ExitCode.USAGE);
    assertThat(ring.commands()).isEmpty();
  }
}
