// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingDownTest {
  /**
   * One round a letter, oldest first, the first at 1 ms: of a capital the gain was measured, of a dot it is not known,
   * and of the key {@code a} to {@code z} there was none.
   */
  @ParameterizedTest
  @CsvSource({
      "'', 0, false",
      "ab, 0, false",
      "abc, 0, true",
      "a.b..c, 0, true",
      "abcD, 0, false",
      "abCde, 0, false",
      "Abcd, 0, true",
      "aaaaaaa, 0, false",
      "aabaab, 0, false",
      "aabaabc, 0, true",
      "abc, 1, false",
      "abcd, 1, true",
      "abc, 3, false"})
  void threeRoundsInARowWithoutGainEachAtOtherKeys(String rounds, long resumed, boolean stoodDown) {
    List<PastRound> past = new ArrayList<>();
    for (char round : rounds.toCharArray()) {
      past.add(round(past.size() + 1, round));
    }
    assertThat(StandingDown.after(past, resumed)).isEqualTo(stoodDown);
  }

  private static PastRound round(long millis, char round) {
    if (Character.isLowerCase(round)) {
      String key = "/v/b/" + round;
      return new PastRound(millis, Map.of(), false, PastRound.Gain.NONE,
          List.of(new TableKeys("keyTable", KeyRange.parse(key + ".." + key))), List.of());
    }
    return new PastRound(millis, Map.of(), false,
        round == '.' ? PastRound.Gain.UNKNOWN : PastRound.Gain.MEASURED, List.of(), List.of());
  }
}
