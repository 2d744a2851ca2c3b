// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.junit.jupiter.api.Test;

/** Rounds of the service among jobs of people. Commands are of 100 ms after 1970. */
class RoundsTest extends OneImage {
  private static JobSpec.Builder round(int number) {
    return spec(number, "/v/round").setRound(Round.newBuilder().setPredictedTombstones(1_000));
  }

  @Test
  void roundIsAJobLikeOthers() throws RefusedException {
    apply(submit(round(1)));
    for (String node : Jobs.RING) {
      apply(grant(1, node));
      apply(start(1, node));
      apply(end(1, TURN_SUCCEEDED, node));
    }
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_SUCCEEDED);
  }

  @Test
  void noRoundBeginsWhileAPersonsJobIsOpen() throws RefusedException {
    apply(submit(spec(1, "/v/other")));
    refused(ErrorCode.JOB_OVERLAPS, submit(round(2)));
    apply(end(1, TURN_CANCELLED, "om1", "om2", "om3"));
    apply(submit(round(2)));
  }

  @Test
  void noRoundBeginsWhileAnotherIsOpen() throws RefusedException {
    apply(submit(round(1)));
    refused(ErrorCode.JOB_OVERLAPS, submit(round(2)));
  }

  @Test
  void roundMayRunBeforeTheWindowOfAWaitingJob() throws RefusedException {
    apply(submit(spec(1, "/v/round").setNotBeforeMs(5_000)));
    refused(ErrorCode.JOB_OVERLAPS, submit(round(2)));
    refused(ErrorCode.JOB_OVERLAPS, submit(round(2).setNotAfterMs(5_001)));
    apply(submit(round(2).setNotAfterMs(5_000)));
    assertThat(turns(1)).containsOnly(TURN_WAITING);
  }

  @Test
  void roundGivesWayToEveryJobOfAPerson() throws RefusedException {
    apply(submit(round(1)));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(submit(spec(2, "/v/other")));
    assertThat(turns(1)).containsExactly(TURN_RUNNING, TURN_CANCELLED, TURN_CANCELLED);
    assertThat(job(1).getTurns(0).getReason()).isEqualTo(TurnReason.PREEMPTED);
    assertThat(job(1).getTurns(1).getMessage()).isEqualTo("Gives way to job " + id(2) + ", which alice asked for.");
    apply(submit(spec(3, "/v/round")));
    refused(ErrorCode.JOB_OVERLAPS, submit(spec(4, "/v/round")));
  }

  @Test
  void jobWhoseWindowOpensAfterTheRoundDoesNotCancelIt() throws RefusedException {
    apply(submit(round(1).setNotAfterMs(5_000)));
    apply(submit(spec(2, "/v/round").setNotBeforeMs(5_000)));
    assertThat(turns(1)).containsOnly(TURN_WAITING);
    apply(submit(spec(3, "/v/other").setNotBeforeMs(4_999)));
    assertThat(turns(1)).containsOnly(TURN_CANCELLED);
  }

  @Test
  void recordOfARoundIsSmall() throws RefusedException {
    JobSpec.Builder large = round(1);
    for (int i = 0; i < 400; i++) {
      large.getTargetsBuilder().addBuckets("/v/" + "b".repeat(200) + i);
    }
    refused(ErrorCode.TOO_LARGE, submit(large));
    apply(submit(large.clearRound()));
  }

  @Test
  void pauseCancelsTheOpenRoundAndNoJobOfAPerson() throws RefusedException {
    apply(submit(round(1).setNotAfterMs(5_000)));
    apply(submit(spec(2, "/v/round").setNotBeforeMs(5_000)));
    apply(pause(3_600));
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    assertThat(job(1).getCancelledBy()).isEqualTo("alice");
    assertThat(job(1).getTurnsList()).allSatisfy(turn -> {
      assertThat(turn.getReason()).as("no sign that its keys are not worth it").isEqualTo(TurnReason.PREEMPTED);
      assertThat(turn.getMessage()).isEqualTo("Gives way, as alice has paused the service.");
    });
    assertThat(job(2).getState()).isEqualTo(JobState.JOB_QUEUED);
    assertThat(image.service().getPausedUntilMs()).isEqualTo(100 + 3_600_000);
    refused(ErrorCode.BUSY, submit(round(3).setNotAfterMs(5_000)));
    apply(pause(0));
    assertThat(image.service().getPausedUntilMs()).isZero();
    apply(Command.newBuilder().setVersion(1).setSentAtMs(200).setResumeService(ResumeService.getDefaultInstance())
        .build());
    assertThat(image.service().getPausedBy()).isEmpty();
    assertThat(image.service().getResumedAtMs()).isEqualTo(200);
    apply(submit(round(3).setNotAfterMs(5_000)));
  }

  @Test
  void laterRecordOfTheServiceWins() throws RefusedException {
    apply(pause(0));
    ServiceRecord earlier = image.service();
    apply(Command.newBuilder().setVersion(1).setSentAtMs(200).setResumeService(ResumeService.getDefaultInstance())
        .build());
    ServiceRecord later = image.service();
    assertThat(apply(hello(earlier)).getService()).isEmpty();
    image = JobImage.of(image.jobs(), earlier);
    assertThat(apply(hello(later)).getService()).contains(later);
    assertThat(apply(hello(later)).getService()).isEmpty();
    ServiceRecord ofTheFuture = later.toBuilder().setUpdatedIndex(1_000).build();
    assertThat(apply(hello(ofTheFuture)).getService()).isEmpty();
  }

  private static Command hello(ServiceRecord held) {
    return Command.newBuilder().setVersion(1).setHello(Hello.newBuilder().setNodeId("om3").setService(held)).build();
  }

  @Test
  void pauseIsNoLongerThanAYear() throws RefusedException {
    refused(ErrorCode.BAD_REQUEST, pause(-1));
    refused(ErrorCode.BAD_REQUEST, pause(367 * 86_400L));
    apply(pause(366 * 86_400L));
  }

  private static Command pause(long seconds) {
    return Command.newBuilder().setVersion(1).setSentAtMs(100)
        .setPauseService(PauseService.newBuilder().setForSeconds(seconds)).build();
  }

  @Test
  void roundsDoNotCountAsOpenJobs() throws RefusedException {
    for (int i = 1; i <= JobImage.MAX_OPEN; i++) {
      apply(submit(spec(i, "/v/b" + i).setNotBeforeMs(5_000)));
    }
    apply(submit(round(100).setNotAfterMs(4_000)));
    refused(ErrorCode.TOO_MANY_JOBS, submit(spec(101, "/v/b101").setNotBeforeMs(5_000)));
  }

  @Test
  void endedRoundsAndEndedJobsAreLimitedSeparately() throws RefusedException {
    for (int i = 1; i <= 300; i++) {
      boolean person = i % 3 == 0;
      apply(submit(person ? spec(i, "/v/b") : round(i)));
      apply(end(i, TURN_CANCELLED, "om1", "om2", "om3"));
    }
    apply(submit(spec(301, "/v/b")));
    apply(end(301, TURN_CANCELLED, "om1", "om2", "om3"));
    assertThat(image.jobs().stream().filter(job -> job.getSpec().hasRound())).hasSize(JobDelta.MAX_ENDED_ROUNDS);
    assertThat(image.jobs().stream().filter(job -> !job.getSpec().hasRound()).map(JobRecord::getSpec)
        .map(JobSpec::getJobId).collect(Collectors.toList())).hasSize(JobDelta.MAX_ENDED).contains(id(301))
        .doesNotContain(id(3));
    apply(submit(round(302)));
    apply(end(302, TURN_CANCELLED, "om1", "om2", "om3"));
    assertThat(image.find(id(1))).isEmpty();
    assertThat(image.find(id(2))).isPresent();
  }
}
