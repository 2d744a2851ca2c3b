// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.Test;

class RestsTest {
  private static Candidate of(String table, String range) {
    return new Candidate(table, KeyRange.parse(range), 1_000, 1, 1, 0, OptionalLong.empty(), OptionalLong.empty());
  }

  private static PastRound round(long millis, boolean withoutGain, Candidate... taken) {
    List<TableKeys> keys = new ArrayList<>();
    for (Candidate candidate : taken) {
      keys.add(candidate.keys());
    }
    return withoutGain ? new PastRound(millis, Map.of(), false, PastRound.Gain.NONE, keys, List.of())
        : new PastRound(millis, Map.of(), false, PastRound.Gain.MEASURED, List.of(), List.of());
  }

  @Test
  void withoutGainItRestsTwiceAsLongEachTimeUpToAWeek() {
    Candidate stuck = of("keyTable", "/v/b/a../v/b/m");
    List<PastRound> past = new ArrayList<>();
    long now = 1;
    for (int hours : new int[] {6, 12, 24, 48, 96, 168, 168}) {
      past.add(round(now, true, stuck));
      assertThat(Rests.after(past).until(stuck.keys()) - now).isEqualTo(Duration.ofHours(hours).toMillis());
      now = Rests.after(past).until(stuck.keys());
    }
  }

  @Test
  void withGainItDoesNotRest() {
    Candidate good = of("keyTable", "/v/b/a../v/b/m");
    assertThat(Rests.after(List.of(round(1, false, good))).until(good.keys())).isZero();
    assertThat(Rests.after(List.of()).until(good.keys())).isZero();
  }

  /** The next plan cuts a little differently. */
  @Test
  void holdsForAllThatTouchesTheSameKeysOfTheTable() {
    Rests rests = Rests.after(List.of(round(1, true, of("fileTable", "/1/2/3../1/2/3"),
        of("keyTable", "/v/b/d../v/b/m"))));
    assertThat(rests.until(of("keyTable", "/v/b/a../v/b/d").keys())).isPositive();
    assertThat(rests.until(of("keyTable", "/v/b/m../v/b/z").keys())).isPositive();
    assertThat(rests.until(of("keyTable", "/v/b/a../v/b/c").keys())).isZero();
    assertThat(rests.until(of("fileTable", "/v/b/d../v/b/m").keys())).isZero();
  }
}
