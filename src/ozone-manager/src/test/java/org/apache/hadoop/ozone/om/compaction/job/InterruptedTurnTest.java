// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.giveBack;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.recall;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A turn whose OM goes down while it runs and returns as another incarnation. */
class InterruptedTurnTest extends OneImage {
  @BeforeEach
  void startATurn() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    apply(grant(1, "om1"));
    apply(start(1, "om1", "first"));
  }

  private TurnRecord turn() {
    return job(1).getTurns(0);
  }

  private static Command at(String range) {
    return progress(1, "om1", 0).toBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(id(1))
        .setNodeId("om1").setFigures(TurnFigures.newBuilder().setRange(range))).build();
  }

  @Test
  void reportingTheBeginTwiceIsNoInterruption() throws RefusedException {
    apply(start(1, "om1", "first"));
    apply(start(1, "om1", "first"));

    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    assertThat(turn().getInterruptions()).isZero();
  }

  @Test
  void interruptedTurnStartsAgainOnce() throws RefusedException {
    apply(start(1, "om1", "second"));

    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    assertThat(turn().getIncarnation()).isEqualTo("second");
    assertThat(turn().getInterruptions()).isEqualTo(1);
  }

  @Test
  void secondInterruptionFailsTheTurnAndNamesItsRange() throws RefusedException {
    apply(start(1, "om1", "second"));
    apply(at("keyTable /v/b/a../v/b/c"));
    apply(start(1, "om1", "third"));

    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.OM_WENT_DOWN);
    assertThat(turn().getMessage())
        .startsWith("om1 went down 2 times in a row at keyTable /v/b/a../v/b/c: look for the cause");
    assertThat(turn().getFigures().getRange()).isEmpty();
  }

  @Test
  void secondInterruptionBeforeAnyRangeFailsTheTurn() throws RefusedException {
    apply(start(1, "om1", "second"));
    apply(start(1, "om1", "third"));

    assertThat(turn().getMessage()).startsWith("om1 went down 2 times in a row before it began a range");
  }

  @Test
  void interruptionsWithProgressInBetweenDoNotFailTheTurn() throws RefusedException {
    for (int done = 1; done < 10; done++) {
      apply(progress(1, "om1", done));
      apply(start(1, "om1", "incarnation " + done));
      assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
      assertThat(turn().getInterruptions()).isEqualTo(1);
    }
    apply(start(1, "om1", "last"));
    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
  }

  @Test
  void interruptionDuringAWaitDoesNotCount() throws RefusedException {
    for (String incarnation : List.of("second", "third", "fourth")) {
      apply(progress(1, "om1", 0).toBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(id(1))
          .setNodeId("om1").setFigures(TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_DELETIONS))).build());
      apply(start(1, "om1", incarnation));
      assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    }
    assertThat(turn().getInterruptions()).isZero();
  }

  @Test
  void recallIsNoInterruptionAndDoesNotResetTheirCount() throws RefusedException {
    apply(start(1, "om1", "second"));
    apply(recall(1, "om1"));
    apply(giveBack(1, "om1", 0));
    apply(grant(1, "om1"));
    apply(start(1, "om1", "second"));
    assertThat(turn().getInterruptions()).isEqualTo(1);

    apply(start(1, "om1", "third"));
    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
  }
}
