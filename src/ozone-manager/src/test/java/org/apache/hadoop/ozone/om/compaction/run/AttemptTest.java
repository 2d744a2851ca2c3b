// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private static final long RESERVE = 1_000;
  private static final long PATIENCE = 60_000;
  private static final long RATE = 100;
  private static final PressureGauges CALM = PressureGauges.newBuilder().build();
  private static final PressureGauges STOPPED = PressureGauges.newBuilder().writesStopped(true).build();

  private final HandClock clock = new HandClock();
  private final Onlooker ring = new Onlooker();
  private final JobSpec.Builder spec = JobSpec.newBuilder().setMaxWriteRate(RATE);
  private PressureGauges.Source pressure = () -> Optional.of(CALM);

  private Attempt attempt() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", RESERVE + "B");
    conf.set("ozone.om.range.compaction.turn.timeout", PATIENCE + "ms");
    return new Attempt(spec.build(), ring, clock, () -> pressure.read(), CompactionConfig.from(conf));
  }

  private TurnOutcome endOf(Attempt attempt) {
    return catchThrowableOfType(TurnEndedException.class, () -> attempt.pass(0)).outcome();
  }

  @Test
  void nothing_in_the_way_means_no_pause_and_no_word() throws Exception {
    long before = clock.elapsedMillis();
    attempt().pass(1_000_000);
    assertThat(clock.elapsedMillis()).isEqualTo(before);
    assertThat(ring.seen()).isEmpty();
  }

  @Test
  void waits_until_the_pressure_is_gone_and_shows_it() throws Exception {
    pressure = () -> Optional.of(STOPPED);
    long calmAt = clock.elapsedMillis() + 5_000;
    clock.atEachPause(() -> pressure = clock.elapsedMillis() < calmAt ? pressure : () -> Optional.of(CALM));
    Attempt attempt = attempt();
    attempt.pass(0);
    assertThat(ring.seen()).hasSize(5).allSatisfy(figures -> {
      assertThat(figures.getWaitReason()).isEqualTo(WaitReason.WAIT_WRITES_STOPPED);
      assertThat(figures.getWaitingFor()).isNotEmpty();
    });
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(5_000);
    assertThat(ring.waitedMillis()).isEqualTo(Map.of(WaitReason.WAIT_WRITES_STOPPED, 5_000L));
    assertThat(attempt.tally().figures().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
    assertThat(attempt.tally().figures().getWaitingFor()).isEmpty();
  }

  @Test
  void waits_for_disk_space_that_the_next_range_needs() throws Exception {
    pressure = () -> Optional.of(PressureGauges.newBuilder().freeDiskBytes(RESERVE + 500).build());
    attempt().pass(500);
    assertThat(ring.waits()).isEmpty();
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(501);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DISK_SPACE);
  }

  @Test
  void waits_for_a_database_that_is_being_replaced() throws Exception {
    pressure = Optional::empty;
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(0);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_DATABASE);
  }

  @Test
  void waits_while_the_gauges_cannot_be_read() throws Exception {
    pressure = () -> {
      throw new IOException("disk does not answer");
    };
    clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
    attempt().pass(0);
    assertThat(ring.last().getWaitingFor()).contains("disk does not answer");
  }

  @Test
  void fails_when_held_up_for_too_long_and_names_the_reason() {
    pressure = () -> Optional.of(STOPPED);
    Attempt attempt = attempt();
    TurnOutcome outcome = endOf(attempt);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
    assertThat(outcome.getMessage()).contains("60 s").contains("stopped all writes")
        .contains("ozone.om.range.compaction.turn.timeout");
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(PATIENCE);
  }

  @Test
  void waits_of_one_turn_add_up() throws Exception {
    Attempt attempt = attempt();
    for (int range = 0; range < 59; range++) {
      pressure = () -> Optional.of(STOPPED);
      clock.atEachPause(() -> pressure = () -> Optional.of(CALM));
      attempt.pass(0);
    }
    pressure = () -> Optional.of(STOPPED);
    assertThat(endOf(attempt).getReason()).isEqualTo(TurnReason.WAITED_TOO_LONG);
  }

  @Test
  void waits_for_the_window_to_open_however_long_that_takes() throws Exception {
    long opens = clock.wallMillis() + 100 * PATIENCE + 7;
    spec.setNotBeforeMs(opens);
    attempt().pass(0);
    assertThat(clock.wallMillis()).isEqualTo(opens);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WINDOW);
  }

  @Test
  void a_window_that_has_closed_ends_the_turn() {
    spec.setNotAfterMs(clock.wallMillis());
    TurnOutcome outcome = endOf(attempt());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
    assertThat(outcome.getMessage()).contains("trigger the job again");
  }

  @Test
  void a_window_that_closes_during_a_wait_ends_the_turn() {
    pressure = () -> Optional.of(STOPPED);
    spec.setNotAfterMs(clock.wallMillis() + 3_000);
    Attempt attempt = attempt();
    assertThat(endOf(attempt).getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(3_000);
  }

  @Test
  void pauses_for_the_write_rate_beyond_all_patience() throws Exception {
    Attempt attempt = attempt();
    attempt.wrote(RATE * 1_000, clock.elapsedMillis());
    attempt.pass(0);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_WRITE_RATE);
    assertThat(ring.seen().get(0).getWaitingFor()).contains("100 B/s").contains("1000 s");
    assertThat(attempt.tally().figures().getWaitedMs()).isEqualTo(1_000_000);
  }

  @Test
  void a_cancelled_turn_ends_before_anything_else_is_asked() {
    pressure = () -> {
      throw new AssertionError("not to be asked");
    };
    spec.setNotAfterMs(1);
    ring.cancelsOnce(() -> true);
    assertThat(endOf(attempt())).isSameAs(Onlooker.CANCELLED);
  }

  @Test
  void cancel_ends_a_wait_within_a_tick() {
    pressure = () -> Optional.of(STOPPED);
    long cancelAt = clock.elapsedMillis() + 2_500;
    ring.cancelsOnce(() -> clock.elapsedMillis() >= cancelAt);
    assertThat(endOf(attempt())).isSameAs(Onlooker.CANCELLED);
    assertThat(clock.elapsedMillis() - cancelAt).isLessThanOrEqualTo(Attempt.TICK_MILLIS);
  }

  @Test
  void an_interrupt_ends_a_wait() {
    pressure = () -> Optional.of(STOPPED);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> attempt().pass(0)).isInstanceOf(InterruptedException.class);
  }
}
