// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Compares windows with a truth that knows neither their text nor their arithmetic: it asks at each minute of three
 * weeks whether the wall clock's time lies in a window that begins today or began yesterday.
 */
class WindowsByTheMinuteTest {
  private static final int DAYS = 21;
  /** Zones, and dates near which their clocks are moved, a year ends, or February has a day more. */
  private static final List<List<String>> PLACES = List.of(
      List.of("Europe/Berlin", "2026-03-29", "2026-10-25", "2026-12-31", "2028-02-29"),
      List.of("America/New_York", "2026-03-08", "2026-11-01", "2026-12-31"),
      List.of("Asia/Beirut", "2026-03-29", "2026-10-25"),
      List.of("America/Sao_Paulo", "2017-10-15", "2018-02-18"),
      List.of("America/St_Johns", "2010-03-14", "2010-11-07"),
      List.of("Australia/Lord_Howe", "2026-04-05", "2026-10-04"),
      List.of("Pacific/Apia", "2011-12-30"),
      List.of("Asia/Kathmandu", "2027-01-01"),
      List.of("+05:30", "2028-02-29"));

  /** A window of certain days of the week, in minutes since midnight of the day on which it begins. */
  private record Window(Set<DayOfWeek> days, int begin, int end) {
    boolean holds(LocalDateTime wall, Set<LocalDate> daysOff) {
      return !daysOff.contains(wall.toLocalDate())
          && (begunOn(wall.toLocalDate(), wall, daysOff) || begunOn(wall.toLocalDate().minusDays(1), wall, daysOff));
    }

    private boolean begunOn(LocalDate date, LocalDateTime wall, Set<LocalDate> daysOff) {
      long minute = ChronoUnit.MINUTES.between(date.atStartOfDay(), wall);
      return days.contains(date.getDayOfWeek()) && !daysOff.contains(date) && begin <= minute
          && minute < (end > begin ? end : end + 24 * 60);
    }

    /** Each day as a window of its own. */
    String text() {
      String times = clock(begin) + '-' + clock(end);
      return days.stream().sorted().map(day -> day.getDisplayName(TextStyle.SHORT, Locale.ENGLISH) + ' ' + times)
          .collect(Collectors.joining(", "));
    }

    private static String clock(int minute) {
      return String.format("%02d:%02d", minute / 60, minute % 60);
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void windowsAreOpenAndChangeAtTheMinutesAtWhichTheyShould(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> place = PLACES.get(random.nextInt(PLACES.size()));
    ZoneId zone = ZoneId.of(place.get(0));
    LocalDate near = LocalDate.parse(place.get(1 + random.nextInt(place.size() - 1)));
    List<Window> windows = windows(random);
    Set<LocalDate> daysOff = new HashSet<>();
    String except = daysOff(random, near, daysOff);
    String text = windows.stream().map(Window::text).collect(Collectors.joining(", ")) + ' ' + zone + except;
    WeeklyWindows parsed = WeeklyWindows.parse(text, ZoneOffset.UTC);

    Instant begin = near.minusDays(DAYS / 2).atStartOfDay(zone).toInstant();
    Instant end = begin.plus(DAYS, ChronoUnit.DAYS);
    List<Instant> changes = new ArrayList<>();
    boolean before = isOpen(windows, begin, zone, daysOff);
    for (Instant at = begin; at.isBefore(end); at = at.plus(1, ChronoUnit.MINUTES)) {
      boolean open = isOpen(windows, at, zone, daysOff);
      // Nine million minutes: an assertion for each would take most of the test's time.
      if (parsed.isOpen(at) != open) {
        fail("%s at %s is %s", text, at, open ? "open" : "closed");
      }
      if (open != before) {
        changes.add(at);
      }
      before = open;
    }

    List<Instant> found = new ArrayList<>();
    Optional<Instant> next = parsed.nextChange(begin);
    while (next.isPresent() && next.get().isBefore(end)) {
      found.add(next.get());
      next = parsed.nextChange(next.get());
    }
    assertThat(found).as(text).isEqualTo(changes);
    assertNamed(parsed, windows, zone, daysOff, begin.plus(random.nextInt(DAYS * 24 * 60), ChronoUnit.MINUTES));
  }

  /** Days off are named just where the windows would be open, or open sooner, without any. */
  private static void assertNamed(WeeklyWindows parsed, List<Window> windows, ZoneId zone, Set<LocalDate> daysOff,
      Instant at) {
    if (isOpen(windows, at, zone, daysOff)) {
      assertThat(parsed.excepted(at)).isEmpty();
      return;
    }
    Instant sooner = at;
    while (!isOpen(windows, sooner, zone, Set.of())) {
      sooner = sooner.plus(1, ChronoUnit.MINUTES);
    }
    assertThat(parsed.excepted(at).isPresent()).as("%s at %s", parsed, at)
        .isEqualTo(!isOpen(windows, sooner, zone, daysOff));
  }

  private static boolean isOpen(List<Window> windows, Instant at, ZoneId zone, Set<LocalDate> daysOff) {
    LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
    return windows.stream().anyMatch(window -> window.holds(wall, daysOff));
  }

  /** One or two windows, over midnight or not, of days that they do not share. */
  private static List<Window> windows(Random random) {
    Set<DayOfWeek> first = new HashSet<>();
    Set<DayOfWeek> second = new HashSet<>();
    for (DayOfWeek day : DayOfWeek.values()) {
      (random.nextInt(3) == 0 ? second : first).add(day);
    }
    List<Window> windows = new ArrayList<>();
    for (Set<DayOfWeek> days : List.of(first, second)) {
      if (!days.isEmpty()) {
        int begin = random.nextInt(24 * 4) * 15;
        int end = (random.nextInt(24 * 4) + 1) * 15;
        windows.add(new Window(days, begin, end == begin ? end + 1 : end));
      }
    }
    return windows;
  }

  /** Up to four dates and ranges; half of them begin near the date, so that they meet it often. */
  private static String daysOff(Random random, LocalDate near, Set<LocalDate> dates) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      LocalDate first = near.plusDays(random.nextBoolean() ? random.nextInt(5) - 2 : random.nextInt(30) - 15);
      LocalDate last = first.plusDays(random.nextBoolean() ? 0 : random.nextInt(9));
      text.append(text.length() == 0 ? " except " : " ").append(first);
      text.append(last.equals(first) ? "" : ".." + last);
      first.datesUntil(last.plusDays(1)).forEach(dates::add);
    }
    return text.toString();
  }
}
