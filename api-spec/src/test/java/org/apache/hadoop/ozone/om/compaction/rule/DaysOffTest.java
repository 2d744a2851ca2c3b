// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows with excepted dates. {@link WindowsByTheMinuteTest} compares them with an independent truth. */
class DaysOffTest {

  /** 2026-12-24 is a Thursday. Berlin is an hour ahead of UTC, in summer two. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      // The evening before a day off: the window is cut at midnight, in its zone.
      "20:00-06:00 Europe/Berlin except 2026-12-24             | 2026-12-23T19:00:00Z | true  | 2026-12-23T23:00:00Z",
      "20:00-06:00 UTC except 2026-12-24                       | 2026-12-23T20:00:00Z | true  | 2026-12-24T00:00:00Z",
      "20:00-06:00 Asia/Tokyo except 2026-12-24                | 2026-12-23T11:00:00Z | true  | 2026-12-23T15:00:00Z",
      "20:00-06:00 America/New_York except 2026-12-24          | 2026-12-24T01:00:00Z | true  | 2026-12-24T05:00:00Z",
      // The window of a day off does not open, nor does what is left of it after midnight.
      "20:00-06:00 Europe/Berlin except 2026-12-24             | 2026-12-23T23:00:00Z | false | 2026-12-25T19:00:00Z",
      "20:00-06:00 Europe/Berlin except 2026-12-24             | 2026-12-25T02:00:00Z | false | 2026-12-25T19:00:00Z",
      "Thu 20:00-06:00 Europe/Berlin except 2026-12-24         | 2026-12-20T12:00:00Z | false | 2026-12-31T19:00:00Z",
      // Weekends and days off, at the end of a year.
      "Mon-Fri 20:00-06:00 Europe/Berlin except 2026-12-24..2027-01-02 | 2026-12-24T12:00:00Z | false "
          + "| 2027-01-04T19:00:00Z",
      "Fri 20:00-06:00, Sat UTC except 2027-01-01              | 2026-12-31T21:00:00Z | false | 2027-01-02T00:00:00Z",
      "Fri 20:00-06:00, Sat UTC except 2027-01-02              | 2027-01-01T21:00:00Z | true  | 2027-01-02T00:00:00Z",
      "Fri 20:00-06:00, Sat UTC except 2027-01-02              | 2027-01-02T03:00:00Z | false | 2027-01-08T20:00:00Z",
      "Thu 20:00-06:00, Fri 08:00-12:00 UTC except 2026-12-31  | 2027-01-01T01:00:00Z | false | 2027-01-01T08:00:00Z",
      // Several days off, adjoining, overlapping, out of order.
      "20:00-06:00 UTC except 2026-12-26 2026-12-24..2026-12-25 | 2026-12-24T01:00:00Z | false | 2026-12-27T20:00:00Z",
      "20:00-06:00 UTC except 2026-12-24..2026-12-26 2026-12-25..2026-12-28 2026-12-25 | 2026-12-24T01:00:00Z | false "
          + "| 2026-12-29T20:00:00Z",
      "12:00-13:00 UTC except 2026-12-24 2026-12-26            | 2026-12-24T12:30:00Z | false | 2026-12-25T12:00:00Z",
      // Leap days.
      "Tue 12:00-13:00 UTC except 2028-02-29                   | 2028-02-28T12:00:00Z | false | 2028-03-07T12:00:00Z",
      "20:00-06:00 UTC except 2028-02-29                       | 2028-02-28T22:00:00Z | true  | 2028-02-29T00:00:00Z",
      "20:00-06:00 UTC except 2028-02-28                       | 2028-02-29T01:00:00Z | false | 2028-02-29T20:00:00Z",
      // Berlin's 2026-03-29 has 23 hours, its 2026-10-25 has 25.
      "20:00-06:00 Europe/Berlin except 2026-03-29             | 2026-03-28T20:00:00Z | true  | 2026-03-28T23:00:00Z",
      "20:00-06:00 Europe/Berlin except 2026-03-29             | 2026-03-28T23:00:00Z | false | 2026-03-30T18:00:00Z",
      "Sat-Sun Europe/Berlin except 2026-03-29                 | 2026-03-29T21:59:00Z | false | 2026-04-03T22:00:00Z",
      "20:00-06:00 Europe/Berlin except 2026-10-25             | 2026-10-24T21:00:00Z | true  | 2026-10-24T22:00:00Z",
      "20:00-06:00 Europe/Berlin except 2026-10-24             | 2026-10-25T01:30:00Z | false | 2026-10-25T19:00:00Z",
      "Mon Europe/Berlin except 2026-10-25                     | 2026-10-25T22:59:00Z | false | 2026-10-25T23:00:00Z",
      // In Beirut midnight is skipped on 2026-03-29, and comes twice on 2026-10-24.
      "Mon-Sun Asia/Beirut except 2026-03-28                   | 2026-03-28T21:59:00Z | false | 2026-03-28T22:00:00Z",
      "Mon-Sun Asia/Beirut except 2026-03-29                   | 2026-03-28T21:00:00Z | true  | 2026-03-28T22:00:00Z",
      "Mon-Sun Asia/Beirut except 2026-10-24                   | 2026-10-24T21:30:00Z | false | 2026-10-24T22:00:00Z",
      // In St. John's, one minute after midnight, it was 23:01 again on 2010-11-06.
      "Mon-Sun America/St_Johns except 2010-11-07              | 2010-11-07T02:30:00Z | false | 2010-11-07T02:31:00Z",
      "Mon-Sun America/St_Johns except 2010-11-07              | 2010-11-07T02:31:00Z | true  | 2010-11-07T03:30:00Z",
      "Mon-Sun America/St_Johns except 2010-11-06              | 2010-11-07T02:30:00Z | true  | 2010-11-07T02:31:00Z",
      // Without times and without days.
      "Mon-Sun UTC except 2026-12-24                           | 2026-12-01T00:00:00Z | true  | 2026-12-24T00:00:00Z",
      "Mon-Sun UTC except 2026-12-24                           | 2026-12-24T00:00:00Z | false | 2026-12-25T00:00:00Z",
      "Mon-Sun UTC except 2026-12-24                           | 2026-12-25T00:00:00Z | true  | -",
      "always except 2026-12-24                                | 2026-01-01T00:00:00Z | true  | 2026-12-24T00:00:00Z",
      "always Asia/Tokyo except 2026-12-24                     | 2026-12-24T14:00:00Z | false | 2026-12-24T15:00:00Z",
      "ALWAYS Except 2090-12-24..2090-12-31 2026-12-24         | 2027-01-01T00:00:00Z | true  | 2090-12-24T00:00:00Z",
      // A year off, and days off that are past.
      "Mon-Sun UTC except 2027-01-01..2027-12-31               | 2027-01-01T00:00:00Z | false | 2028-01-01T00:00:00Z",
      "20:00-06:00 UTC except 2001-12-24..2002-01-02           | 2026-12-24T12:00:00Z | false | 2026-12-24T20:00:00Z"})
  void noWindowIsOpenOnADayOff(String windows, Instant at, boolean open, Instant next) {
    WeeklyWindows parsed = WeeklyWindows.parse(windows, ZoneOffset.UTC);
    assertThat(parsed.isOpen(at)).isEqualTo(open);
    assertThat(parsed.nextChange(at).orElse(null)).isEqualTo(next);
    assertThat(parsed.opens(at).orElse(null)).isEqualTo(open ? null : next);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      "the window of tonight            | 20:00-06:00 UTC except 2026-12-24             | 2026-12-24T12:00:00Z "
          + "| 2026-12-24",
      "as written, if it is a range     | 20:00-06:00 UTC except 2026-12-24..2027-01-02 | 2026-12-30T12:00:00Z "
          + "| 2026-12-24..2027-01-02",
      "last night's, cut at midnight    | 20:00-06:00 UTC except 2026-12-24             | 2026-12-24T03:00:00Z "
          + "| 2026-12-24",
      "the rest of yesterday's          | 20:00-06:00 UTC except 2026-12-24             | 2026-12-25T03:00:00Z "
          + "| 2026-12-24",
      "all of several, the first first  | Mon 20:00-22:00 UTC except 2026-12-28 2026-12-21 | 2026-12-20T00:00:00Z "
          + "| 2026-12-21 2026-12-28",
      "not those without a window       | Mon 20:00-22:00 UTC except 2026-12-21..2026-12-22 2026-12-23 "
          + "| 2026-12-20T00:00:00Z | 2026-12-21..2026-12-22",
      "not those behind the next window | Mon 20:00-22:00 UTC except 2026-12-21 2027-01-04 | 2026-12-20T00:00:00Z "
          + "| 2026-12-21",
      "days off that overlap            | 20:00-06:00 UTC except 2026-12-24..2026-12-26 2026-12-25 "
          + "| 2026-12-24T12:00:00Z | 2026-12-24..2026-12-26 2026-12-25",
      "the next window is not excepted  | Mon-Fri 20:00-06:00 UTC except 2026-12-24     | 2026-12-23T12:00:00Z | -",
      "it would be closed anyway        | Mon-Fri 20:00-06:00 UTC except 2026-12-26     | 2026-12-26T12:00:00Z | -",
      "the windows are open             | 20:00-06:00 UTC except 2026-12-24             | 2026-12-23T21:00:00Z | -",
      "no days off                      | 20:00-06:00 UTC                               | 2026-12-23T12:00:00Z | -",
      "always                           | always                                        | 2026-12-23T12:00:00Z | -"})
  void daysOffThatKeepWindowsClosedAreNamed(String name, String windows, Instant at, String daysOff) {
    assertThat(WeeklyWindows.parse(windows, ZoneOffset.UTC).excepted(at).orElse(null)).isEqualTo(daysOff);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "20:00-06:00 except                              | No date follows 'except'.",
      "except 2026-12-24                               | 'except 2026-12-24' names no windows.",
      "Europe/Berlin except 2026-12-24                 | A window is missing.",
      "Mon-Fry except 2026-12-24                       | 'Fry' is no day.",
      "20:00-06:00 exept 2026-12-24                    | 'exept' is no day.",
      "20:00-06:00 2026-12-24                          | '2026-12-24' is no time such as 20:00-06:00.",
      "20:00-06:00 except 2026-02-29                   | '2026-02-29' is a date that no calendar shows.",
      "20:00-06:00 except 2100-02-29                   | '2100-02-29' is a date that no calendar shows.",
      "20:00-06:00 except 2026-13-01                   | '2026-13-01' is a date that no calendar shows.",
      "20:00-06:00 except 2026-12-24..2026-12-32       | '2026-12-32' is a date that no calendar shows.",
      "20:00-06:00 except 1999-12-31                   | '1999-12-31' lies outside of the years 2000 to 2099.",
      "20:00-06:00 except 2026-12-24..2100-01-01       | '2100-01-01' lies outside of the years 2000 to 2099.",
      "20:00-06:00 except 2027-01-02..2026-12-24       | '2027-01-02..2026-12-24' ends before it begins: swap",
      "20:00-06:00 except 24.12.2026                   | '24.12.2026' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24-2027-01-02        | '2026-12-24-2027-01-02' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24...2027-01-02      | '2026-12-24...2027-01-02' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24..                 | '2026-12-24..' is no date such as 2026-12-24",
      "20:00-06:00 except ..2026-12-24                 | '..2026-12-24' is no date such as 2026-12-24",
      "20:00-06:00 except 26-12-24                     | '26-12-24' is no date such as 2026-12-24",
      "20:00-06:00 except 12-24                        | '12-24' is no date such as 2026-12-24",
      "20:00-06:00 except Sat                          | 'Sat' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24, 2026-12-31       | '2026-12-24,' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24,2026-12-31        | '2026-12-24,2026-12-31' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24 and 2026-12-31    | 'and' is no date such as 2026-12-24",
      "Mon except 2026-12-24, Tue 20:00-22:00          | '2026-12-24,' is no date such as 2026-12-24",
      "20:00-06:00 except 2026-12-24 Europe/Berlin     | 'Europe/Berlin' is no date such as 2026-12-24",
      "Mon except 2026-12-21 except 2026-12-28         | 'except' is no date such as 2026-12-24"})
  void wrongPartIsNamed(String text, String message) {
    assertThatThrownBy(() -> WeeklyWindows.parse(text, ZoneOffset.UTC)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"20:00-06:00 except 2026-12-24, 2026-12-31", "20:00-06:00 except 2026-02-29",
      "20:00-06:00 except 2026-12-24 Europe/Berlin", "20:00-06:00 except"})
  void wrongDaysOffAreRefusedWithTheRightForm(String text) {
    assertThatThrownBy(() -> WeeklyWindows.parse(text, ZoneOffset.UTC)).hasMessageEndingWith("Days off come last and"
        + " hold for all windows, with blanks between them: 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except"
        + " 2026-12-24..2027-01-02 2027-04-05'.");
  }

  /** 2027-01-04 is a Monday. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Mon-Sun UTC except 2027-01-01..2028-01-01 | true",
      "Mon-Sun UTC except 2027-01-01..2028-01-02 | false",
      "Mon UTC except 2027-01-04..2027-12-31     | true",
      "Mon UTC except 2027-01-04..2028-01-03     | false",
      "Mon UTC except 2027-01-04..2027-06-30 2027-06-30..2027-12-26 2027-12-27..2028-01-31 | false",
      "Mon UTC except 2027-01-04..2027-06-30 2027-07-06..2028-01-31                        | true",
      "Mon UTC except 2027-01-04..2027-06-30 2027-07-04..2028-01-31                        | false",
      "Mon UTC except 2026-12-28 2027-02-01..2027-12-31 | true",
      "Mon UTC except 2026-12-28 2027-02-01..2028-02-07 | false",
      "20:00-06:00 UTC except 2026-12-24..2072-01-02 | false",
      "20:00-06:00 UTC except 2000-01-01..2099-12-31 | false"})
  void windowsThatStayClosedForLongerThanAYearAreRefused(String text, boolean accepted) {
    if (accepted) {
      assertThat(WeeklyWindows.parse(text, ZoneOffset.UTC)).hasToString(text);
    } else {
      assertThatThrownBy(() -> WeeklyWindows.parse(text, ZoneOffset.UTC)).hasMessageMatching("'.* except .*' opens no"
          + " window from 20..-..-.. until 2...-..-.., longer than 366 days: shorten its days off.");
    }
  }

  /** Each Monday of a year and a half is off, one by one. */
  @Test
  void windowsWhoseEveryOpeningIsExceptedAreRefused() {
    assertThat(WeeklyWindows.parse("Mon 20:00-22:00 UTC except " + mondays(52), ZoneOffset.UTC)
        .opens(Instant.parse("2027-01-01T00:00:00Z"))).contains(Instant.parse("2028-01-03T20:00:00Z"));
    assertThatThrownBy(() -> WeeklyWindows.parse("Mon 20:00-22:00 except " + mondays(60), ZoneOffset.UTC))
        .hasMessageContaining("opens no window from 2027-01-04 until 2028-02-28, longer than 366 days");
    assertThat(WeeklyWindows.parse("Mon-Tue 20:00-22:00 except " + mondays(60), ZoneOffset.UTC)
        .opens(Instant.parse("2027-01-04T00:00:00Z"))).contains(Instant.parse("2027-01-05T20:00:00Z"));
  }

