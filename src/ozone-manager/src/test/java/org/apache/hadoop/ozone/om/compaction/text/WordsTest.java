// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {

  @ParameterizedTest
  @CsvSource({"1, 1 s", "45000, 45 s", "119001, 2 min", "720000, 12 min", "7140001, 2 h 0 min", "19460000, 5 h 25 min"})
  void durationIsRoundedUp(long millis, String text) {
    assertThat(Words.duration(millis)).isEqualTo(text);
  }
}
