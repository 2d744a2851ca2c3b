// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of a turn whose OM was restarted. */
class TurnTallyTest {
  private final TurnFigures earlier = TurnFigures.newBuilder().setAttempts(1).setRangesTotal(3).setRangesDone(1)
      .setPredictedReadBytes(900).setPredictedWriteBytes(600).setReadBytes(400).setWriteBytes(300)
      .setTombstonesBefore(1_000).setTombstonesAfter(800).setSeekMicrosBefore(5_000).setWaitedMs(70)
      .setWaitingFor("L0").setWaitReason(WaitReason.WAIT_L0_FILES).build();
  private final TurnTally tally = new TurnTally(earlier);

  @Test
  void firstAttemptIsCountedAsOne() {
    assertThat(new TurnTally(TurnFigures.getDefaultInstance()).figures())
        .isEqualTo(TurnFigures.newBuilder().setAttempts(1).build());
  }

  @Test
  void restartKeepsFiguresButNotTheWait() {
    assertThat(tally.figures()).isEqualTo(
        earlier.toBuilder().setAttempts(2).clearWaitingFor().clearWaitReason().build());
  }

  @Test
  void newWorkIsAdded() {
    tally.compacted(new CompactedStep(40, 30, 0, List.of(), true), 7);
    tally.waited(5);

    assertThat(tally.figures().getReadBytes()).isEqualTo(440);
    assertThat(tally.figures().getWriteBytes()).isEqualTo(330);
    assertThat(tally.figures().getFlushedBytes()).isEqualTo(7);
    assertThat(tally.figures().getWaitedMs()).isEqualTo(75);
  }

  @Test
  void seekBeforeIsMeasuredBeforeTheFirstRangeOnly() {
    tally.seekBefore(20);
    tally.seekAfter(10);

    assertThat(tally.figures().getSeekMicrosBefore()).isEqualTo(5_000);
    assertThat(tally.figures().getSeekMicrosAfter()).isEqualTo(10);
  }

  @Test
  void predictionAfterRestartCountsFinishedWorkOnce() {
    tally.planned(2, Price.of(500, 250));

    assertThat(tally.figures().getPredictedReadBytes()).isEqualTo(400 + 500);
    assertThat(tally.figures().getPredictedWriteBytes()).isEqualTo(300 + 250);
  }

  /** So that it can be compared with what the whole turn has written, however often it was paused. */
  @Test
  void predictionOfAResumedTurnIsWhatItHasWrittenAndTheRest() {
    TurnFigures figures = TurnFigures.getDefaultInstance();
    for (int left = 3; left > 0; left--) {
      TurnTally attempt = new TurnTally(figures);
      attempt.planned(left, Price.of(100 * left, 70 * left));
      attempt.compacted(new CompactedStep(90, 80, 0, List.of(), true), 0);
      attempt.done(Price.of(100, 70));
      figures = attempt.figures();
    }
    assertThat(figures.getWriteBytes()).isEqualTo(3 * 80);
    assertThat(figures.getPredictedWriteBytes()).isEqualTo(80 + 80 + 70);
    assertThat(figures.getPredictedReadBytes()).isEqualTo(90 + 90 + 100);
    assertThat(figures.getRangesDone()).isEqualTo(figures.getRangesTotal()).isEqualTo(3);
  }

  @Test
  void newPlanKeepsPredictionsOfDoneRangesAndBytesOfTheBegunOne() {
    TurnTally turn = new TurnTally(TurnFigures.getDefaultInstance());
    turn.planned(2, Price.of(500, 250));
    turn.compacted(new CompactedStep(90, 80, 0, List.of(), true), 0);
    turn.done(Price.of(100, 70));
    turn.compacted(new CompactedStep(40, 30, 0, List.of(), true), 0);
    turn.planned(1, Price.of(360, 150));

    assertThat(turn.figures().getPredictedReadBytes()).isEqualTo(100 + 40 + 360);
    assertThat(turn.figures().getPredictedWriteBytes()).isEqualTo(70 + 30 + 150);
  }

  @Test
  void predictionOfAHalfDoneRangeIsWhatItHasWritten() {
    TurnTally turn = new TurnTally(TurnFigures.getDefaultInstance());
    turn.planned(2, Price.of(500, 250));
    turn.compacted(new CompactedStep(40, 30, 0, List.of(), true), 0);
    turn.leftOut(2);

    assertThat(turn.figures()).isEqualTo(turn.figures().toBuilder().setRangesTotal(0)
        .setPredictedReadBytes(40).setPredictedWriteBytes(30).build());
  }

  @ParameterizedTest(name = "planned {0}, left of it {1}: {2} -> {3}")
  @CsvSource({
      "800, 0, 1000, 0",
      "700, 0, 1000, 100",
      "700, 650, 1000, 750",
      "900, 0, 1100, 0",
      "1200, 200, 1400, 200",
      "0, 0, 1000, 800"})
  void tombstonesThatEarlierAttemptsLeftStillCount(long planned, long left, long before, long after) {
    tally.tombstones(planned);
    tally.compacted(new CompactedStep(1, 1, planned - left, List.of(), true), 0);

    assertThat(tally.figures().getTombstonesBefore()).isEqualTo(before);
    assertThat(tally.figures().getTombstonesAfter()).isEqualTo(after);
  }
}
