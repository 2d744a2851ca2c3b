// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandDownTest {
  /**
   * One letter per hour from 1 h on: {@code G} for a round with gain, {@code n} without, {@code c} for one that was cut
   * off, {@code -} for none.
   */
  @ParameterizedTest
  @CsvSource({
      "'', 0, false",
      "nn, 0, false",
      "nnn, 0, true",
      "n-c-n-n, 0, false",
      "n-c-nn, 0, true",
      "nnnG, 0, false",
      "nnGnn, 0, false",
      "Gnnn, 0, true",
      "n-----n-----------n, 0, false",
      "nnn, 1, false",
      "nnnn, 1, true",
      "nnn, 3, false"})
  void standsDownAfterThreeRoundsWithoutGain(String rounds, long resumedHours, boolean stoodDown) {
    List<PastRound> past = new ArrayList<>();
    for (int hour = 1; hour <= rounds.length(); hour++) {
      char round = rounds.charAt(hour - 1);
      if (round != '-') {
        past.add(new PastRound(TimeUnit.HOURS.toMillis(hour), Map.of(), Map.of(), round == 'G' ? PastRound.Outcome.GAIN
            : round == 'c' ? PastRound.Outcome.CUT_OFF : PastRound.Outcome.NO_GAIN));
      }
    }
    assertThat(StandDown.after(past, TimeUnit.HOURS.toMillis(resumedHours))).isEqualTo(stoodDown);
  }
}
