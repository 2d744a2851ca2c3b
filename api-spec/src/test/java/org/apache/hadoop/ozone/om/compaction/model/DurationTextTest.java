// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({"0,0 s", "59,59 s", "61,1 min 01 s", "3660,1 h 01 min", "19460,5 h 24 min", "90000,25 h 00 min",
      "180000,2 d 02 h"})
  void durationsHaveTwoUnits(long seconds, String text) {
    assertThat(DurationText.of(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"P7D, 7 days", "P1D, 1 day", "PT36H, 36 hours", "PT1H, 1 hour", "PT90M, 90 min", "PT10S, 10 s",
      "PT61S, 61 s", "PT0.001S, 1 ms", "PT1.5S, 1500 ms", "PT0S, 0 s"})
  void settingIsToldExactly(Duration duration, String text) {
    assertThat(DurationText.exactly(duration)).isEqualTo(text);
  }
}
