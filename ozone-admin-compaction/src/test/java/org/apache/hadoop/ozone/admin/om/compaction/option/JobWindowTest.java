// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** It is 2030-06-01 14:00 in Berlin unless a case says otherwise. */
class JobWindowTest {
  private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "-,                          -,                    -,                        -",
      "22:00,                      -,                    2030-06-01T20:00:00Z,     -",
      "9:30,                       -,                    2030-06-02T07:30:00Z,     -",
      "14:00,                      -,                    2030-06-02T12:00:00Z,     -",
      "14:01,                      14:00,                2030-06-01T12:01:00Z,     2030-06-02T12:00:00Z",
      "22:00,                      06:00,                2030-06-01T20:00:00Z,     2030-06-02T04:00:00Z",
      "-,                          06:00,                -,                        2030-06-02T04:00:00Z",
      "2030-06-05T22:00,           06:00,                2030-06-05T20:00:00Z,     2030-06-06T04:00:00Z",
      "2030-01-05T22:00:30,        -,                    2030-01-05T21:00:30Z,     -",
      "2030-06-05T22:00:00Z,       2030-06-06T01:00+09:00, 2030-06-05T22:00:00Z,   2030-06-05T16:00:00Z",
      "2030-06-05T22:00:00-03:00,  -,                    2030-06-06T01:00:00Z,     -"})
  void timesOfAWindowResolveToInstants(String notBefore, String notAfter, String opens, String closes)
      throws RefusedException {
    JobWindow window = JobWindow.of(notBefore, notAfter, Clock.fixed(NOW, ZONE));
    assertThat(window.notBefore()).isEqualTo(opens);
    assertThat(window.notAfter()).isEqualTo(closes);
  }

  @ParameterizedTest
  @CsvSource({
      "spring forward skips 02:30, 2030-03-30T23:00:00Z, 02:30, 2030-03-31T01:30:00Z",
      "autumn has 02:30 twice,     2030-10-26T22:00:00Z, 02:30, 2030-10-27T00:30:00Z"})
  void timeOfDayResolvesAcrossDaylightSaving(String name, Instant now, String notBefore, String opens)
      throws RefusedException {
    assertThat(JobWindow.of(notBefore, null, Clock.fixed(now, ZONE)).notBefore()).isEqualTo(opens);
  }

  @Test
  void timeOfDayAfterTheLastDayIsRefused() {
    assertThatThrownBy(() -> JobWindow.of("+999999999-12-31T23:59:59-18:00", "06:00", Clock.fixed(NOW, ZONE)))
        .isInstanceOfSatisfying(RefusedException.class, e -> assertThat(e.getParameter()).isEqualTo("notAfter"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "24:00", "12:60", "noon", "22", "2030-06-01", "2030-13-01T00:00Z", "T22:00"})
  void wrongTimeIsRefusedWithTheRightForm(String text) {
    assertThatThrownBy(() -> JobWindow.of(text, null, Clock.fixed(NOW, ZONE)))
        .isInstanceOf(RefusedException.class).hasMessageContaining("write it as 22:30");
  }
}
