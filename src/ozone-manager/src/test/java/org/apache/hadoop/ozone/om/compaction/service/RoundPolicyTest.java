// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice.BUDGET_SPENT;
import static org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice.CHOSEN;
import static org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice.TOO_DEAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.service.PastRound.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The day's budget is 1,000 bytes; waits and the others get at most 750 bytes each. */
class RoundPolicyTest {
  private static final long NOW = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();

  private static RoundDecision decide(List<PastRound> past, RoundCandidate... candidates) {
    return new RoundPolicy(1_000, WeeklyWindows.ALWAYS).decide(List.of(candidates), List.of(), past, NOW);
  }

  private static PastRound round(long forWaits, long forOthers, Outcome outcome) {
    long written = forWaits + forOthers;
    return new PastRound(NOW - 1, Map.of("om1", written, "om2", written / 2),
        Map.of("om1", forWaits, "om2", forWaits / 2), outcome);
  }

  private static RoundCandidate waits(long writeBytes) {
    return new RoundCandidate(JobPart.WAITS, writeBytes, 10, "Waits.");
  }

  private static RoundCandidate other(long writeBytes) {
    return new RoundCandidate(JobPart.OTHERS, writeBytes, 1, "Other.");
  }

  @ParameterizedTest(name = "after {0} for waits and {1} for others")
  @CsvSource({
      "  0,   0, 1000, 750, 750",
      "500,   0,  500, 250, 750",
      "750,   0,  250,   0, 750",
      "100, 750,  150, 650,   0",
      "750, 300,    0,   0, 450"})
  void roundMayWriteWhatIsLeftOfTheDay(long forWaits, long forOthers, long all, long waits, long others) {
    RoundBudget budget = decide(List.of(round(forWaits, forOthers, Outcome.GAIN)), other(0)).budget();
    assertThat(budget.of(JobPart.ALL)).isEqualTo(all);
    assertThat(budget.of(JobPart.WAITS)).isEqualTo(waits);
    assertThat(budget.of(JobPart.OTHERS)).isEqualTo(others);
  }

  @Test
  void smallNeedsDoNotOvertakeALargeOneUnlessItExceedsADay() {
    RoundDecision decision = decide(List.of(round(0, 100, Outcome.GAIN)), other(751), other(200), waits(700), other(60),
        other(1), waits(60), waits(1));
    assertThat(decision.choices()).containsExactly(TOO_DEAR, CHOSEN, CHOSEN, BUDGET_SPENT, BUDGET_SPENT, BUDGET_SPENT,
        BUDGET_SPENT);
    assertThat(decision.predictedTombstones()).isEqualTo(11);
  }

  @ParameterizedTest(name = "after {0} for waits and {1} for others, a candidate of {2}")
  @CsvSource({
      "750,   0,  10, 'of the 750 B that rounds may write in 24 hours where lists wait, nothing is left.'",
      "700,   0, 100, 'of the 750 B that rounds may write in 24 hours where lists wait, 50 B is left.'",
      "500, 490, 100, 'of the 1000 B that rounds may write in 24 hours, 10 B is left.'",
      "  0,   0, 600, 'of the 750 B that rounds may write in 24 hours where lists wait, 750 B is left, and better"
          + " ranges take 200 B of that.'"})
  void ruleThatHoldsACandidateUpIsSaid(long forWaits, long forOthers, long bytes, String rule) {
    RoundCandidate better = waits(bytes < 600 ? 0 : 200);
    RoundCandidate heldUp = waits(bytes);
    RoundDecision decision = decide(List.of(round(forWaits, forOthers, Outcome.GAIN)), better, heldUp);
    assertThat(decision.message(heldUp)).isEqualTo("Waits. It has to wait. It may write " + bytes + " B: " + rule);
    assertThat(decision.message(better)).isEqualTo("Waits.");
  }

  /** The bytes that this round takes for waits are not spent yet, and are not said to be. */
  @Test
  void bytesThatTheRoundTakesForWaitsAreToldAsSuch() {
    RoundCandidate large = other(300);
    assertThat(decide(List.of(round(0, 100, Outcome.GAIN)), waits(700), large).message(large))
        .isEqualTo("Other. It has to wait. It may write 300 B: of the 1000 B that rounds may write in 24 hours, 900 B"
            + " is left, and better ranges take 700 B of that.");
    RoundCandidate small = other(60);
    assertThat(decide(List.of(round(0, 700, Outcome.GAIN)), waits(100), small).message(small))
        .as("nothing of its share")
        .isEqualTo("Other. It has to wait. It may write 60 B: of the 750 B that rounds may write in 24 hours where no"
            + " list waits, 50 B is left.");
  }

  @Test
  void waitsGoFirst() {
    assertThat(decide(List.of(round(0, 700, Outcome.GAIN)), other(40), waits(300)).choices())
        .containsExactly(BUDGET_SPENT, CHOSEN);
  }

  @Test
  void cutOffRoundIsContinuedEvenIfTheLeaderHasNoNeeds() {
    RoundDecision decision = decide(List.of(round(0, 10, Outcome.CUT_OFF)));
    assertThat(decision.notDue()).isEmpty();
    assertThat(decision.predictedTombstones()).isZero();
    assertThat(decide(List.of(round(0, 10, Outcome.CUT_OFF), round(0, 10, Outcome.GAIN))).notDue()).isPresent();
    assertThat(decide(List.of(round(500, 500, Outcome.CUT_OFF))).notDue()).isPresent();
  }

  @Test
  void saysWhyNoRoundIsDue() {
    assertThat(decide(List.of()).notDue().get().reason()).isEqualTo(Hold.Reason.NOTHING_TO_DO);
    assertThat(decide(List.of(), other(751)).notDue().get().reason()).isEqualTo(Hold.Reason.NOTHING_TO_DO);
    assertThat(decide(List.of(round(0, 749, Outcome.GAIN)), other(2)).notDue().get().reason())
        .isEqualTo(Hold.Reason.BUDGET_SPENT);
    assertThat(closed("13:00-14:00")).contains("they open at 2026-11-23T13:00");
    assertThat(closed("13:00-14:00 except 2026-11-23")).isEqualTo("Its windows are closed, 13:00-14:00 Z except"
        + " 2026-11-23: they open at 2026-11-24T13:00:00Z, no sooner because of days off: 2026-11-23.");
  }

  private static String closed(String windows) {
    return new RoundPolicy(1_000, WeeklyWindows.parse(windows, ZoneOffset.UTC))
        .decide(List.of(other(1)), List.of(), List.of(), NOW).notDue().get().message();
  }

  @Test
  void saysWhatWouldBeWorthARoundButIsLeftOut() {
    assertThat(decide(List.of()).notDue().get().message()).isEqualTo("No range is worth a round.");
    assertThat(decide(List.of(), other(751)).notDue().get().message()).startsWith("1 range is left out that would be"
        + " worth one: Other. But it may write 751 B, more than its share of the daily budget, 750 B (raise ");
    assertThat(new RoundPolicy(1_000, WeeklyWindows.ALWAYS)
        .decide(List.of(other(751)), List.of("It rests."), List.of(), NOW).notDue().get().message())
        .startsWith("2 ranges are left out that would be worth one, the first: Other. But it may write 751 B");
  }
}
