// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.service.SimulatedOm.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Four weeks of the policy's decisions, with looks every ten minutes unless stated otherwise. */
class FourWeeksTest {
  private static final Instant BEGIN = Instant.parse("2026-10-12T00:00:00Z");
  private static final Duration FOUR_WEEKS = Duration.ofDays(28);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration LOOK = Duration.ofMinutes(10);
  private static final long MB = 1 << 20;

  private static SimulatedOm om(long dailyBytes, Duration look, String windows) {
    return new SimulatedOm(dailyBytes, look, WeeklyWindows.parse(windows, ZoneOffset.UTC), BEGIN);
  }

  private static SimulatedOm om(long dailyBytes) {
    return om(dailyBytes, LOOK, "always");
  }

  @Test
  void idleRingCausesNoRound() {
    SimulatedOm om = om(1000 * MB);
    om.span(100 * MB, 1, at -> 0);
    om.run(FOUR_WEEKS);
    assertThat(om.rounds()).isEmpty();
  }

  @Test
  void queueIsSlowForOneLookAtMostAndCostsLittle() {
    SimulatedOm om = om(20_000 * MB);
    Span queue = om.span(4 * MB, 1, at -> 3_000);
    for (int day = 0; day < 28; day++) {
      om.run(Duration.ofDays(1));
      assertThat(queue.seekMillis()).isLessThan(7);
    }
    assertThat(om.mostInADay()).isLessThan(200 * MB);
  }

  @Test
  void massDeleteIsCompactedAtTheNextLook() {
    SimulatedOm om = om(20_000 * MB);
    Span deleted = om.span(60 * MB, 1, at -> at.equals(BEGIN.plus(WEEK)) ? 5_000_000 : 0);
    om.run(FOUR_WEEKS);
    assertThat(deleted.served()).containsExactly(BEGIN.plus(WEEK));
  }

  /**
   * Each span needs a round a day, and the daily bytes allow for half of them: 14 times in four weeks on average. A
   * quarter is for spans where no list waits yet, which are those that were compacted lately.
   */
  @Test
  void twentyEqualSpansWithBudgetForTenADayAreAllCompacted() {
    SimulatedOm om = om(1000 * MB);
    for (int i = 0; i < 20; i++) {
      om.span(100 * MB, 1, at -> 500);
    }
    om.run(FOUR_WEEKS);
    assertThat(om.mostInADay()).isLessThanOrEqualTo(1000 * MB);
    assertThat(om.spans()).allSatisfy(span -> {
      assertThat(span.served()).hasSizeBetween(8, 22);
      assertThat(span.longestAge()).isLessThan(Duration.ofDays(4));
    });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void neverExceedsTheDailyBytes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedOm om = om(MB * random.nextInt(100, 2_000));
    for (int i = 0; i < 60; i++) {
      double rate = random.nextInt(5_000);
      om.span(MB * random.nextInt(1, 300), random.nextDouble(), at -> rate);
    }
    om.run(FOUR_WEEKS);
    assertThat(om.rounds()).as("seed %d", seed).isNotEmpty();
    assertThat(om.mostInADay()).as("seed %d", seed).isLessThanOrEqualTo(daily(seed));
  }

  private static long daily(long seed) {
    return MB * new SplittableRandom(seed).nextInt(100, 2_000);
  }

  /** Up to thousands of looks a day at spans that are always slow: far more rounds than records are kept. */
  @ParameterizedTest
  @ValueSource(strings = {"PT10S", "PT1M", "PT5M"})
  void neverExceedsTheDailyBytesAtAnyInterval(Duration look) {
    SimulatedOm om = om(1000 * MB, look, "always");
    om.span(3 * MB, 1, at -> 20_000);
    om.run(Duration.ofHours(30));
    assertThat(om.rounds()).hasSizeGreaterThan(200);
    assertThat(om.mostInADay()).isBetween(700 * MB, 750 * MB);
  }

  /** In each hour another queue needs a round at each look, so records of rounds without gain are already deleted. */
  @ParameterizedTest
  @ValueSource(strings = {"PT2M", "PT10M"})
  void cooldownOutlastsTheRecordsOfRounds(Duration look) {
    SimulatedOm om = om(200_000 * MB, look, "always");
    Span stuck = om.span(MB, 0, at -> 30_000);
    for (int hour = 1; hour < 96; hour++) {
      Instant begins = BEGIN.plus(Duration.ofHours(hour));
      om.span(MB, 1, at -> at.isAfter(begins) && at.isBefore(begins.plus(Duration.ofHours(1))) ? 20_000 : 0);
    }
    om.run(Duration.ofDays(4));
    assertThat(om.rounds()).hasSizeGreaterThan(400);
    assertThat(stuck.served()).as("at once, and after 6, 12, 24 and 48 hours").hasSize(5);
  }

  /** The 24th of October to the 26th, over the change of Berlin's clocks, and a single night. */
  @Test
  void noRoundRunsOnADayOff() {
    SimulatedOm om = om(20_000 * MB, LOOK, "22:00-02:30 Europe/Berlin except 2026-10-24..2026-10-26 2026-11-02");
    for (int i = 0; i < 10; i++) {
      om.span(20 * MB, 1, at -> 5_000);
    }
    om.run(FOUR_WEEKS);
    assertThat(om.rounds().stream().map(round -> Instant.ofEpochMilli(round.lastMillis())
        .atZone(ZoneId.of("Europe/Berlin")).toLocalDate().toString()).distinct())
        .hasSizeGreaterThan(20).contains("2026-10-23", "2026-10-27", "2026-11-01", "2026-11-03")
        .doesNotContain("2026-10-24", "2026-10-25", "2026-10-26", "2026-11-02");
  }

