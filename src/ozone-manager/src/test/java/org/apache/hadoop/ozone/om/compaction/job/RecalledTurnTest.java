// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.giveBack;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.recall;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A turn that the leader recalls. */
class RecalledTurnTest extends OneImage {
  @BeforeEach
  void grantATurn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
  }

  private TurnRecord turn() {
    return job(1).getTurns(0);
  }

  @Test
  void recalledBeforeItsBeginItLosesItsGrant() throws RefusedException {
    apply(recall(1, "om1"));
    apply(start(1, "om1"));

    assertThat(turn()).isEqualTo(TurnRecord.newBuilder().setNodeId("om1").setState(TURN_WAITING).build());
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_QUEUED);
  }

  @Test
  void recalledTurnRunsUntilItsNodeReturnsIt() throws RefusedException {
    apply(start(1, "om1"));
    apply(recall(1, "om1"));

    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    assertThat(turn().getReason()).isEqualTo(TurnReason.RECALLED);
    assertThat(turn().getMessage()).isEqualTo("om3 is silent");
    apply(progress(1, "om1", 1));
    assertThat(turn().getReason()).isEqualTo(TurnReason.RECALLED);
  }

  @Test
  void returnedTurnWaitsAndKeepsItsFigures() throws RefusedException {
    apply(start(1, "om1"));
    apply(recall(1, "om1"));
    apply(giveBack(1, "om1", 2));

    assertThat(turn().getState()).isEqualTo(TURN_WAITING);
    assertThat(turn().getReason()).isEqualTo(TurnReason.TURN_REASON_NONE);
    assertThat(turn().getMessage()).isEqualTo("om3 is silent");
    assertThat(turn().getGrantedAtMs()).isZero();
    assertThat(turn().getGrantedBy()).isEmpty();
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(2);
    assertThat(turn().getFigures().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
    assertThat(turn().getFigures().getWaitingFor()).isEmpty();
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_RUNNING);
    assertThat(job(1).getStartedAtMs()).isEqualTo(400);
  }

  @Test
  void returnedTurnNeedsAnotherGrant() throws RefusedException {
    apply(start(1, "om1"));
    apply(giveBack(1, "om1", 2));
    apply(start(1, "om1"));
    assertThat(turn().getState()).isEqualTo(TURN_WAITING);

    apply(grant(1, "om1"));
    apply(start(1, "om1"));
    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    assertThat(turn().getMessage()).isEmpty();
    assertThat(turn().getStartedAtMs()).isEqualTo(400);
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(2);
    apply(end(1, TURN_SUCCEEDED, "om1", "om2", "om3"));
    assertThat(turn().getState()).isEqualTo(TURN_SUCCEEDED);
  }

  @Test
  void turnReturnedIntoACancelledJobEnds() throws RefusedException {
    apply(start(1, "om1"));
    apply(recall(1, "om1"));
    apply(cancel(id(1)));
    apply(giveBack(1, "om1", 2));

    assertThat(turns(1)).containsOnly(TURN_CANCELLED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.CANCEL_REQUESTED);
    assertThat(turn().getMessage()).isEqualTo("Cancelled by alice.");
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(2);
    assertThat(job(1).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void turnThatHadRunIsNotSaidToBeCancelledBeforeItBegan() throws RefusedException {
    apply(start(1, "om1"));
    apply(recall(1, "om1"));
    apply(giveBack(1, "om1", 2));
    apply(cancel(id(1)));

    assertThat(job(1).getTurnsList()).extracting(TurnRecord::getMessage).containsExactly(
        "Cancelled by alice while it waited to go on; what it has compacted stays.",
        "Cancelled by alice before it began.", "Cancelled by alice before it began.");
  }

  @Test
  void preemptedTurnIsNotRecalled() throws RefusedException {
    apply(start(1, "om1"));
    apply(submit(spec(2, "/v/b").setPreempt(true)));
    apply(recall(1, "om1"));
    assertThat(turn().getReason()).isEqualTo(TurnReason.PREEMPTED);

    apply(giveBack(1, "om1", 2));
    assertThat(turn().getState()).isEqualTo(TURN_CANCELLED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.PREEMPTED);
    assertThat(turn().getMessage()).contains(id(2));
  }

  @Test
  void onlyRunningTurnsAreReturned() throws RefusedException {
    apply(giveBack(1, "om1", 2));
    apply(giveBack(1, "om2", 2));
    assertThat(turns(1)).containsOnly(TURN_WAITING);
    assertThat(turn().getGrantedAtMs()).isNotZero();

    apply(start(1, "om1"));
    apply(end(1, TURN_SUCCEEDED, "om1"));
    TurnRecord ended = turn();
    apply(giveBack(1, "om1", 2));
    apply(recall(1, "om1"));
    assertThat(turn()).isEqualTo(ended);
  }
}
