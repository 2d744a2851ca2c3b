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
    return reports(TurnFigures.newBuilder().setRange(range));
  }

  private static Command reports(TurnFigures.Builder figures) {
    return progress(1, "om1", 0).toBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(id(1))
        .setNodeId("om1").setFigures(figures)).build();
  }

  private void atARangeAndDown(String incarnation) throws RefusedException {
    apply(at("keyTable /v/b/a../v/b/c"));
    apply(start(1, "om1", incarnation));
  }

  /** As while files are counted or a memtable is flushed. */
  private void atWorkAndDown(String incarnation) throws RefusedException {
    apply(reports(TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_DATABASE).setWaitingFor("12 SST files")
        .setAtWork(true)));
    apply(start(1, "om1", incarnation));
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
    atARangeAndDown("second");

    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    assertThat(turn().getIncarnation()).isEqualTo("second");
    assertThat(turn().getInterruptions()).isEqualTo(1);
  }

  @Test
  void secondInterruptionFailsTheTurnAndNamesItsRange() throws RefusedException {
    atARangeAndDown("second");
    atARangeAndDown("third");

    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.OM_WENT_DOWN);
    assertThat(turn().getMessage())
        .startsWith("om1 went down 2 times in a row at keyTable /v/b/a../v/b/c: look for the cause");
    assertThat(turn().getFigures().getRange()).isEmpty();
  }

  @Test
  void thirdInterruptionBeforeAnyRangeFailsTheTurn() throws RefusedException {
    apply(start(1, "om1", "second"));
    atWorkAndDown("third");
    assertThat(turn().getState()).as("two restarts in a row, as of an upgrade").isEqualTo(TURN_RUNNING);
    atWorkAndDown("fourth");

    assertThat(turn().getReason()).isEqualTo(TurnReason.OM_WENT_DOWN);
    assertThat(turn().getMessage()).startsWith("om1 went down 3 times in a row before it began a range");
  }

  @Test
  void countThatHasEndedIsProgress() throws RefusedException {
    atWorkAndDown("second");
    atWorkAndDown("third");
    atARangeAndDown("fourth");
    atWorkAndDown("fifth");
    atWorkAndDown("sixth");
    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
    atARangeAndDown("seventh");
    assertThat(turn().getState()).as("no count makes a range harmless").isEqualTo(TURN_FAILED);
  }

  /** It has not been there again. */
  @Test
  void secondRestartBeforeAnythingIsReportedIsNotAtTheRange() throws RefusedException {
    atARangeAndDown("second");
    apply(start(1, "om1", "third"));
    assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
  }

  @Test
  void interruptionsWithProgressInBetweenDoNotFailTheTurn() throws RefusedException {
    for (int removed = 1; removed < 10; removed++) {
      apply(reports(removed(removed)));
      apply(start(1, "om1", "incarnation " + removed));
      assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
      assertThat(turn().getInterruptions()).isEqualTo(1);
    }
    apply(reports(removed(9)));
    apply(start(1, "om1", "last"));
    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
  }

  /** Clients that delete there leave each attempt something to remove. */
  @Test
  void interruptionsWithoutEndFailTheTurnWhateverWasDoneInBetween() throws RefusedException {
    for (int removed = 1; removed <= 11; removed++) {
      assertThat(turn().getState()).isEqualTo(TURN_RUNNING);
      apply(reports(removed(removed)));
      apply(start(1, "om1", "incarnation " + removed));
    }
    assertThat(turn()).returns(TURN_FAILED, TurnRecord::getState)
        .returns(TurnReason.OM_WENT_DOWN, TurnRecord::getReason);
    assertThat(turn().getMessage()).startsWith("om1 went down 11 times during this turn");
  }

  private static TurnFigures.Builder removed(int tombstones) {
    return TurnFigures.newBuilder().setRange("keyTable a..b").setTombstonesBefore(100)
        .setTombstonesAfter(100 - tombstones);
  }

  /** Figures go on from attempt to attempt, so a range that each of them drops is counted each time. */
  @Test
  void whatEachAttemptDoesAnewIsNoProgress() throws RefusedException {
    apply(reports(removed(5).setRangesDone(1).setRangesDropped(1).setWriteBytes(10)));
    apply(start(1, "om1", "second"));
    apply(reports(removed(5).setRangesDone(2).setRangesDropped(2).setWriteBytes(20)));
    apply(start(1, "om1", "third"));

    assertThat(turn().getReason()).isEqualTo(TurnReason.OM_WENT_DOWN);
    assertThat(turn().getMessage()).startsWith("om1 went down 2 times in a row at keyTable a..b");
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
    assertThat(turn().getInterruptionsBeforeRange()).isZero();
  }

  @Test
  void recallIsNoInterruptionAndDoesNotResetTheirCount() throws RefusedException {
    atARangeAndDown("second");
    apply(recall(1, "om1"));
    apply(giveBack(1, "om1", 0));
    apply(grant(1, "om1"));
    apply(start(1, "om1", "second"));
    assertThat(turn().getInterruptions()).isEqualTo(1);

    atARangeAndDown("third");
    assertThat(turn().getState()).isEqualTo(TURN_FAILED);
  }
}