  /** Berlin's clocks go back within these weeks, on the 25th of October. */
  @Test
  void noRoundRunsOutsideTheWindows() {
    String text = "Mon-Fri 22:00-02:30, Sun 01:00-04:00 Europe/Berlin";
    SimulatedOm om = om(20_000 * MB, LOOK, text);
    for (int i = 0; i < 10; i++) {
      om.span(20 * MB, 1, at -> 5_000);
    }
    om.run(FOUR_WEEKS);
    WeeklyWindows windows = WeeklyWindows.parse(text, ZoneOffset.UTC);
    assertThat(om.rounds()).hasSizeGreaterThan(20 * 5)
        .allSatisfy(round -> assertThat(windows.isOpen(Instant.ofEpochMilli(round.lastMillis()))).isTrue());
    assertThat(om.rounds()).anySatisfy(round -> assertThat(Instant.ofEpochMilli(round.lastMillis())
        .atZone(ZoneId.of("Europe/Berlin")).toLocalDate()).hasToString("2026-10-25"));
  }

  /** Few old tombstones in each span, for which a quarter of the budget suffices; slow lists would use all of it. */
  @Test
  void oldTombstonesAreCompactedBesideSlowLists() {
    SimulatedOm om = om(2_000 * MB);
    List<Span> slow = new ArrayList<>();
    for (int i = 0; i < 56; i++) {
      Instant begins = BEGIN.plus(Duration.ofHours(3 * i));
      slow.add(om.span(50 * MB, 1, at -> at.isBefore(begins) ? 0 : 4));
    }
    for (int i = 0; i < 30; i++) {
      om.span(100 * MB, 1, at -> 20_000);
    }
    om.run(FOUR_WEEKS);
    assertThat(slow).allSatisfy(span -> {
      assertThat(span.served()).isNotEmpty();
      assertThat(span.longestAge()).isLessThan(WEEK.plusDays(1));
    });
  }

  /** Much that is old, and as much that reaches the minimum as its share of the budget allows. */
  @ParameterizedTest
  @CsvSource({"500, 4", "25, 50"})
  void slowListsAreServedAtTheNextLookBesideOthers(int others, long tombstonesOfOthers) {
    SimulatedOm om = om(2_000 * MB);
    for (int i = 0; i < others; i++) {
      om.span(50 * MB, 1, at -> tombstonesOfOthers);
    }
    om.run(Duration.ofDays(10));
    Instant before = om.now();
    Span hurting = om.span(50 * MB, 1, at -> at.isAfter(before.plus(LOOK)) ? 0 : 100_000);
    om.run(Duration.ofDays(1));
    assertThat(Duration.between(before, hurting.served().get(0))).isLessThanOrEqualTo(LOOK.multipliedBy(2));
  }

  @Test
  void irremovableTombstonesCauseNoLoop() {
    SimulatedOm om = om(20_000 * MB);
    Span stuck = om.span(100 * MB, 0, at -> 1_000);
    Span good = om.span(100 * MB, 1, at -> 1_000);
    om.run(FOUR_WEEKS);
    assertThat(stuck.served()).as("at once, after 6, 12, 24, 48 and 96 hours, and once a week").hasSizeBetween(6, 10);
    assertThat(good.served()).hasSizeGreaterThan(100);
  }

  /** Each leader continues where the last one stopped, whatever its clock shows. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void leadersWithDifferentClocksKeepTheBudgetAndCauseNoLoop(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedOm om = om(1000 * MB);
    Duration[] error = {Duration.ZERO};
    om.clocks(now -> {
      if (random.nextInt(50) == 0) {
        error[0] = Duration.ofMinutes(random.nextInt(-120, 121));
      }
      return now.plus(error[0]);
    });
    for (int i = 0; i < 20; i++) {
      om.span(100 * MB, 1, at -> 500);
    }
    Span stuck = om.span(10 * MB, 0, at -> 1_000);
    om.run(FOUR_WEEKS);
    assertThat(om.mostInADay()).as("seed %d", seed).isLessThanOrEqualTo(1000 * MB);
    assertThat(om.spans()).filteredOn(span -> span != stuck).as("seed %d", seed)
        .allSatisfy(span -> assertThat(span.served()).hasSizeBetween(7, 22));
    assertThat(stuck.served()).as("seed %d", seed).hasSizeLessThan(15);
  }

  @Test
  void serviceStandsDownIfNothingCanBeRemoved() {
    SimulatedOm om = om(20_000 * MB);
    for (int hour = 0; hour < 12; hour++) {
      Instant begins = BEGIN.plus(Duration.ofHours(hour));
      om.span(100 * MB, 0, at -> at.isBefore(begins) ? 0 : 1_000);
    }
    om.run(FOUR_WEEKS);
    assertThat(om.rounds()).hasSizeBetween(StandDown.ROUNDS, 2 * StandDown.ROUNDS);
  }

  @Test
  void worstOfTwentyThousandBucketsGoFirst() {
    SimulatedOm om = om(20_000 * MB, Duration.ofHours(6), "always");
    List<Span> worst = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      om.span(10 * MB, 1, at -> 40);
      if (i % 200 == 0) {
        worst.add(om.span(10 * MB, 1, at -> 20_000));
      }
    }
    om.run(FOUR_WEEKS);
    assertThat(worst).hasSize(100).allSatisfy(span -> assertThat(span.served()).hasSizeGreaterThan(20));
    assertThat(om.mostInADay()).isLessThanOrEqualTo(20_000 * MB);
  }
}
