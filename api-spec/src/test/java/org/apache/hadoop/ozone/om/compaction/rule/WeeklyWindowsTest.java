// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeeklyWindowsTest {
  private static final String NIGHTS = "Mon-Fri 20:00-06:00, Sat-Sun 08:00-20:00 Europe/Berlin";

  /** 2026-11-23 is a Monday; Berlin is an hour ahead of UTC, in summer two. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "always                                     | 2026-11-23T12:00:00Z | true  |",
      "Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin | 2026-11-23T18:59:59Z | false | 2026-11-23T19:00:00Z",
      "Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin | 2026-11-23T19:00:00Z | true  | 2026-11-24T05:00:00Z",
      "Mon-Fri 20:00-06:00, Sun Europe/Berlin     | 2026-11-28T04:59:59Z | true  | 2026-11-28T05:00:00Z",
      "Mon-Fri 20:00-06:00, Sun Europe/Berlin     | 2026-11-28T05:00:00Z | false | 2026-11-28T23:00:00Z",
      "Mon-Fri 20:00-06:00, Sun Europe/Berlin     | 2026-11-28T23:00:00Z | true  | 2026-11-29T23:00:00Z",
      "20:00-06:00                                | 2026-11-29T03:00:00Z | true  | 2026-11-29T06:00:00Z",
      "Sat-Sun                                    | 2026-11-29T23:59:00Z | true  | 2026-11-30T00:00:00Z",
      "Mon-Fri 20:00-06:00, Sat-Sun UTC           | 2026-11-28T03:00:00Z | true  | 2026-11-30T00:00:00Z",
      "Fri-Mon 22:00-24:00 UTC                    | 2026-11-30T22:30:00Z | true  | 2026-12-01T00:00:00Z",
      "Mon 20:00 - 22:00                          | 2026-11-23T21:00:00Z | true  | 2026-11-23T22:00:00Z",
      "Mon 20:00 - 22:00 Asia/Tokyo               | 2026-11-23T12:00:00Z | true  | 2026-11-23T13:00:00Z",
      "Mon-Sun UTC                                | 2026-11-23T12:00:00Z | true  |",
      "sun 22:00-02:00, MON 02:00-04:00 UTC       | 2026-11-29T22:00:00Z | true  | 2026-11-30T04:00:00Z",
      "Mon 9:05-9:06 America/New_York             | 2026-11-23T14:05:59Z | true  | 2026-11-23T14:06:00Z"})
  void windowsOpenAndCloseAtTheirTimes(String windows, Instant at, boolean open, Instant next) {
    WeeklyWindows parsed = WeeklyWindows.parse(windows, ZoneOffset.UTC);
    assertThat(parsed.isOpen(at)).isEqualTo(open);
    assertThat(parsed.nextChange(at).orElse(null)).isEqualTo(next);
  }

  /** In Berlin 02:00 to 03:00 was missing on 2026-03-29, and came twice on 2026-10-25. */
  @ParameterizedTest
  @CsvSource({
      "02:00-03:00, 2026-03-29T00:59:00Z, false, 2026-03-30T00:00:00Z",
      "Sun 02:10-02:20, 2026-03-22T01:20:00Z, false, 2026-04-05T00:10:00Z",
      "01:00-02:30, 2026-03-29T00:30:00Z, true,  2026-03-29T01:00:00Z",
      "02:30-04:00, 2026-03-29T00:30:00Z, false, 2026-03-29T01:00:00Z",
      "01:00-05:00, 2026-03-29T00:30:00Z, true,  2026-03-29T03:00:00Z",
      "01:00-05:00, 2026-10-25T00:30:00Z, true,  2026-10-25T04:00:00Z",
      "01:00-02:30, 2026-10-25T00:10:00Z, true,  2026-10-25T00:30:00Z",
      "01:00-02:30, 2026-10-25T00:30:00Z, false, 2026-10-25T01:00:00Z",
      "01:00-02:30, 2026-10-25T01:00:00Z, true,  2026-10-25T01:30:00Z"})
  void windowsFollowLocalTimeThroughDaylightSaving(String times, Instant at, boolean open, Instant next) {
    WeeklyWindows windows = WeeklyWindows.parse(times + " Europe/Berlin", ZoneOffset.UTC);
    assertThat(windows.isOpen(at)).isEqualTo(open);
    assertThat(windows.nextChange(at)).contains(next);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "Mon,", "Mon Tue", "Mon-", "Mo-Fr 20:00-06:00", "Mon 20:00", "Mon 20-06",
      "Mon 25:00-26:00", "Mon 20:60-21:00", "Mon 24:01-02:00", "Mon 20:00-20:00", "Mon 00:00-00:00", "Mon 24:00-06:00",
      "Mon 20:00-06:00 Atlantis/Sunk", "Europe/Berlin", "Mon-Fri 20:00-06:00, Tue 19:00-21:00",
      "Mon 20:00-24:00, Mon 23:00-24:00", "Mon-Fri, Fri-Sun", "20:00-06:00, Sat", "sometimes", "Mon; DROP"})
  void wrongWindowsAreRefusedWithTheRightForm(String text) {
    assertThatThrownBy(() -> WeeklyWindows.parse(text, ZoneOffset.UTC)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin'");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Mon-Fry 20:00-06:00                | 'Fry' is no day.",
      "Mon-Fry                            | 'Fry' is no day.",
      "Mon-Fry 20:00-06:00 Europe/Berlin  | 'Fry' is no day.",
      "Mon-Fri 20:00-06:00, Sut 20:00-22:00 | 'Sut' is no day.",
      "Mo-Fr 20:00-06:00                  | 'Mo' is no day.",
      "Mon- 20:00-06:00                   | 'Mon-' is no days such as Mon-Fri.",
      "Mon-                               | 'Mon-' is no days such as Mon-Fri.",
      "Mon-Tue-Wed                        | 'Mon-Tue-Wed' is no days such as Mon-Fri.",
      "Mon 20-06                          | '20-06' is no time such as 20:00-06:00.",
      "Mon 20:00                          | '20:00' is no time such as 20:00-06:00.",
      "Mon 20:00-06                       | '20:00-06' is no time such as 20:00-06:00.",
      "8pm-6am                            | '8pm-6am' is no time such as 20:00-06:00.",
      "Mon 20:00-25:00                    | '25:00' is a time that no clock shows.",
      "Mon 20:00-06:00 Atlantis/Sunk      | 'Atlantis/Sunk' is neither a day, a time such as 20:00-06:00 nor a zone.",
      "sometimes                          | 'sometimes' is neither a day, a time such as 20:00-06:00 nor a zone.",
      "Mon,                               | A window is missing.",
      "Mon-Fri 20:00-06:00 Sat-Sun        | 'Mon-Fri 20:00-06:00 Sat-Sun' is no window: days come first",
      "20:00-06:00 Mon                    | '20:00-06:00 Mon' is no window: days come first"})
  void wrongPartIsNamed(String text, String message) {
    assertThatThrownBy(() -> WeeklyWindows.parse(text, ZoneOffset.UTC)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {NIGHTS, "always", "Sat-Sun UTC", "22:00-02:00 +05:30"})
  void parsedWindowsPrintTheirText(String text) {
    assertThat(WeeklyWindows.parse(text, ZoneId.of("Asia/Tokyo"))).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({"Sat-Sun, Sat-Sun Asia/Tokyo", "20:00-06:00, 20:00-06:00 Asia/Tokyo"})
  void parsedWindowsPrintTheDefaultZone(String text, String shown) {
    assertThat(WeeklyWindows.parse(text, ZoneId.of("Asia/Tokyo"))).hasToString(shown);
  }

  /** Any minute of two years: nothing changes before the next change, and there it does. */
  @Property
  void nothingChangesBeforeTheNextChange(@ForAll @IntRange(max = 2 * 366 * 24 * 60) int minute,
      @ForAll @LongRange(min = 1) long step) {
    WeeklyWindows windows = WeeklyWindows.parse(NIGHTS, ZoneOffset.UTC);
    Instant at = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(60L * minute);
    Instant next = windows.nextChange(at).orElseThrow();
    assertThat(next).isAfter(at).isBefore(at.plusSeconds(8 * 24 * 3600));
    assertThat(windows.isOpen(next)).isNotEqualTo(windows.isOpen(at));
    Instant between = at.plusMillis(step % (next.toEpochMilli() - at.toEpochMilli()));
    assertThat(windows.isOpen(between)).isEqualTo(windows.isOpen(at));
  }

  @Property
  void windowsAreOpenAtTheLocalTimesThatTheyName(@ForAll @IntRange(max = 2 * 366 * 24 * 60) int minute) {
    Instant at = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(60L * minute);
    LocalDateTime wall = LocalDateTime.ofInstant(at, ZoneId.of("Europe/Berlin"));
    int hour = wall.getHour();
    boolean expected = switch (wall.getDayOfWeek()) {
      case MONDAY -> hour >= 20;
      case TUESDAY, WEDNESDAY, THURSDAY, FRIDAY -> hour >= 20 || hour < 6;
      case SATURDAY -> hour < 6 || hour >= 8 && hour < 20;
      case SUNDAY -> hour >= 8 && hour < 20;
    };
    assertThat(WeeklyWindows.parse(NIGHTS, ZoneOffset.UTC).isOpen(at)).isEqualTo(expected);
  }
}
