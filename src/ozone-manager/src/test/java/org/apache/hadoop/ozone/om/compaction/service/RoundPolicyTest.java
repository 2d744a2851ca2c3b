// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a round may write on each OM. */
class RoundPolicyTest {
  private static final long NOW = Instant.parse("2026-11-23T12:00:00Z").toEpochMilli();
  private static final long SEEK = 5_000;
  private static final ServiceSettings SETTINGS = new ServiceSettings(10_000, SEEK, Duration.ofDays(7).toMillis(),
      1_000, 1, 600_000, WeeklyWindows.ALWAYS);

  private static Candidate candidate(boolean hurts, boolean old, long writeBytes) {
    byte[] key = {'a'};
    return new Candidate("keyTable", new KeyRange(key, key), 20_000, 1_000, writeBytes, 0,
        hurts ? OptionalLong.of(SEEK) : OptionalLong.empty(),
        old ? OptionalLong.of(NOW - Duration.ofDays(8).toMillis()) : OptionalLong.empty());
  }

  /** 0 would be no limit: what writes nothing is chosen even where nothing is left. */
  @ParameterizedTest(name = "hurts {0}, old {1}, writes {2} after {3}: {4}")
  @CsvSource({
      "false, false, 500,   0, 500",
      "false, false, 100, 400, 100",
      "false, false,   0, 500,   1",
      "false, false,   0, 800,   1",
      "true,  false, 500,   0, 750",
      "true,  false,   1, 749,   1",
      "false, true,  250,   0, 250",
      "true,  true,  250, 750, 250"})
  void isWhatIsLeftOfItsShareAndNeverNothing(boolean hurts, boolean old, long writeBytes, long written, long most) {
    PastRound before = new PastRound(NOW, Map.of("om1", written, "om2", written / 2), false, PastRound.Gain.MEASURED,
        Collections.emptyList(), Collections.emptyList());
    Decision decision = new RoundPolicy(SETTINGS).decide(List.of(candidate(hurts, old, writeBytes)), List.of(before),
        NOW);
    assertThat(decision.held()).isEmpty();
    assertThat(decision.isForOverdue()).isEqualTo(old);
    assertThat(decision.roundBytes()).isEqualTo(most);
  }
}
