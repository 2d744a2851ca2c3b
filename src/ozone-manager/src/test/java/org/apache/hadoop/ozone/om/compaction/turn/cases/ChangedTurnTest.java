// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.Onlooker;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A turn over a real database whose job is updated or paused after the first step that wrote something. */
class ChangedTurnTest extends OneNode {
  private static final TurnOutcome PAUSED =
      TurnOutcome.of(TurnState.TURN_WAITING, TurnReason.RECALLED, "Paused by alice.");
  private JobSpec both;

  @BeforeEach
  void fill() throws Exception {
    both = twoRanges().build();
  }

  private boolean hasWritten() {
    return ring.last().getWriteBytes() > 0;
  }

  private void thenLimits(JobLimits.Builder limits) {
    ring.limits(() -> hasWritten() ? limits.build() : JobLimits.getDefaultInstance());
  }

  @Test
  void loweredTotalHoldsFromTheNextStep() throws Exception {
    thenLimits(JobLimits.newBuilder().setMaxTotalBytes(1));
    TurnOutcome outcome = run(both);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("left for another job").contains("budget of 1 B");
    assertThat(ring.seen().stream().filter(figures -> figures.getWriteBytes() > 0)
        .map(figures -> figures.getWriteBytes()).distinct()).as("one step wrote").hasSize(1);
    assertThat(db.tombstones(TABLE)).isPositive();
  }

  @Test
  void raisedTotalReachesRangesThatThePlanHadLeft() throws Exception {
    JobSpec tight = both.toBuilder()
        .setThresholds(both.getThresholds().toBuilder().setMaxTotalBytes(1)).build();
    ring.limits(() -> ring.seen().size() < 2
        ? JobLimits.getDefaultInstance() : JobLimits.newBuilder().setMaxTotalBytes(1L << 40).build());
    assertSucceeded(run(tight));
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void loweredRateHoldsFromTheNextStep() throws Exception {
    thenLimits(JobLimits.newBuilder().setMaxWriteRate(1024));
    assertSucceeded(run(both));
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    assertThat(ring.waitedMillis().get(WaitReason.WAIT_WRITE_RATE)).isPositive();
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void reconfiguredRateHoldsFromTheNextStep() throws Exception {
    ring.limits(() -> {
      if (hasWritten() && config.getMaxWriteRate() > 1024) {
        config.reconfigure("ozone.om.range.compaction.max.write.rate", "1KB");
      }
      return JobLimits.getDefaultInstance();
    });
    assertSucceeded(run(both));
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void earlierEndOfTheWindowEndsTheTurnBeforeTheNextStep() throws Exception {
    thenLimits(JobLimits.newBuilder().setNotAfterMs(1));
    assertThat(run(both)).returns(TurnState.TURN_EXPIRED, TurnOutcome::getState)
        .returns(TurnReason.WINDOW_CLOSED, TurnOutcome::getReason);
    assertThat(db.tombstones(TABLE)).isPositive();
  }

  @Test
  void pausedTurnStopsBeforeItsNextStepAndGoesOnWhereItWas() throws Exception {
    ring.stops(() -> hasWritten() ? Optional.of(PAUSED) : Optional.empty());
    assertThat(run(both)).isSameAs(PAUSED);
    long written = ring.last().getWriteBytes();
    int done = ring.last().getRangesDone();
    assertThat(db.tombstones(TABLE)).isPositive();
    assertThat(ring.seen().stream().filter(figures -> figures.getWriteBytes() > 0)
        .map(figures -> figures.getWriteBytes()).distinct()).as("one step wrote").hasSize(1);

    Onlooker resumed = new Onlooker().remembers(ring.last());
    assertSucceeded(node().run(both, resumed));
    assertThat(resumed.last().getAttempts()).isEqualTo(2);
    assertThat(resumed.last().getWriteBytes()).isGreaterThan(written);
    assertThat(resumed.last().getRangesDone()).isGreaterThan(done);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void resumedTurnTakesNoRangeBeyondTheBestThatItsJobAsksFor() throws Exception {
    JobSpec best = both.toBuilder().setThresholds(both.getThresholds().toBuilder().setTop(1)).build();
    run(best);
    assertThat(ring.last().getRangesDone()).isOne();
    assertThat(db.tombstones(TABLE)).as("of the second range").isPositive();

    Onlooker resumed = new Onlooker().remembers(ring.last());
    assertThat(node().run(best, resumed)).returns(TurnState.TURN_SUCCEEDED, TurnOutcome::getState).returns(
        "The best ranges, as many as the job asks for, were compacted before the turn began again",
        TurnOutcome::getMessage);
    assertThat(resumed.last().getRangesDone()).isOne();
    assertThat(resumed.last().getRangesTotal()).isEqualTo(ring.last().getRangesTotal());
    assertThat(resumed.last().getWriteBytes()).isEqualTo(ring.last().getWriteBytes());
    assertThat(db.tombstones(TABLE)).isPositive();
  }
}
