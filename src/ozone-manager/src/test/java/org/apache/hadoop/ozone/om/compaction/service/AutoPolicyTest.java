// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoPolicyTest {
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
  private static final long MB = 1 << 20;
  private static final ServiceSettings SETTINGS = new ServiceSettings(10_000, 5_000, Duration.ofDays(7).toMillis(),
      1_000 * MB, 20 * MB, 600_000, WeeklyWindows.ALWAYS);

  private static Candidate candidate(String key, long tombstones, Long seekMicros, Integer ageDays, long writeBytes,
      long collateral) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return new Candidate("keyTable", new KeyRange(bytes, bytes), tombstones, MB + collateral, writeBytes, collateral,
        seekMicros == null ? OptionalLong.empty() : OptionalLong.of(seekMicros),
        ageDays == null ? OptionalLong.empty() : OptionalLong.of(NOW.minus(Duration.ofDays(ageDays)).toEpochMilli()));
  }

  private static List<Verdict> judge(long rests, Candidate... candidates) {
    RoundBudget budget = RoundBudget.left(SETTINGS.dailyBytes(), Collections.emptyList(), NOW.toEpochMilli());
    return new AutoPolicy(SETTINGS, each -> rests, NOW.toEpochMilli()).judge(List.of(candidates), budget);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "10_000, -,    -,  DEBT,    'Its 10,000 tombstones reach the minimum of 10,000.'",
      "10_000, 4999, 6,  DEBT,    'Its 10,000 tombstones reach the minimum of 10,000.'",
      "900,    5000, -,  HURTING, 'A list waits 5.0 ms there, 5.0 ms is too long. It holds up to 900 tombstones.'",
      "50_000, 9000, 7, OVERDUE, 'Its 50,000 tombstones may be there since 2026-11-16T12:00:00Z, longer than 7 days.'",
      "1_000,  -,    30, OVERDUE, 'Its 1,000 tombstones may be there since 2026-10-24T12:00:00Z, longer than 7 days.'"})
  void theFirstReasonThatHoldsIsGiven(String tombstones, Long seek, Integer ageDays, ServiceUrgency urgency,
      String message) {
    Verdict verdict = judge(0, candidate("a", Long.parseLong(tombstones.replace("_", "")), seek, ageDays, MB, 0))
        .get(0);
    assertThat(verdict.urgency()).contains(urgency);
    assertThat(verdict.choice()).isEqualTo(ServiceChoice.CHOSEN);
    assertThat(verdict.message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "9_999, 4999, 6, 1, 0, 0, BELOW_MINIMUM, 'Its 9,999 tombstones are fewer than the minimum of 10,000, a list"
          + " waits 5.0 ms there, and they are not known to be older than 7 days.'",
      "999, -, 30, 1, 0, 0, BELOW_MINIMUM, 'Its 999 tombstones are fewer than the minimum of 10,000, no list was"
          + " measured, and they are not known to be older than 7 days.'",
      "20_000, -, -, 1, 0, 1, RESTING, 'Its 20,000 tombstones reach the minimum of 10,000. But compacting it lately"
          + " removed less than half of what was expected: it rests until 2026-11-23T13:00:00Z.'",
      "20_000, -, -, 1, 40, 0, TOO_DEAR, 'Its 20,000 tombstones reach the minimum of 10,000. But of 41.0 MB that would"
          + " be read 40.0 MB lie outside of it, more than 40 times its own.'",
      "20_000, -, -, 501, 0, 0, TOO_DEAR, 'Its 20,000 tombstones reach the minimum of 10,000. But it would write 501"
          + " MB, more than a whole day has for what is DEBT, 500 MB: raise"
          + " ozone.om.range.compaction.service.daily.bytes, or trigger a job for it.'"})
  void whatSpeaksAgainstIsGiven(String tombstones, Long seek, Integer ageDays, long writeMegabytes,
      long collateralMegabytes, long restsForHours, ServiceChoice choice, String message) {
    Verdict verdict = judge(NOW.plus(Duration.ofHours(restsForHours)).toEpochMilli(),
        candidate("a", Long.parseLong(tombstones.replace("_", "")), seek, ageDays, writeMegabytes * MB,
            collateralMegabytes * MB)).get(0);
    assertThat(verdict.choice()).isEqualTo(choice);
    assertThat(verdict.message()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "10_000, 5000, 1, 0, CHOSEN, 'A list waits 5.0 ms there, 5.0 ms is too long. Up to 10,000 tombstones are in"
          + " memory: a round writes them to an SST file first.'",
      "9_999, 5000, 1, 0, BELOW_MINIMUM, 'Its up to 9,999 tombstones in memory are left to RocksDB, which writes them"
          + " to disk by itself, unless they are 10,000 or more and a list waits 5.0 ms there; it waits 5.0 ms.'",
      "90_000, 4000, 1, 0, BELOW_MINIMUM, 'Its up to 90,000 tombstones in memory are left to RocksDB, which writes them"
          + " to disk by itself, unless they are 10,000 or more and a list waits 5.0 ms there; it waits 4.0 ms.'",
      "90_000, -, 1, 0, BELOW_MINIMUM, 'Its up to 90,000 tombstones in memory are left to RocksDB, which writes them"
          + " to disk by itself, unless they are 10,000 or more and a list waits 5.0 ms there; none was measured.'",
      "90_000, 9000, 41, 40, TOO_DEAR, 'A list waits 9.0 ms there, 5.0 ms is too long. Up to 90,000 tombstones are in"
          + " memory: a round writes them to an SST file first. But of 41.0 MB that would be read 40.0 MB lie outside"
          + " of it, more than 40 times its own.'"})
  void whatIsInMemoryIsWorthARoundOnlyWhereItHurts(String tombstones, Long seek, long movedMegabytes,
      long collateralMegabytes, ServiceChoice choice, String message) {
    byte[] key = "a".getBytes(StandardCharsets.UTF_8);
    Verdict verdict = judge(0, Candidate.inMemory("keyTable", new KeyRange(key, key),
        Long.parseLong(tombstones.replace("_", "")), movedMegabytes * MB, collateralMegabytes * MB,
        seek == null ? OptionalLong.empty() : OptionalLong.of(seek))).get(0);
    assertThat(verdict.choice()).isEqualTo(choice);
    assertThat(verdict.message()).isEqualTo(message);
  }

  @Test
  void whatIsOverdueMayDrawInAsMuchAsItTakes() {
    assertThat(judge(0, candidate("a", 2_000, null, 8, MB, 100 * MB)).get(0).choice())
        .isEqualTo(ServiceChoice.CHOSEN);
  }

  /** What hurts by waiting that goes away by byte, debts by tombstones by byte, what is old by age. */
  @Test
  void theBestGoFirstAndNobodyIsOvertakenByWhatIsSmaller() {
    Candidate slow = candidate("slow", 20_000, 6_000L, null, 100 * MB, 0);
    Candidate slower = candidate("slower", 20_000, 60_000L, null, 300 * MB, 0);
    Candidate debt = candidate("debt", 20_000, null, null, 10 * MB, 0);
    Candidate large = candidate("large", 30_000, null, null, 499 * MB, 0);
    Candidate small = candidate("small", 11_000, null, null, 400 * MB, 0);
    Candidate old = candidate("old", 2_000, null, 8, 200 * MB, 0);
    Candidate older = candidate("older", 2_000, null, 9, 100 * MB, 0);
    List<Verdict> verdicts = judge(0, small, large, debt, old, slow, slower, older);
    assertThat(verdicts).filteredOn(verdict -> verdict.choice() == ServiceChoice.CHOSEN).map(Verdict::candidate)
        .containsExactly(older, slower, slow, debt);
    assertThat(verdicts).filteredOn(verdict -> verdict.choice() == ServiceChoice.BUDGET_SPENT).map(Verdict::candidate)
        .containsExactly(old, large, small);
  }
}
