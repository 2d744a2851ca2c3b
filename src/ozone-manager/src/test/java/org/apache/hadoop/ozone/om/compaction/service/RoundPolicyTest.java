// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson.BUDGET_SPENT;
import static org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson.CHOSEN;
import static org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson.TOO_DEAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.service.PastRound.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The day's budget is 1,000 bytes; waits and the others get at most 750 bytes each. */
class RoundPolicyTest {
  private static final long NOW = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();

  private static RoundDecision decide(List<PastRound> past, RoundCandidate... candidates) {
    return new RoundPolicy(1_000, WeeklyWindows.ALWAYS).decide(List.of(candidates), past, NOW);
  }

  private static PastRound round(long forWaits, long forOthers, Outcome outcome) {
    long written = forWaits + forOthers;
    return new PastRound(NOW - 1, Map.of("om1", written, "om2", written / 2),
        Map.of("om1", forWaits, "om2", forWaits / 2), outcome);
  }

  private static RoundCandidate waits(long writeBytes) {
    return new RoundCandidate(RoundPart.WAITS, writeBytes, 10);
  }

  private static RoundCandidate other(long writeBytes) {
    return new RoundCandidate(RoundPart.OTHERS, writeBytes, 1);
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
    assertThat(budget.all()).isEqualTo(all);
    assertThat(budget.of(RoundPart.WAITS)).isEqualTo(waits);
    assertThat(budget.of(RoundPart.OTHERS)).isEqualTo(others);
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
    RoundDecision decision = decide(List.of(round(forWaits, forOthers, Outcome.GAIN)), waits(bytes < 600 ? 0 : 200),
        waits(bytes));
    assertThat(decision.spent(1)).isEqualTo("It may write " + bytes + " B: " + rule);
    assertThat(decision.spent(0)).isNull();
  }

  /** The bytes that this round takes for waits are not spent yet, and are not said to be. */
  @Test
  void bytesThatTheRoundTakesForWaitsAreToldAsSuch() {
    assertThat(decide(List.of(round(0, 100, Outcome.GAIN)), waits(700), other(300)).spent(1)).isEqualTo("It may write"
        + " 300 B: of the 1000 B that rounds may write in 24 hours, 900 B is left, and better ranges take 700 B of"
        + " that.");
    assertThat(decide(List.of(round(0, 700, Outcome.GAIN)), waits(100), other(60)).spent(1)).as("nothing of its share")
        .isEqualTo("It may write 60 B: of the 750 B that rounds may write in 24 hours where no list waits, 50 B is"
            + " left.");
  }

  @Test
  void waitsGoFirst() {
    assertThat(decide(List.of(round(0, 700, Outcome.GAIN)), other(40), waits(300)).choices())
        .containsExactly(BUDGET_SPENT, CHOSEN);
  }

  @Test
  void cutOffRoundIsContinuedEvenIfTheLeaderHasNoNeeds() {
    RoundDecision decision = decide(List.of(round(0, 10, Outcome.CUT_OFF)));
    assertThat(decision.block()).isEmpty();
    assertThat(decision.predictedTombstones()).isZero();
    assertThat(decide(List.of(round(0, 10, Outcome.CUT_OFF), round(0, 10, Outcome.GAIN))).block()).isPresent();
    assertThat(decide(List.of(round(500, 500, Outcome.CUT_OFF))).block()).isPresent();
  }

  @Test
  void saysWhyNoRoundIsDue() {
    assertThat(decide(List.of()).block().get().hold()).isEqualTo(ServiceHoldJson.NOTHING_TO_DO);
    assertThat(decide(List.of(), other(751)).block().get().hold()).isEqualTo(ServiceHoldJson.NOTHING_TO_DO);
    assertThat(decide(List.of(round(0, 749, Outcome.GAIN)), other(2)).block().get().hold())
        .isEqualTo(ServiceHoldJson.BUDGET_SPENT);
    assertThat(new RoundPolicy(1_000, WeeklyWindows.parse("13:00-14:00", ZoneOffset.UTC))
        .decide(List.of(other(1)), List.of(), NOW).block().get().message()).contains("they open at 2026-11-23T13:00");
    assertThat(new RoundPolicy(1_000, WeeklyWindows.parse("13:00-14:00 except 2026-11-23", ZoneOffset.UTC))
        .decide(List.of(other(1)), List.of(), NOW).block().get().message()).isEqualTo("Its windows are closed,"
            + " 13:00-14:00 Z except 2026-11-23: they open at 2026-11-24T13:00:00Z, no sooner because of"
            + " days off: 2026-11-23.");
  }
}
