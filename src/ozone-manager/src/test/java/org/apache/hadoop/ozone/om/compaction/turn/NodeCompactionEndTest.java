// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.LiveFileMetaData;

/** Events that hold a turn up or end it early. */
class NodeCompactionEndTest extends OneNode {

  @Test
  void cancelLetsTheRunningRangeEndAndStartsNoOther() throws Exception {
    JobSpec spec = twoRanges().build();
    ring.cancelsOnce(() -> ring.last().getRangesDone() > 0);
    assertThat(run(spec)).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.last().getRangesDone()).isOne();
    assertThat(ring.last().getRangesTotal()).isGreaterThan(1);
    assertThat(ring.last().getTombstonesAfter()).isPositive().isLessThan(ring.last().getTombstonesBefore());
    assertThat(ring.last().getSeekMicrosAfter()).isPositive();
  }

  @Test
  void restartedTurnContinuesFromEarlierFigures() throws Exception {
    JobSpec spec = twoRanges().build();
    ring.cancelsOnce(() -> ring.last().getRangesDone() > 0);
    run(spec);
    TurnFigures crashed = ring.last();
    Onlooker again = new Onlooker().remembers(crashed);

    assertSucceeded(node().run(spec, again));

    TurnFigures all = again.last();
    assertThat(all.getAttempts()).isEqualTo(2);
    assertThat(all.getRangesDone()).isEqualTo(all.getRangesTotal()).isEqualTo(crashed.getRangesTotal());
    assertThat(all.getReadBytes()).isGreaterThan(crashed.getReadBytes());
    assertThat(all.getPredictedReadBytes()).isGreaterThan(crashed.getReadBytes());
    assertThat(all.getTombstonesBefore()).isEqualTo(crashed.getTombstonesBefore());
    assertThat(all.getTombstonesAfter()).isEqualTo(db.tombstones(TABLE)).isZero();
    assertThat(all.getSeekMicrosBefore()).isEqualTo(crashed.getSeekMicrosBefore());
  }

  @Test
  void turnCancelledBeforeItPlansAgainKeepsItsFigures() throws Exception {
    JobSpec spec = twoRanges().build();
    ring.cancelsOnce(() -> ring.last().getRangesDone() > 0);
    run(spec);
    TurnFigures crashed = ring.last();
    Onlooker again = new Onlooker().remembers(crashed).cancelsOnce(() -> true);

    assertThat(node().run(spec, again)).isSameAs(Onlooker.CANCELLED);

    assertThat(again.last()).isEqualTo(crashed.toBuilder().setAttempts(2).clearRange().build());
  }

  @Test
  void cancelEndsAWaitingTurn() throws Exception {
    massDelete();
    pressure = () -> Optional.of(new PressureGauges().writesStopped(true));
    ring.cancelsOnce(() -> ring.seen().size() == 3);
    assertThat(run(job("b").build())).isSameAs(Onlooker.CANCELLED);
    assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
    assertThat(ring.last().getWaitedMs()).isPositive();
  }

  /** No key selects these files without a flush, so no step and no wait comes between them. */
  @Test
  void cancelEndsTheSearchForKeysOfFiles() throws Exception {
    massDelete();
    db.withoutAutomaticCompaction(TABLE);
    db.lowerLevelZero(TABLE, 5);
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    ring.cancelsOnce(() -> !ring.last().getRange().isEmpty());
    assertThat(run(job("b").build())).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.last().getReadBytes()).isZero();
  }

  @Test
  void closedWindowExpiresTheTurnBeforeItPlans() throws Exception {
    massDelete();
    TurnOutcome outcome = run(job("b").setNotAfterMs(handClock.wallMillis() - 1).build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(ring.last().getRangesTotal()).isZero();
  }

  @Test
  void windowThatClosesExpiresTheTurnAfterItsRange() throws Exception {
    JobSpec spec = twoRanges().setNotAfterMs(handClock.wallMillis() + 60_000).build();
    ring.cancelsOnce(() -> {
      if (ring.last().getRangesDone() == 1) {
        handClock.advance(60_000);
      }
      return false;
    });
    TurnOutcome outcome = run(spec);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
    assertThat(ring.last().getRangesDone()).isOne();
  }

  @Test
  void fullDiskHoldsTheTurnUpUntilItFails() throws Exception {
    massDelete();
    conf.set("ozone.om.range.compaction.disk.reserve", "1024PB");
    conf.set("ozone.om.range.compaction.turn.timeout", "1m");
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(outcome.getMessage()).contains("must remain in reserve");
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DISK_SPACE);
    assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
  }

  @Test
  void pausesKeepTheWriteRateUntilAllThatIsWrittenIsPaid() throws Exception {
    long began = handClock.elapsedMillis();
    assertSucceeded(run(twoRanges().setMaxWriteRate(1_000).build()));
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    assertThat(handClock.elapsedMillis() - began).isGreaterThanOrEqualTo(ring.last().getWriteBytes());
    assertThat(ring.last().getWaitedMs()).isEqualTo(handClock.elapsedMillis() - began);
    assertThat(ring.last().getOwedBytes()).isZero();
  }

  @Test
  void onlyStepIsPaidBeforeTheTurnEnds() throws Exception {
    massDelete();
    long began = handClock.elapsedMillis();
    assertSucceeded(run(job("b").setMaxWriteRate(1_000).build()));
    assertThat(ring.last().getRangesDone()).isOne();
    assertThat(handClock.elapsedMillis() - began).isGreaterThanOrEqualTo(ring.last().getWriteBytes());
    assertThat(ring.lastWait().getWaitingFor()).contains("the turn ends in 1 s");
  }

  @Test
  void windowThatClosesEndsThePauseAfterTheLastStep() throws Exception {
    massDelete();
    JobSpec spec = job("b").setMaxWriteRate(1).setNotAfterMs(handClock.wallMillis() + 60_000).build();
    assertSucceeded(run(spec));
    assertThat(handClock.wallMillis()).isEqualTo(spec.getNotAfterMs());
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  @Test
  void cancelEndsThePauseAfterTheLastStep() throws Exception {
    massDelete();
    ring.cancelsOnce(() -> ring.last().getRangesDone() > 0 && ring.last().getWaitedMs() >= 5_000);
    assertThat(run(job("b").setMaxWriteRate(1).build())).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.last().getTombstonesAfter()).isZero();
  }

  @Test
  void whatIsOwedToTheWriteRateIsWaitedForByTheNextAttempt() throws Exception {
    JobSpec spec = twoRanges().setMaxWriteRate(1_000).build();
    ring.cancelsOnce(() -> ring.last().getWaitReason() == WaitReason.WAIT_WRITE_RATE);
    run(spec);
    TurnFigures paused = ring.last();
    assertThat(paused.getOwedBytes()).isBetween(1L, paused.getWriteBytes());
    long resumed = handClock.elapsedMillis();
    Onlooker again = new Onlooker().remembers(paused)
        .cancelsOnce(() -> handClock.elapsedMillis() - resumed >= paused.getOwedBytes());

    node().run(spec, again);

    assertThat(again.last().getWriteBytes()).as("until that time has passed").isEqualTo(paused.getWriteBytes());
    assertThat(again.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
  }

  @Test
  void databaseSwapMakesTheTurnPlanAgain() throws Exception {
    massDelete();
    HeldCompaction running = HeldCompaction.in(db);
    clock = TurnClock.SYSTEM;
    CompletableFuture<TurnOutcome> turn = CompletableFuture.supplyAsync(() -> {
      try {
        return run(job("b").build());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });

    running.closeDatabase();
    db.start();

    assertThat(turn.get(120, TimeUnit.SECONDS).getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).hasSize(2 * KEYS);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void cancelDuringTheLastStepOfARangeLeavesItDone() throws Exception {
    massDelete();
    ring.cancelsOnce(() -> ring.last().getWriteBytes() > 0);
    run(job("b").build());
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(ring.last().getRangesDone()).isOne().isEqualTo(ring.last().getRangesTotal());
  }

  @Test
  void databaseThatStaysClosedFailsTheTurn() throws Exception {
    massDelete();
    conf.set("ozone.om.range.compaction.turn.timeout", "1m");
    db.stop();
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DATABASE);
    db.start();
  }

  @Test
  void corruptFileIsFoundBeforeRocksDbReadsItAndTheOmCanStillWrite() throws Exception {
    massDelete();
    for (LiveFileMetaData file : db.files(TABLE)) {
      if (file.level() > 0) {
        OpenOmDb.corrupt(file);
      }
    }
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("checksum mismatch").contains("bootstrap this OM anew");
    db.put("openKeyTable", a, VALUE_BYTES);
    assertThat(db.contents("openKeyTable")).hasSize(1);
  }

  @Test
  void unreadableTableDoesNotHideTheSlowestSeekOfOthers() throws Exception {
    JobSpec spec = twoRanges().build();
    KeyRange ofB = new KeyRange(b, OpenOmDb.key(b, KEYS));
    for (LiveFileMetaData file : db.files(TABLE)) {
      if (file.level() > 0 && ofB.contains(file.smallestKey()) && ofB.contains(file.largestKey())) {
        OpenOmDb.corrupt(file);
      }
    }
    assertThat(run(spec).getMessage()).contains("checksum mismatch");
    assertThat(ring.last().getSeekMicrosBefore()).isPositive();
  }

  static Stream<Throwable> failures() {
    return Stream.of(new IllegalStateException("no gauge"), new OutOfMemoryError("no gauge"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void everyErrorIsAnOutcome(Throwable failure) throws Exception {
    pressure = () -> NodeCompactionEndTest.<RuntimeException, Optional<PressureGauges>>raise(failure);
    TurnOutcome outcome = run(job("b").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("no gauge").contains("retry the job");
  }

  /** Throws errors and exceptions alike. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable, R> R raise(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void interruptIsPassedOn() throws Exception {
    massDelete();
    pressure = () -> Optional.of(new PressureGauges().prepared(true));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> run(job("b").build())).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }
}
