// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code retry}, and where other commands offer it. */
class RetryCommandTest extends CliOverRing {
  private static final String RETRY = RetryRules.idOf(JOB);
  private static final String NEXT = "It did not succeed on om3. To go on there:\n  " + ROOT + " retry " + JOB + "\n";

  @BeforeEach
  void partial() {
    leader.answer("/jobs/" + JOB, ended());
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(ended()));
    ring.answer(Answer.newBuilder().addJobs(queued(RETRY).toBuilder()
        .setSpec(queued(RETRY).getSpec().toBuilder().setRetryOf(JOB).addNodeIds("om3"))).build());
  }

  private static JobJson ended() {
    return job(5, JobStateJson.PARTIAL, turn("om2", TurnStateJson.SUCCEEDED, 10), turn("om3", TurnStateJson.FAILED, 3))
        .targets(new TargetsJson().everything(true)).maxWriteRate(5000L).addRetryNodeIdsItem("om3");
  }

  @Test
  void retryPrintsItsIdAndWhereItCompacts() {
    Cli.Result result = cli.run("retry", "6f0b");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo(RETRY + "\n");
    assertThat(result.err()).contains("It compacts om3.\n",
        "Follow it with '" + ROOT + " status " + RETRY + " --watch'.");
    assertThat(ring.commands()).singleElement().satisfies(command -> {
      assertThat(command.getSubmit().getSpec().getRetryOf()).isEqualTo(JOB);
      assertThat(command.getSubmit().getSpec().getNodeIdsList()).containsExactly("om3");
      assertThat(command.getSubmit().getSpec().getMaxWriteRate()).isEqualTo(5000);
    });
    assertThat(cli.run("retry", JOB, "-q").err()).isEmpty();
  }

  @Test
  void jobThatHasEndedBeforeIsNotSaidToBeSubmitted() {
    leader.answer("/jobs/" + RETRY, job(6, JobStateJson.SUCCEEDED).jobId(RETRY).retryOf(JOB));
    ring.answer(Answer.newBuilder().addJobs(queued(RETRY).toBuilder()
        .setState(JobState.JOB_SUCCEEDED)).build());
    String already = "Job " + RETRY + " was submitted before and has ended SUCCEEDED: nothing was submitted now.";
    assertThat(cli.run("retry", JOB).err()).contains(already).doesNotContain("Follow it");
    assertThat(cli.run("retry", JOB, "--wait").err()).contains(already).doesNotContain("is submitted");
  }

  @ParameterizedTest
  @CsvSource({"SUCCEEDED, 0", "PARTIAL, 3", "CANCELLED, 4", "EXPIRED, 5"})
  void waitReturnsTheExitCodeOfTheRetry(JobStateJson state, int exit) throws IOException {
    leader.answer("/jobs/" + RETRY, job(6, state).jobId(RETRY).retryOf(JOB));
    Cli.Result result = cli.run("retry", JOB, "--wait", "--json");
    assertThat(result.exit()).as(result.err()).isEqualTo(exit);
    assertThat(json.readTree(result.out()).path("retryOf").asText()).isEqualTo(JOB);
    assertThat(result.err()).contains("Job " + RETRY + " is submitted.");
  }

  @Test
  void refusalNamesTheJobToRetryAndALostAnswerThatItMayBeRepeated() {
    RefusedException ended = RefusedException.ofJob(ErrorCode.JOB_ENDED, RETRY, "Job " + JOB + " was retried by job "
        + RETRY + ", which ended FAILED.").withNextStep("Retry that one with '" + ROOT + " retry " + RETRY + "'.");
    ring.refuse(new OMException(ended.text(), OMException.ResultCodes.INVALID_REQUEST));
    Cli.Result refused = cli.run("retry", JOB);
    assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
    assertThat(refused.err().replaceAll("\\s+", " ")).contains("JOB_ENDED: Job " + JOB, ROOT + " retry " + RETRY)
        .doesNotContain("See how it ended");
    ring.refuse(new IOException("no leader"));
    assertThat(cli.run("retry", JOB).err()).contains("should the ring have the retry already, it stays one job.");
  }

  @Test
  void statusOffersTheRetryBelowAJobThatIsToBeRetried() throws IOException {
    for (List<String> command : List.of(List.of("status", JOB), List.of("status", JOB, "--wait"),
        List.of("status", "--last"))) {
      assertThat(cli.run(command.toArray(String[]::new)).err()).as("%s", command).endsWith(NEXT);
    }
    assertThat(json.readTree(cli.run("status", JOB, "--json").out()).path("retryNodeIds").toString())
        .isEqualTo("[\"om3\"]");
    assertThat(cli.run("status", JOB, "-q").err()).doesNotContain("retry");
  }

  @Test
  void statusNamesTheRetryInsteadOfOfferingOne() {
    leader.answer("/jobs/" + JOB, ended().retriedBy(RETRY));
    Cli.Result result = cli.run("status", JOB);
    assertThat(result.out()).contains("\nRetried   by job " + RETRY + "\n");
    assertThat(result.err()).doesNotContain(ROOT + " retry");
  }

  @Test
  void statusOfAJobThatLeavesNothingOffersNothing() {
    jobIs(JobStateJson.SUCCEEDED);
    assertThat(cli.run("status", JOB).err()).doesNotContain("retry");
  }
}
