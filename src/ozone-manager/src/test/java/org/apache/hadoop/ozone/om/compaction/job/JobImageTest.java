// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;

class JobImageTest extends OneImage {
  @Test
  void jobRunsFromSubmissionThroughItsTurnsToItsEnd() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_QUEUED);
    assertThat(job(1).getRequestedBy()).isEqualTo("alice");
    for (String node : Jobs.RING) {
      apply(grant(1, node));
      apply(start(1, node));
      assertThat(job(1).getState()).isEqualTo(JobState.JOB_RUNNING);
      apply(progress(1, node, 3));
      apply(end(1, TURN_SUCCEEDED, node));
    }
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_SUCCEEDED);
    assertThat(job(1).getStartedAtMs()).isEqualTo(400);
    assertThat(job(1).getEndedAtMs()).isEqualTo(600);
    assertThat(job(1).getTurns(0).getFigures().getRangesDone()).isEqualTo(3);
    assertThat(job(1).getUpdatedIndex()).isEqualTo(index);
  }

  @Test
  void resubmittedJobIsOneJob() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    JobRecord first = job(1);
    JobDelta again = apply(submit(spec(1, "/v/b")));
    assertThat(again.getWritten()).isEmpty();
    assertThat(again.answerTo(submit(spec(1, "/v/b"))).getJobsList()).containsExactly(first);
    refused(ErrorCode.JOB_ID_TAKEN, submit(spec(1, "/v/other")));
    assertThatThrownBy(() -> apply(submit(spec(1, "/v/other").setFlush(true)))).hasMessageEndingWith(
        "asks for something else, targets.buckets (/v/b, not /v/other), flush (false, not true).");
  }

  @Test
  void entryAppliedTwiceChangesNothing() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    long seen = index;
    JobDelta replayed = JobCommands.apply(image, start(1, "om1"), "alice", seen);
    assertThat(replayed.getWritten()).isEmpty();
    assertThat(turns(1)).containsOnly(TURN_WAITING);
  }

  @Test
  void turnWithoutGrantDoesNotStart() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(start(1, "om1"));
    assertThat(turns(1)).containsOnly(TURN_WAITING);
  }

  @Test
  void turnContinuedAfterARestartKeepsItsStart() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(start(1, "om1"));
    assertThat(turns(1)).containsExactly(TURN_RUNNING, TURN_WAITING, TURN_WAITING);
    assertThat(job(1).getTurns(0).getStartedAtMs()).isEqualTo(400);
  }

  @Test
  void cancelEndsWaitingTurnsAtOnceAndTheJobWithItsLastRunningTurn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(cancel(id(1)));
    assertThat(turns(1)).containsExactly(TURN_RUNNING, TURN_CANCELLED, TURN_CANCELLED);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_RUNNING);
    assertThat(job(1).getCancelledBy()).isEqualTo("alice");
    apply(end(1, TURN_CANCELLED, "om1"));
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    JobDelta again = apply(cancel(id(1)));
    assertThat(again.getWritten()).isEmpty();
  }

  @Test
  void grantedTurnOfACancelledJobDoesNotStart() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(cancel(id(1)));
    apply(start(1, "om1"));
    assertThat(turns(1)).containsOnly(TURN_CANCELLED);
  }

  @Test
  void cancelAllEndsEveryOpenJob() throws RefusedException {
    apply(submit(spec(1, "/v/a")));
    apply(submit(spec(2, "/v/b")));
    apply(cancel(""));
    assertThat(List.of(job(1).getState(), job(2).getState())).containsOnly(JobState.JOB_CANCELLED);
    assertThat(apply(cancel("")).getWritten()).isEmpty();
  }

  @Test
  void endedJobIsNotCancelled() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(end(1, TURN_SKIPPED, "om1", "om2", "om3"));
    refused(ErrorCode.JOB_ENDED, cancel(id(1)));
    refused(ErrorCode.UNKNOWN_JOB, cancel(id(9)));
    assertThatThrownBy(() -> apply(cancel(id(9)))).hasMessage("There is no job " + id(9) + ".");
  }

  @Test
  void secondEndOfATurnChangesNothing() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(end(1, TURN_SKIPPED, "om1"));
    apply(end(1, TURN_SUCCEEDED, "om1"));
    assertThat(turns(1)).containsExactly(TURN_SKIPPED, TURN_WAITING, TURN_WAITING);
    refused(ErrorCode.BAD_REQUEST, end(1, TURN_RUNNING, "om1"));
  }

  @Test
  void lateReportsDoNotChangeAnEndedJob() throws RefusedException {
    apply(submit(spec(1, "/v/b").clearNodeIds().addNodeIds("om1")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(end(1, TurnState.TURN_FAILED, "om1"));
    JobRecord ended = job(1);
    for (Command late : List.of(grant(1, "om1"), start(1, "om1"), progress(1, "om1", 3),
        end(1, TURN_SUCCEEDED, "om1"))) {
      assertThat(apply(late).getWritten()).as("%s", late).isEmpty();
      assertThat(job(1)).isEqualTo(ended);
    }
  }

  @Test
  void reportWithoutChangesLeavesTheRecordAsItIs() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    long changed = job(1).getUpdatedIndex();
    apply(progress(1, "om1", 3));
    apply(start(1, "om1"));
    apply(end(1, TURN_SUCCEEDED, "om1"));
    assertThat(job(1).getUpdatedIndex()).isEqualTo(changed);
  }

  @Test
  void unknownEnumValuesAndReasonsToWaitThatNoTurnHasAreRefused() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    JobRecord real = job(1);
    Command report = progress(1, "om1", 3);
    Command end = end(1, TURN_SUCCEEDED, "om1");
    for (int ofNoTurn : new int[] {WaitReason.WAIT_PAUSED_VALUE, WaitReason.WAIT_ADMINISTRATOR_VALUE, 99}) {
      TurnFigures figures = TurnFigures.newBuilder().setWaitReasonValue(ofNoTurn).build();
      refused(ErrorCode.BAD_REQUEST, report.toBuilder().setReportProgress(report.getReportProgress().toBuilder()
          .setFigures(figures)).build());
      refused(ErrorCode.BAD_REQUEST, end.toBuilder().setEndTurns(end.getEndTurns().toBuilder()
          .setFigures(figures)).build());
    }
    refused(ErrorCode.BAD_REQUEST, end.toBuilder().setEndTurns(end.getEndTurns().toBuilder()
        .setReasonValue(99)).build());
    refused(ErrorCode.BAD_REQUEST, end.toBuilder().setEndTurns(end.getEndTurns().toBuilder()
        .setStateValue(0)).build());
  }

  @Test
  void recordStaysSmallWhateverANodeReports() throws RefusedException {
    String endless = "x".repeat(100_000);
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    Command report = progress(1, "om1", 3);
    apply(report.toBuilder().setReportProgress(report.getReportProgress().toBuilder()
        .setFigures(TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_DISK_SPACE).setWaitingFor(endless)))
        .build());
    Command end = end(1, TURN_SUCCEEDED, "om1");
    apply(end.toBuilder().setEndTurns(end.getEndTurns().toBuilder().setMessage(endless)).build());
    assertThat(job(1).getSerializedSize()).isLessThan(2000);
    UnknownFieldSet hidden = UnknownFieldSet.newBuilder().addField(500,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFromUtf8(endless)).build()).build();
    refused(ErrorCode.BAD_REQUEST, report.toBuilder().setReportProgress(report.getReportProgress().toBuilder()
        .setFigures(TurnFigures.newBuilder().setUnknownFields(hidden))).build());
    refused(ErrorCode.TOO_LARGE, submit(spec(2, "/v/c").setUnknownFields(UnknownFieldSet.newBuilder().addField(500,
        UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFrom(new byte[600_000])).build())
        .build())));
  }

  @Test
  void openJobsAreBoundedAndOldestEndedJobsAreDeleted() throws RefusedException {
    for (int i = 1; i <= JobImage.MAX_OPEN; i++) {
      apply(submit(spec(i, "/v/b" + i)));
    }
    refused(ErrorCode.TOO_MANY_JOBS, submit(spec(1000, "/v/another")));
    apply(cancel(""));
    for (int i = 101; i <= 100 + JobDelta.MAX_ENDED; i++) {
      apply(submit(spec(i, "/v/c")));
      apply(cancel(id(i)));
    }
    assertThat(image.jobs()).hasSize(JobDelta.MAX_ENDED);
    assertThat(image.find(id(1))).isEmpty();
    assertThat(image.jobs().iterator().next().getSpec().getJobId()).isEqualTo(id(101));
  }

  @Test
  void jobThatWasOpenForLongIsKnownAfterItsEnd() throws RefusedException {
    apply(submit(spec(1, "/v/slow")));
    for (int i = 101; i <= 100 + JobDelta.MAX_ENDED; i++) {
      apply(submit(spec(i, "/v/c")));
      apply(cancel(id(i)));
    }
    apply(cancel(id(1)));
    assertThat(image.find(id(1))).isPresent();
    assertThat(image.find(id(101))).as("ended first").isEmpty();
  }

  @Test
  void textIsCutBetweenCharacters() throws Exception {
    String name = "x".repeat(JobRecordRules.MAX_TEXT - 1) + "\ud83d\udddd and more";
    apply(Command.newBuilder()
        .setSubmit(submit(spec(1)).getSubmit().toBuilder().setEndUser(name)).build());

    JobRecord job = job(1);
    assertThat(JobRecord.parseFrom(job.toByteArray())).isEqualTo(job);
    assertThat(job.getEndUser()).isEqualTo("x".repeat(JobRecordRules.MAX_TEXT - 1));
  }

  @Test
  void emptyCommandIsRefused() {
    refused(ErrorCode.BAD_REQUEST, Command.getDefaultInstance());
  }

  @Test
  void allOmsArriveAtTheSameImageAlsoAfterAReload() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    JobImage one = JobImage.of(List.of());
    JobImage other = JobImage.of(List.of());
    for (long at = 1; at <= 3000; at++) {
      Command command = anyCommand(random);
      one = applied(one, command, at);
      other = applied(other, command, at);
      if (random.nextInt(50) == 0) {
        List<JobRecord> stored = new ArrayList<>(other.jobs());
        Collections.shuffle(stored, random);
        other = JobImage.of(stored);
      }
      assertThat(List.copyOf(other.jobs())).as("seed %d at %d after %s", seed, at, command)
          .isEqualTo(List.copyOf(one.jobs()));
      for (JobRecord job : one.jobs()) {
        assertThat(job.getState()).isEqualTo(Transitions.jobState(job.getTurnsList()));
        assertThat(job.getEndedAtMs() != 0).isEqualTo(Transitions.ended(job));
        assertThat(Transitions.paused(job) && (Transitions.ended(job) || job.getTurnsList().stream()
            .anyMatch(turn -> turn.getState() == TURN_WAITING && turn.getGrantedAtMs() != 0))).isFalse();
      }
    }
  }

  private static JobImage applied(JobImage image, Command command, long at) {
    try {
      return JobCommands.apply(image, command, "bob", at).getImage();
    } catch (RefusedException e) {
      return image;
    }
  }

  private static Command anyCommand(Random random) {
    int job = random.nextInt(40);
    String node = Jobs.RING.get(random.nextInt(3));
    List<TurnState> ends = Arrays.stream(TurnState.values()).filter(state -> state != TurnState.UNRECOGNIZED).toList();
    switch (random.nextInt(16)) {
      case 0:
      case 1:
        return submit(spec(job, "/v/b" + job % 7).setPreempt(job % 3 == 0).setNotBeforeMs(job % 4 * 50)
            .setMoveLeader(job % 2 == 0));
      case 2:
        return cancel(random.nextInt(20) == 0 ? "" : id(job));
      case 3:
        return grant(job, node);
      case 4:
        return start(job, node);
      case 6:
        return Jobs.recall(job, node);
      case 7:
        return Jobs.giveBack(job, node, random.nextInt(9));
      case 5:
        return progress(job, node, random.nextInt(9));
      case 9:
        return Jobs.update(job, JobLimits.newBuilder().setMaxWriteRate(random.nextInt(3))
            .setNotBeforeMs(random.nextInt(3) * 50).setMaxTotalBytes(random.nextInt(3)));
      case 10:
        return Jobs.update(job, JobLimits.newBuilder().setNotAfterMs(random.nextInt(3) * 100));
      case 11:
        return Jobs.pause(job);
      case 12:
        return Jobs.resume(job);
      case 14:
        return Jobs.moveLeader(job, node, Jobs.RING.get(random.nextInt(3)));
      case 15:
        return Jobs.leaderMoved(job, random.nextBoolean() ? "" : node);
      case 8:
        return random.nextInt(5) == 0 ? Jobs.hello("any", id(job)) : Jobs.hello("any");
      default:
        return end(job, ends.get(random.nextInt(ends.size())), node);
    }
  }
}