  @Test
  void tooManyDaysOffAreRefused() {
    assertThat(WeeklyWindows.parse("Tue except " + mondays(64), ZoneOffset.UTC).isAlways()).isFalse();
    assertThatThrownBy(() -> WeeklyWindows.parse("Tue except " + mondays(65), ZoneOffset.UTC))
        .hasMessageStartingWith("65 days off are too many, the most is 64");
    assertThatThrownBy(() -> WeeklyWindows.parse("Tue except " + "x".repeat(1 << 20), ZoneOffset.UTC))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  private static String mondays(int count) {
    return IntStream.range(0, count).mapToObj(week -> LocalDate.of(2027, 1, 4).plusWeeks(week).toString())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "Mon-Fri 20:00-06:00 Europe/Berlin except 2026-12-24..2027-01-02 2027-04-05 | "
          + "Mon-Fri 20:00-06:00 Europe/Berlin except 2026-12-24..2027-01-02 2027-04-05",
      "Sat-Sun except 2026-12-24          | Sat-Sun Asia/Tokyo except 2026-12-24",
      "always except 2026-12-24           | always Asia/Tokyo except 2026-12-24",
      "always UTC                         | always UTC",
      "Sat  EXCEPT 2026-12-24 .. 2026-12-31   2027-01-01 | Sat Asia/Tokyo except 2026-12-24..2026-12-31 2027-01-01"})
  void parsedWindowsPrintTheirText(String text, String shown) {
    WeeklyWindows windows = WeeklyWindows.parse(text, ZoneId.of("Asia/Tokyo"));
    assertThat(windows).hasToString(shown);
    assertThat(WeeklyWindows.parse(shown, ZoneOffset.UTC)).as("what is shown can be typed").hasToString(shown);
  }

  /** As an ozone-site.xml may hold it. */
  @Test
  void daysOffMayStandOnLinesOfTheirOwn() {
    assertThat(WeeklyWindows.parse("\n  Sat-Sun UTC\n  except\n\t2026-12-24\n\t2026-12-31\n", ZoneOffset.UTC))
        .hasToString("Sat-Sun UTC except 2026-12-24 2026-12-31");
  }
}
