// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two jobs at the same keys: which one is refused, which one gives way. All jobs are submitted at 100. */
class JobConflictsTest extends OneImage {
  private JobDelta submitUrgent(int job, String... buckets) throws RefusedException {
    return apply(submit(spec(job, buckets).setPreempt(true)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', value = {
      "no windows                                          |   0 |   0 | false |   0 | true",
      "the other has no window, so it may still be there   |   0 |   0 | false | 500 | true",
      "the other opens later: this one is urgent           | 200 |   0 | false |   0 | false",
      "the other opens later, and later than this one      | 200 |   0 | false | 199 | false",
      "both open at the same time                          | 200 |   0 | false | 200 | true",
      "this one opens while the other may run              | 200 |   0 | false | 300 | true",
      "this one opens while the other's window is open     | 200 | 300 | false | 299 | true",
      "this one opens when the other's window is closed    | 200 | 300 | false | 300 | false",
      "the other opens at this moment                      | 100 |   0 | false |   0 | true",
      "the other's window closes at this moment            |   0 | 100 | false |   0 | false",
      "an OM whose clock is ahead has let the other begin  | 200 |   0 | true  |   0 | true",
      "the other has begun, and its range may take longer  | 200 | 300 | true  | 300 | true"})
  void jobWaitingForItsWindowBlocksNoOther(String name, long opens, long closes, boolean begun, long thisOpens,
      boolean refused) throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(opens).setNotAfterMs(closes)));
    if (begun) {
      apply(grant(1, "om2"));
    }
    Command second = submit(spec(2, "/v/b").setNotBeforeMs(thisOpens));
    if (refused) {
      refused(ErrorCode.JOB_OVERLAPS, second);
    } else {
      apply(second);
      assertThat(List.of(job(1).getState(), job(2).getState())).containsOnly(JobState.JOB_QUEUED);
    }
  }

  @ParameterizedTest
  @CsvSource({"s3SecretTable", "multipartPartsTable", "aTableToCome"})
  void tableWhoseKeysNameNoBucketIsInNobodysWay(String table) throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(submit(spec(2).setTargets(Targets.newBuilder().addTables(table))));
    refused(ErrorCode.JOB_OVERLAPS, submit(spec(3).setTargets(Targets.newBuilder().addTables(table))));
    refused(ErrorCode.JOB_OVERLAPS,
        submit(spec(4).setTargets(Targets.newBuilder().addTables(table).addTables("keyTable"))));
  }

  @Test
  void refusalNamesTheConflictingJobAndHowToPreemptIt() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    assertThatThrownBy(() -> apply(submit(spec(2, "/v/b")))).hasMessageContaining(id(1))
        .isInstanceOfSatisfying(RefusedException.class,
            refusal -> assertThat(refusal.getNextStep()).contains(id(1), "--preempt", "\"preempt\": true"));
  }

  @Test
  void waitingJobGivesWayAtOnceToTheUrgentJob() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om2"));
    JobDelta delta = submitUrgent(2, "/v/b");

    assertThat(delta.answerTo(submit(spec(2, "/v/b"))).getJobsList()).containsExactly(job(2), job(1));
    assertThat(delta.getWritten()).containsExactly(job(2), job(1));
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    assertThat(job(1).getCancelledBy()).isEqualTo("alice");
    assertThat(job(1).getEndedAtMs()).isEqualTo(100);
    assertThat(job(1).getTurnsList()).allSatisfy(turn -> {
      assertThat(turn.getState()).isEqualTo(TURN_CANCELLED);
      assertThat(turn.getReason()).isEqualTo(TurnReason.PREEMPTED);
      assertThat(turn.getMessage()).isEqualTo("Gives way to job " + id(2) + ", which alice asked for.");
    });
    assertThat(job(2).getState()).isEqualTo(JobState.JOB_QUEUED);
  }

  @Test
  void runningJobLearnsForWhomItEndsAndStaysOpenUntilThen() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om2"));
    apply(start(1, "om2"));
    submitUrgent(2, "/v/b");

    assertThat(turns(1)).containsExactly(TURN_CANCELLED, TURN_RUNNING, TURN_CANCELLED);
    TurnRecord running = job(1).getTurns(1);
    assertThat(running.getReason()).isEqualTo(TurnReason.PREEMPTED);
    assertThat(running.getMessage()).contains(id(2));
    apply(end(1, TURN_SUCCEEDED, "om2"));
    assertThat(job(1).getTurns(1).getReason()).isEqualTo(TurnReason.TURN_REASON_NONE);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void onlyConflictingJobsGiveWay() throws RefusedException {
    apply(submit(spec(1, "/v/a")));
    apply(submit(spec(2, "/v/b")));
    apply(submit(spec(3, "/v/c")));
    apply(submit(spec(4, "/v/d").setNotBeforeMs(200)));
    submitUrgent(5, "/v/a", "/v/b", "/v/d");
    assertThat(image.openJobs()).extracting(job -> job.getSpec().getJobId()).containsExactly(id(3), id(4), id(5));
  }

  @Test
  void personBehindAServiceIsNamed() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    Command urgent = submit(spec(2, "/v/b").setPreempt(true));
    apply(urgent.toBuilder().setSubmit(urgent.getSubmit().toBuilder().setEndUser("bob")).build());
    assertThat(job(1).getCancelledBy()).isEqualTo("bob");
    assertThat(job(1).getTurns(0).getMessage()).contains("bob");
  }

  @Test
  void firstCancellerIsKept() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    apply(cancel(id(1)));
    JobRecord cancelled = job(1);
    assertThat(submitUrgent(2, "/v/b").getWritten()).containsExactly(job(2));
    assertThat(job(1)).isEqualTo(cancelled);
  }

  @Test
  void resubmittedUrgentJobPreemptsNobody() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    submitUrgent(2, "/v/b");
    apply(end(2, TURN_SUCCEEDED, "om1", "om2", "om3"));
    apply(cancel(id(2)));
    apply(submit(spec(3, "/v/b")));
    assertThat(submitUrgent(2, "/v/b").getWritten()).isEmpty();
    assertThat(job(3).getState()).isEqualTo(JobState.JOB_QUEUED);
  }
}
