// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TurnAttemptTest {
  private static final long RESERVE = 1_000;
  private static final long PATIENCE = 60_000;
  private static final long RATE = 100;
  private static final PressureGauges CALM = new PressureGauges();
  private static final PressureGauges STOPPED = new PressureGauges().writesStopped(true);

  private final HandClock clock = new HandClock();
  private final Onlooker ring = new Onlooker();
  private final JobSpec.Builder spec = JobSpec.newBuilder().setMaxWriteRate(RATE);
  private PressureGauges.Source pressure = () -> Optional.of(CALM);

  private TurnAttempt attempt() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", RESERVE + "B");
    conf.set("ozone.om.range.compaction.turn.timeout", PATIENCE + "ms");
    return new TurnAttempt(spec.build(), ring, clock, () -> pressure.read(), CompactionConfig.from(conf));
  }

  private TurnOutcome endOf(TurnAttempt attempt) {
    return catchThrowableOfType(TurnEndedException.class, () -> attempt.pass(0)).outcome();
  }

  @Test
  void doesNotPauseWithoutPressure() throws Exception {
    long before = clock.elapsedMillis();
    attempt().pass(1_000_000);
    assertThat(clock.elapsedMillis()).isEqualTo(before);
    assertThat(ring.seen()).isEmpty();
  }

  @Test
  void waitsUntilThePressureIsGoneAndShowsIt() throws Exception {
    pressure = () -> Optional.of(STOPPED);
    long calmAt = clock.elapsedMillis() + 5_000;
    clock.atEachPause(() -> pressure = clock.elapsedMillis() < calmAt ? pressure : () -> Optional.of(CALM));
    TurnAttempt attempt = attempt();
    attempt.pass(0);
    assertThat(ring.seen()).hasSize(6).first().satisfies(figures -> {
      assertThat(figures.getWaitReason()).isEqualTo(WaitReason.WAIT_WRITES_STOPPED);
      assertThat(figures.getWaitingFor()).isNotEmpty();
      assertThat(figures.getAtWork()).isFalse();
    });
    assertThat(ring.waits()).containsOnly(WaitReason.WAIT_WRITES_STOPPED);
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(5_000);
    assertThat(ring.waitedMillis()).isEqualTo(Map.of(WaitReason.WAIT_WRITES_STOPPED, 5_000L));
    assertThat(ring.last()).as("told before it compacts: a crash then counts against the range").satisfies(figures -> {
      assertThat(figures.getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
      assertThat(figures.getWaitingFor()).isEmpty();
    });
  }

  @Test
  void waitsForDiskSpaceOfTheNextRange() throws Exception {
    pressure = () -> Optional.of(new PressureGauges().freeDiskBytes(RESERVE + 500));
    attempt().pass(500);
    assertThat(ring.waits()).isEmpty();
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(501);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DISK_SPACE);
  }

  @Test
  void waitsForADatabaseThatIsBeingReplaced() throws Exception {
    pressure = Optional::empty;
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(0);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DATABASE);
  }

  @Test
  void waitsWhileGaugesCannotBeRead() throws Exception {
    pressure = () -> {
      throw new IOException("disk does not answer");
    };
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(0);
    assertThat(ring.lastWait().getWaitingFor()).contains("disk does not answer");
  }

  @Test
  void failsWhenHeldUpForTooLongAndNamesTheReason() {
    pressure = () -> Optional.of(STOPPED);
    TurnAttempt attempt = attempt();
    TurnOutcome outcome = endOf(attempt);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(outcome.getMessage()).contains("1 min 00 s").contains("stopped all writes")
        .contains("ozone.om.range.compaction.turn.timeout");
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(PATIENCE);
  }

  @Test
  void waitsOfOneTurnAddUp() throws Exception {
    TurnAttempt attempt = attempt();
    for (int range = 0; range < 59; range++) {
      pressure = () -> Optional.of(STOPPED);
      clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
      attempt.pass(0);
    }
    pressure = () -> Optional.of(STOPPED);
    assertThat(endOf(attempt).getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
  }

  /** Waits are shown over all attempts, but those that were asked for are among them, and a cause may be gone. */
  @Test
  void waitsOfEarlierAttemptsDoNotEndTheTurnAndTheMessageSaysSo() {
    pressure = () -> Optional.of(STOPPED);
    ring.remembers(TurnFigures.newBuilder().setWaitedMs(PATIENCE - 1).setAttempts(1).build());
    long before = clock.elapsedMillis();
    TurnOutcome outcome = endOf(attempt());
    assertThat(clock.elapsedMillis() - before).isEqualTo(PATIENCE);
    assertThat(outcome.getMessage()).startsWith("Held up for 1 min 00 s since the turn last began, ");
  }

  @Test
  void waitsForTheWindowWithoutATimeout() throws Exception {
    long opens = clock.wallMillis() + 100 * PATIENCE + 7;
    spec.setNotBeforeMs(opens);
    attempt().pass(0);
    assertThat(clock.wallMillis()).isEqualTo(opens);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WINDOW);
  }

  @Test
  void closedWindowEndsTheTurn() {
    spec.setNotAfterMs(clock.wallMillis());
    TurnOutcome outcome = endOf(attempt());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
    assertThat(outcome.getMessage()).contains("retry the job");
  }

  @Test
  void windowThatClosesDuringAWaitEndsTheTurn() {
    pressure = () -> Optional.of(STOPPED);
    spec.setNotAfterMs(clock.wallMillis() + 3_000);
    TurnAttempt attempt = attempt();
    assertThat(endOf(attempt).getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(3_000);
  }

  @Test
  void pausesForTheWriteRateWithoutATimeout() throws Exception {
    TurnAttempt attempt = attempt();
    attempt.wrote(RATE * 1_000, clock.elapsedMillis());
    attempt.pass(0);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    assertThat(ring.seen().get(0).getWaitingFor()).contains("100 B/s").contains("in 16 min 40 s");
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(1_000_000);
  }

  @Test
  void raisedRateShortensAPause() throws Exception {
    TurnAttempt attempt = attempt();
    attempt.wrote(RATE * 1_000, clock.elapsedMillis());
    long raisedAt = clock.elapsedMillis() + 500_000;
    ring.limits(() -> clock.elapsedMillis() < raisedAt ? JobLimits.getDefaultInstance()
        : JobLimits.newBuilder().setMaxWriteRate(5 * RATE).build());
    attempt.pass(0);
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(600_000);
    assertThat(ring.lastWait().getWaitingFor()).contains("500 B/s");
  }

  @Test
  void loweredRateHoldsFromTheNextStep() throws Exception {
    TurnAttempt attempt = attempt();
    attempt.wrote(RATE, clock.elapsedMillis());
    ring.limits(() -> JobLimits.newBuilder().setMaxWriteRate(RATE / 10).build());
    attempt.pass(0);
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(10_000);
  }

  @Test
  void changedEndOfTheWindowAndBudgetHoldAtOnce() throws Exception {
    spec.setNotAfterMs(clock.wallMillis());
    ring.limits(() -> JobLimits.newBuilder().setNotAfterMs(clock.wallMillis() + 1).setMaxTotalBytes(7).build());
    TurnAttempt attempt = attempt();
    attempt.pass(0);
    assertThat(attempt.bytesLeft()).isEqualTo(7);
    assertThat(attempt.thresholds().getMaxTotalBytes()).isEqualTo(7);
    ring.limits(() -> JobLimits.newBuilder().setNotAfterMs(clock.wallMillis()).build());
    assertThat(endOf(attempt).getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
    assertThat(attempt.bytesLeft()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void rangesOfEarlierAttemptsCountTowardsTheBestOnes() {
    assertThat(attempt().thresholds().getTop()).as("no limit").isZero();
    spec.setThresholds(Thresholds.newBuilder().setTop(3));
    assertThat(attempt().thresholds().getTop()).isEqualTo(3);
    ring.remembers(TurnFigures.newBuilder().setRangesDone(2).setRangesDropped(7).build());
    assertThat(attempt().thresholds().getTop()).isEqualTo(1);
  }

  @Test
  void cancelIsCheckedFirst() {
    pressure = () -> {
      throw new AssertionError("not to be asked");
    };
    spec.setNotAfterMs(1);
    ring.cancelsOnce(() -> true);
    assertThat(endOf(attempt())).isSameAs(Onlooker.CANCELLED);
  }

  @Test
  void cancelEndsAWaitWithinASecond() {
    pressure = () -> Optional.of(STOPPED);
    long cancelAt = clock.elapsedMillis() + 2_500;
    ring.cancelsOnce(() -> clock.elapsedMillis() >= cancelAt);
    assertThat(endOf(attempt())).isSameAs(Onlooker.CANCELLED);
    assertThat(clock.elapsedMillis() - cancelAt).isLessThanOrEqualTo(TurnAttempt.TICK_MILLIS);
  }

  @ParameterizedTest
  @EnumSource(value = WaitReason.class, names = {"WAIT_WINDOW", "WAIT_WRITE_RATE", "WAIT_L0_FILES",
      "WAIT_WRITES_DELAYED", "WAIT_PENDING_COMPACTION", "WAIT_DISK_SPACE", "WAIT_CHECKPOINT", "WAIT_PREPARED",
      "WAIT_DATABASE"})
  void cancelEndsEveryKindOfWait(WaitReason reason) {
    PressureGauges gauges = new PressureGauges();
    switch (reason) {
      case WAIT_WINDOW -> spec.setNotBeforeMs(clock.wallMillis() + 3_600_000);
      case WAIT_L0_FILES -> gauges.l0Files(new PressureGauges.TableLoad("keyTable", 20, 20));
      case WAIT_WRITES_DELAYED -> gauges.delayedWriteRate(1);
      case WAIT_PENDING_COMPACTION -> gauges.pendingCompactionBytes(new PressureGauges.TableLoad("keyTable", 64, 64));
      case WAIT_DISK_SPACE -> gauges.freeDiskBytes(0);
      case WAIT_CHECKPOINT -> gauges.checkpoint("bootstrap-data-1");
      case WAIT_PREPARED -> gauges.prepared(true);
      default -> { }
    }
    pressure = () -> reason == WaitReason.WAIT_DATABASE ? Optional.empty() : Optional.of(gauges);
    TurnAttempt attempt = attempt();
    if (reason == WaitReason.WAIT_WRITE_RATE) {
      attempt.wrote(3_600 * RATE, clock.elapsedMillis());
    }
    long cancelAt = clock.elapsedMillis() + 2_500;
    ring.cancelsOnce(() -> clock.elapsedMillis() >= cancelAt);
    assertThat(endOf(attempt)).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.waits()).containsExactly(reason);
  }

  @Test
  void interruptEndsAWait() {
    pressure = () -> Optional.of(STOPPED);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> attempt().pass(0)).isInstanceOf(InterruptedException.class);
  }
}
