// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.giveBack;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.pause;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.resume;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.update;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that is updated, paused and resumed, in each of its states. */
class ChangedJobTest extends OneImage {
  private static final JobLimits.Builder SLOWER = JobLimits.newBuilder().setMaxWriteRate(4096);

  private void reach(String state) throws RefusedException {
    apply(submit(spec(1, "/v/b").setMaxWriteRate(9000)));
    switch (state) {
      case "granted" -> apply(grant(1, "om1"));
      case "running" -> run();
      case "recalled" -> {
        run();
        apply(Jobs.recall(1, "om1"));
      }
      case "paused" -> apply(pause(1));
      case "cancelled while it runs" -> {
        run();
        apply(cancel(id(1)));
      }
      case "ended" -> apply(end(1, TURN_SKIPPED, "om1", "om2", "om3"));
      default -> assertThat(state).isEqualTo("queued");
    }
  }

  private void run() throws RefusedException {
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
      "queued                  | changes | changes | nothing",
      "granted                 | changes | changes | nothing",
      "running                 | changes | changes | nothing",
      "recalled                | changes | changes | nothing",
      "paused                  | changes | nothing | changes",
      "cancelled while it runs | refused | refused | refused",
      "ended                   | refused | refused | refused"})
  void commandInEachState(String state, String updated, String paused, String resumed) throws RefusedException {
    reach(state);
    assertThat(List.of(effect(update(1, SLOWER)), effect(pause(1)), effect(resume(1))))
        .containsExactly(updated, paused, resumed);
  }

  /** The effect on the job as it is, and that the command has none when it is repeated. */
  private String effect(Command command) {
    JobImage before = image;
    try {
      JobDelta delta = apply(command);
      String effect = delta.getWritten().isEmpty() ? "nothing" : "changes";
      assertThat(apply(command).getWritten()).as("repeated").isEmpty();
      return effect;
    } catch (RefusedException e) {
      assertThat(e.getCode()).isEqualTo(ErrorCode.JOB_ENDED);
      return "refused";
    } finally {
      image = before;
    }
  }

  @Test
  void unknownJobIsRefused() {
    for (Command command : List.of(update(9, SLOWER), pause(9), resume(9))) {
      refused(ErrorCode.UNKNOWN_JOB, command);
    }
  }

  @Test
  void roundOfTheServiceIsNotChanged() throws RefusedException {
    apply(submit(spec(1).setRound(Round.getDefaultInstance())));
    for (Command command : List.of(update(1, SLOWER), pause(1), resume(1))) {
      refused(ErrorCode.BAD_REQUEST, command);
    }
  }

  @Test
  void lastUpdateInTheLogWinsAndOthersLimitsStay() throws RefusedException {
    apply(submit(spec(1, "/v/b").setMaxWriteRate(9000).setNotAfterMs(5000)));
    apply(update(1, JobLimits.newBuilder().setMaxWriteRate(4096).setMaxTotalBytes(70)));
    apply(update(1, JobLimits.newBuilder().setMaxWriteRate(2048)));
    assertThat(job(1).getSpec()).isEqualTo(spec(1, "/v/b").setMaxWriteRate(2048).setNotAfterMs(5000)
        .setThresholds(job(1).getSpec().getThresholds()).build());
    assertThat(job(1).getSpec().getThresholds().getMaxTotalBytes()).isEqualTo(70);
    assertThat(job(1).getLimitsChangedBy()).isEqualTo("alice");
    assertThat(job(1).getLimitsChangedAtMs()).isEqualTo(250);
    assertThat(job(1).getUpdatedIndex()).isEqualTo(index);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_QUEUED);
  }

  @Test
  void updatedJobIsStillTheJobThatWasSubmitted() throws RefusedException {
    Command submitted = submit(spec(1, "/v/b").setMaxWriteRate(9000));
    apply(submitted);
    apply(update(1, JobLimits.newBuilder().setMaxWriteRate(4096).setMaxTotalBytes(70).setNotAfterMs(5000)));
    apply(update(1, JobLimits.newBuilder().setMaxTotalBytes(80)));
    assertThat(apply(submitted).answerTo(submitted).getJobsList()).containsExactly(job(1));
    refused(ErrorCode.JOB_ID_TAKEN, submit(spec(1, "/v/b").setMaxWriteRate(4096)));
  }

  static Stream<Arguments> wrongLimits() {
    return Stream.of(
        Arguments.of("nothing", "Nothing says what to change", JobLimits.newBuilder()),
        Arguments.of("a negative rate", "-1 is too small", JobLimits.newBuilder().setMaxWriteRate(-1)),
        Arguments.of("a huge rate", "is too large", JobLimits.newBuilder().setMaxWriteRate(Long.MAX_VALUE)),
        Arguments.of("a negative total", "is too small", JobLimits.newBuilder().setMaxTotalBytes(Long.MIN_VALUE)),
        Arguments.of("a begin before 1970", "opens before 1970", JobLimits.newBuilder().setNotBeforeMs(-1)),
        Arguments.of("an end before 1970", "closes before 1970", JobLimits.newBuilder().setNotAfterMs(-1)),
        Arguments.of("an end before the begin", "closes at 1970-01-01T00:00:00.099Z already",
            JobLimits.newBuilder().setNotAfterMs(99)),
        Arguments.of("a begin after the end", "The window opens at 1970-01-01T00:00:05Z",
            JobLimits.newBuilder().setNotBeforeMs(5000)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongLimits")
  void limitsThatATriggerRefusesAreRefused(String what, String message, JobLimits.Builder limits)
      throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(100).setNotAfterMs(5000)));
    assertThatThrownBy(() -> apply(update(1, limits))).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getCode()).isEqualTo(ErrorCode.BAD_REQUEST)).hasMessageContaining(message);
    if (limits.hasMaxWriteRate() || limits.hasMaxTotalBytes()) {
      assertThatThrownBy(() -> apply(submit(spec(2, "/v/c").setMaxWriteRate(limits.getMaxWriteRate())
          .setThresholds(job(1).getSpec().getThresholds().toBuilder().setMaxTotalBytes(limits.getMaxTotalBytes())))))
          .hasMessageContaining(message);
    }
  }

  /** Not the other end of the window, which the job had before. */
  @ParameterizedTest
  @CsvSource({"0, 99, notAfter", "5000, 0, notBefore", "300, 200, notBefore"})
  void endOfTheWindowThatIsGivenIsRefused(long notBefore, long notAfter, String parameter) throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(100).setNotAfterMs(5000)));
    JobLimits.Builder limits = JobLimits.newBuilder();
    if (notBefore > 0) {
      limits.setNotBeforeMs(notBefore);
    }
    if (notAfter > 0) {
      limits.setNotAfterMs(notAfter);
    }
    assertThatThrownBy(() -> apply(update(1, limits))).isInstanceOfSatisfying(RefusedException.class,
        e -> assertThat(e.getParameter()).isEqualTo(parameter));
  }

  @Test
  void beginOfTheWindowOfAJobThatHasBegunStays() throws RefusedException {
    reach("granted");
    refused(ErrorCode.BAD_REQUEST, update(1, JobLimits.newBuilder().setNotBeforeMs(400)));
    assertThat(apply(update(1, SLOWER.clone().setNotBeforeMs(0))).getWritten()).hasSize(1);
  }

  @Test
  void earlierBeginEndsARoundInTheWay() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(9000)));
    apply(submit(spec(2).setNotAfterMs(8000).setRound(Round.getDefaultInstance())));
    apply(update(1, JobLimits.newBuilder().setNotBeforeMs(200)));
    assertThat(job(2).getState()).isEqualTo(JobState.JOB_CANCELLED);
    assertThat(job(2).getTurns(0).getReason()).isEqualTo(TurnReason.PREEMPTED);
  }

  @Test
  void pauseTakesGrantsBackAndRecallsARunningTurn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    run();
    apply(grant(1, "om2"));
    apply(pause(1));
    assertThat(job(1).getPausedBy()).isEqualTo("alice");
    assertThat(job(1).getPausedAtMs()).isEqualTo(260);
    assertThat(turns(1)).containsExactly(TURN_RUNNING, TURN_WAITING, TURN_WAITING);
    assertThat(job(1).getTurns(0).getReason()).isEqualTo(TurnReason.RECALLED);
    assertThat(job(1).getTurns(0).getMessage()).isEqualTo("Paused by alice.");
    assertThat(job(1).getTurns(1).getGrantedAtMs()).isZero();
    assertThat(apply(grant(1, "om2")).getWritten()).as("a grant that was on its way").isEmpty();
    apply(start(1, "om2"));
    assertThat(turns(1).get(1)).isEqualTo(TURN_WAITING);

    apply(giveBack(1, "om1", 2));
    assertThat(turns(1)).containsOnly(TURN_WAITING);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_RUNNING);
    assertThat(job(1).getTurns(0).getFigures().getRangesDone()).isEqualTo(2);
    apply(resume(1));
    assertThat(job(1).getPausedBy()).isEmpty();
    assertThat(job(1).getPausedAtMs()).isZero();
    assertThat(job(1).getTurnsList()).extracting(TurnRecord::getMessage).containsOnly("");
    run();
    assertThat(job(1).getTurns(0).getState()).isEqualTo(TURN_RUNNING);
    assertThat(job(1).getTurns(0).getFigures().getRangesDone()).isEqualTo(2);
  }

  @Test
  void resumeBeforeTheTurnHasComeBackLetsItWaitOnce() throws RefusedException {
    reach("running");
    apply(pause(1));
    apply(resume(1));
    assertThat(job(1).getTurns(0).getReason()).isEqualTo(TurnReason.RECALLED);
    apply(giveBack(1, "om1", 1));
    run();
    assertThat(job(1).getTurns(0).getState()).isEqualTo(TURN_RUNNING);
  }

  @Test
  void pausedJobIsCancelled() throws RefusedException {
    reach("running");
    apply(pause(1));
    apply(cancel(id(1)));
    assertThat(turns(1)).containsExactly(TURN_RUNNING, TURN_CANCELLED, TURN_CANCELLED);
    apply(giveBack(1, "om1", 1));
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    assertThat(job(1).getPausedBy()).as("nobody has to resume it").isEmpty();
  }

  @Test
  void firstPauseIsKeptAndThePersonBehindAServiceIsNamed() throws RefusedException {
    reach("queued");
    Command byBob = pause(1).toBuilder().setPauseJob(PauseJob.newBuilder().setJobId(id(1)).setEndUser("bob")).build();
    apply(byBob);
    assertThat(job(1).getPausedBy()).isEqualTo("bob");
    assertThat(apply(pause(1)).getWritten()).isEmpty();
    assertThat(job(1).getPausedBy()).isEqualTo("bob");
  }

  @Test
  void everybodyWhoChangedAJobIsKnownAndTheyAreFew() throws RefusedException {
    reach("queued");
    for (int i = 0; i < JobRecordRules.MAX_CHANGERS; i++) {
      image = JobCommands.apply(image, update(1, JobLimits.newBuilder().setMaxWriteRate(5000 + i)), "user" + i,
          ++index).getImage();
    }
    assertThat(job(1).getChangedByCount()).isEqualTo(JobRecordRules.MAX_CHANGERS);
    refused(ErrorCode.BAD_REQUEST, update(1, SLOWER));
    apply(pause(1));
    refused(ErrorCode.BAD_REQUEST, resume(1));
    assertThat(AdminCheck.nonAdmin(job(1), user -> !user.equals("user3"))).contains("user3");
    assertThat(AdminCheck.nonAdmin(job(1), user -> true)).isEmpty();
  }

  @Test
  void entryAppliedTwiceChangesNothing() throws RefusedException {
    reach("queued");
    for (Command command : List.of(update(1, SLOWER), pause(1), resume(1))) {
      apply(command);
      JobRecord once = job(1);
      for (Command earlier : List.of(update(1, JobLimits.newBuilder().setMaxWriteRate(9000)), pause(1), resume(1))) {
        assertThat(JobCommands.apply(image, earlier, "alice", index).getWritten()).isEmpty();
      }
      assertThat(job(1)).isEqualTo(once);
    }
  }

  @Test
  void differentLimitsOrPausesAreDifferentRecords() throws RefusedException {
    reach("queued");
    var first = image.openDigests();
    apply(update(1, SLOWER));
    var updated = image.openDigests();
    apply(pause(1));
    assertThat(List.of(first, updated, image.openDigests())).doesNotHaveDuplicates();
    assertThat(JobImage.of(image.jobs()).openDigests()).isEqualTo(image.openDigests());
  }

  @Test
  void omThatMissedAnUpdateTakesTheLimitsWithTheEnd() throws RefusedException {
    reach("queued");
    JobImage missed = image;
    apply(update(1, SLOWER));
    apply(cancel(id(1)));
    JobRecord told = JobImage.withoutSpec(job(1));
    JobImage caughtUp = JobCommands.apply(missed, Jobs.takeEnd(told), "om1", index + 1).getImage();
    assertThat(caughtUp.find(id(1))).contains(job(1));
    JobRecord forged = told.toBuilder().setSpec(told.getSpec().toBuilder().setMaxWriteRate(-1)).build();
    assertThatThrownBy(() -> JobCommands.apply(missed, Jobs.takeEnd(forged), "om1", index + 1))
        .isInstanceOf(RefusedException.class);
  }
}
