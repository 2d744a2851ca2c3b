// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowRulesTest {
  private static long millis(String time) {
    return Instant.parse(time + ":00Z").toEpochMilli();
  }

  /** 2030-06-03 is a Monday. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "not over yet            | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-04T05:59 | P0D",
      "not open yet            | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-01T12:00 | P0D",
      "over at its very end    | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-04T06:00 | P1D",
      "over in the morning     | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-04T09:00 | P1D",
      "over for days           | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-09T09:00 | P6D",
      "open at that time again | 2030-06-03T22:00 | 2030-06-04T06:00 | 2030-06-09T03:00 | P5D",
      "of a whole day          | 2030-06-03T00:00 | 2030-06-04T00:00 | 2030-06-04T09:00 | P1D",
      "of a weekend            | 2030-06-07T22:00 | 2030-06-10T06:00 | 2030-06-10T09:00 | P7D",
      "of a weekend, weeks ago | 2030-06-07T22:00 | 2030-06-10T06:00 | 2030-06-26T09:00 | P21D"})
  void closedWindowMovesToItsNextTime(String which, String begin, String end, String now, String shift) {
    assertThat(Duration.ofMillis(WindowRules.shift(millis(begin), millis(end), millis(now))))
        .isEqualTo(Duration.parse(shift));
  }

  @Test
  void windowWithoutEndDoesNotMove() {
    assertThat(WindowRules.shift(1, 0, millis("2030-06-04T06:00"))).isZero();
  }
}
