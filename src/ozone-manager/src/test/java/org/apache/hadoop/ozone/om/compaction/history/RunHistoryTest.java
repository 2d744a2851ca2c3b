// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunHistoryTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long BEGIN = 500_000 * HOUR;
  private static final SpanName HEAD = SpanName.headOf("keyTable");

  private final RunHistory history = new RunHistory(Duration.ofHours(1));

  private static SpanName span(int number) {
    return SpanName.of("keyTable", new byte[] {(byte) (number >> 8), (byte) number});
  }

  private void add(int hour, boolean complete, Object... tombstones) {
    Map<SpanName, Long> worst = new HashMap<>();
    for (int i = 0; i < tombstones.length; i += 2) {
      worst.put((SpanName) tombstones[i], ((Number) tombstones[i + 1]).longValue());
    }
    history.add(BEGIN + hour * HOUR, worst, complete);
  }

  private long[] of(SpanName name) {
    return history.of(name).map(RunSeries::tombstones).orElse(new long[0]);
  }

  @Test
  void isDueOnceAnInterval() {
    assertThat(history.isDue(BEGIN)).isTrue();
    add(0, true);
    assertThat(history.isDue(BEGIN + HOUR - 1)).isFalse();
    assertThat(history.isDue(BEGIN + HOUR)).isTrue();
  }

  @Test
  void tellsTheLastWeek() {
    for (int hour = 0; hour < 400; hour++) {
      add(hour, true, span(1), hour);
    }
    assertThat(of(span(1))).containsExactly(LongStream.range(400 - RunHistory.SAMPLES, 400).toArray());
    assertThat(history.of(span(1)).get().lastMillis()).isEqualTo(BEGIN + 399 * HOUR);
  }

  /** Whether it has none, or only fewer than 200 others, is not known. */
  @Test
  void whatIsNotAmongTheWorstIsUnknownUnlessAllAre() {
    add(0, true, span(1), 5, HEAD, 7);
    add(1, true);
    add(2, false);
    add(3, true, span(1), 6);
    assertThat(of(span(1))).containsExactly(5, 0, RunSeries.UNKNOWN, 6);
    assertThat(of(HEAD)).as("heads are all told").containsExactly(7, 0, 0, 0);
  }

  @Test
  void anHourThatTheOmMissedIsUnknown() {
    add(0, true, span(1), 5);
    add(3, true, span(1), 8);
    assertThat(of(span(1))).containsExactly(5, RunSeries.UNKNOWN, RunSeries.UNKNOWN, 8);
    add(3 + 10 * RunHistory.SAMPLES, true, span(1), 9);
    assertThat(of(span(1))).as("all else is too old").containsExactly(9);
  }

  @Test
  void aClockThatIsSetBackHidesTheFuture() {
    add(5, true, span(1), 50);
    add(2, true, span(1), 20);
    assertThat(of(span(1))).containsExactly(20);
    assertThat(history.isDue(BEGIN + 3 * HOUR)).isTrue();
    add(3, true, span(1), 30);
    assertThat(of(span(1))).containsExactly(20, 30);
  }

  @Test
  void whatWasAmongTheWorstTheLongestAgoIsForgottenFirst() {
    add(0, true, span(1_000), 1, HEAD, 1);
    add(1, true, span(1_001), 1);
    for (int hour = 2; hour < 4; hour++) {
      Object[] worst = new Object[2 * (RunHistory.MAX_SPANS - 1)];
      for (int i = 0; i < worst.length; i += 2) {
        worst[i] = span(i);
        worst[i + 1] = 10;
      }
      add(hour, false, worst);
    }
    assertThat(of(span(1_000))).isEmpty();
    assertThat(of(span(1_001))).isNotEmpty();
    assertThat(of(HEAD)).as("whatever else there is").isNotEmpty();
  }

  @Test
  void whatHadNoneForAWeekIsForgotten() {
    add(0, true, span(1), 5);
    for (int hour = 1; hour < RunHistory.SAMPLES; hour++) {
      add(hour, true);
    }
    assertThat(of(span(1))).hasSize(RunHistory.SAMPLES);
    add(RunHistory.SAMPLES, true);
    assertThat(history.of(span(1))).isEmpty();
  }

  @Test
  void moreThanAnIntegerHoldsIsTold() {
    add(0, true, span(1), 5_000_000_000L);
    assertThat(of(span(1))).containsExactly(Integer.MAX_VALUE);
  }
}
