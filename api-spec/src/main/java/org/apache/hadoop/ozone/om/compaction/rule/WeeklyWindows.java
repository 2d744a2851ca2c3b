// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Maintenance windows such as {@code Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02}. Days
 * without times are open all day; times without days apply to every day. Times follow the time zone's wall clock. On an
 * excepted date no window opens and none is open: one that began the evening before closes at midnight.
 */
public final class WeeklyWindows {
  public static final WeeklyWindows ALWAYS =
      new WeeklyWindows(Collections.emptyList(), DaysOff.NONE, "always", ZoneOffset.UTC);

  private static final String EVERY_DAY = "always";
  private static final String FORM = "Write it as 'always' or as 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin',"
      + " and days off behind that as 'except 2026-12-24..2027-01-02'.";
  private static final int MINUTES_OF_DAY = 24 * 60;
  private static final int MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
  /** Maximum length of the windows and their zone. */
  private static final int MAX_TEXT = 500;
  /** Maximum number of days for which days off may keep the windows closed on end. */
  private static final int MAX_CLOSED_DAYS = 366;
  private static final List<String> DAYS =
      Collections.unmodifiableList(Arrays.asList("mon", "tue", "wed", "thu", "fri", "sat", "sun"));
  /**
   * Number of days in which the next opening or closing is searched. Two weeks, because daylight saving can skip a
   * weekly hour once, and two more days for time zones that skip a day.
   */
  private static final int DAYS_AHEAD = 16;
  private static final Pattern EXCEPT = Pattern.compile("(?:^|\\s)except(?:\\s|$)", Pattern.CASE_INSENSITIVE);
  private static final Pattern WINDOW = Pattern.compile(
      "(?:(DAY)(?:-(DAY))?)?\\s*(?:(\\d{1,2}):(\\d{2})\\s*-\\s*(\\d{1,2}):(\\d{2}))?"
          .replace("DAY", String.join("|", DAYS)));

  /**
   * One window, in minutes since Monday 00:00. The end is exclusive. A window that crosses Sunday's midnight has an end
   * larger than the minutes of a week.
   */
  private static final class Window {
    private final int begin;
    private final int end;

    Window(int begin, int end) {
      this.begin = begin;
      this.end = end;
    }

    int day() {
      return begin / MINUTES_OF_DAY;
    }

    boolean touches(DayOfWeek day) {
      int midnight = (day.getValue() - 1) * MINUTES_OF_DAY;
      return begin < midnight + MINUTES_OF_DAY && midnight < end || midnight + MINUTES_OF_WEEK < end;
    }

    boolean holds(int minute) {
      return begin <= minute && minute < end || begin <= minute + MINUTES_OF_WEEK && minute + MINUTES_OF_WEEK < end;
    }
  }

  private final List<Window> windows;
  private final DaysOff daysOff;
  private final String text;
  private final ZoneId zone;

  private WeeklyWindows(List<Window> windows, DaysOff daysOff, String text, ZoneId zone) {
    this.windows = windows;
    this.daysOff = daysOff;
    this.text = text;
    this.zone = zone;
  }

  /**
   * @param text windows in the form that the comment of this class shows
   * @param defaultZone the time zone if the text names none; null to refuse such a text
   * @throws IllegalArgumentException with a message for the user, if the text is malformed, windows that begin on the
   *     same day overlap, or the days off keep all windows closed for longer than a year
   */
  public static WeeklyWindows parse(String text, ZoneId defaultZone) {
    String given = text.trim().replaceAll("\\s+", " ");
    if (given.equalsIgnoreCase(EVERY_DAY)) {
      return ALWAYS;
    }
    Matcher except = EXCEPT.matcher(given);
    boolean hasDaysOff = except.find();
    String week = hasDaysOff ? given.substring(0, except.start()) : given;
    if (week.isEmpty()) {
      throw new IllegalArgumentException("'" + given.substring(0, Math.min(given.length(), 40))
          + "' names no windows. " + FORM);
    }
    if (week.length() > MAX_TEXT) {
      throw new IllegalArgumentException("The windows are " + week.length() + " characters long, at most " + MAX_TEXT
          + " are read. " + FORM);
    }
    WeeklyWindows weekly = weekly(week, defaultZone);
    if (!hasDaysOff) {
      return weekly;
    }
    DaysOff daysOff = DaysOff.parse(given.substring(except.end()));
    WeeklyWindows windows =
        new WeeklyWindows(weekly.windows, daysOff, weekly.text + " except " + daysOff, weekly.zone);
    windows.requireOpenAgain();
    return windows;
  }

  private static WeeklyWindows weekly(String given, ZoneId defaultZone) {
    int blank = given.lastIndexOf(' ');
    boolean hasZone = !isWindow(given.substring(given.lastIndexOf(',') + 1).trim())
        && !isPartOfWindow(given.substring(given.lastIndexOf(',') + 1).trim());
    ZoneId zone = hasZone ? zone(given.substring(blank + 1)) : defaultZone;
    String days = hasZone ? given.substring(0, Math.max(0, blank)).trim() : given;
    if (zone == null) {
      throw new IllegalArgumentException("'" + days + "' names no time zone: write one behind it, such as UTC or"
          + " Europe/Berlin.");
    }
    List<Window> windows = new ArrayList<>();
    for (String each : days.split(",", -1)) {
      add(windows, each.trim());
    }
    requireApart(windows, days);
    return new WeeklyWindows(windows, DaysOff.NONE, days + ' ' + zone, zone);
  }

  private static boolean isWindow(String text) {
    return WINDOW.matcher(text.toLowerCase(Locale.ROOT)).matches();
  }

  /** True if the last word is meant as days or as times, not as a zone, even if it is misspelt. */
  private static boolean isPartOfWindow(String text) {
    String word = text.substring(text.lastIndexOf(' ') + 1).toLowerCase(Locale.ROOT);
    return word.isEmpty() || word.equals(EVERY_DAY) || Character.isDigit(word.charAt(0))
        || Arrays.stream(word.split("-")).anyMatch(DAYS::contains);
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + name + "' is neither a day, a time such as 20:00-06:00 nor a zone. "
          + FORM, e);
    }
  }

  /** What is wrong in a text that is no window. */
  private static String fault(String window) {
    for (String word : window.replaceAll("(\\d)\\s*-\\s*(\\d)", "$1-$2").split("\\s+")) {
      if (word.isEmpty()) {
        return "A window is missing.";
      }
      if (Character.isDigit(word.charAt(0))) {
        if (!isWindow(word)) {
          return "'" + word + "' is no time such as 20:00-06:00.";
        }
      } else {
        for (String day : word.split("-", -1)) {
          if (!DAYS.contains(day.toLowerCase(Locale.ROOT))) {
            return "'" + (day.isEmpty() ? word : day) + "' is no day" + (day.isEmpty() ? "s such as Mon-Fri." : ".");
          }
        }
        if (!isWindow(word)) {
          return "'" + word + "' is no days such as Mon-Fri.";
        }
      }
    }
    return "'" + window + "' is no window: days come first, then times, and a comma before the next window.";
  }

  private static void add(List<Window> windows, String each) {
    Matcher matcher = WINDOW.matcher(each.equalsIgnoreCase(EVERY_DAY) ? "mon-sun" : each.toLowerCase(Locale.ROOT));
    if (each.isEmpty() || !matcher.matches()) {
      throw new IllegalArgumentException(fault(each) + ' ' + FORM);
    }
    int first = matcher.group(1) == null ? 0 : day(matcher.group(1));
    int last = matcher.group(1) == null ? 6 : matcher.group(2) == null ? first : day(matcher.group(2));
    int begin = matcher.group(3) == null ? 0 : minute(matcher, 3);
    int end = matcher.group(3) == null ? MINUTES_OF_DAY : minute(matcher, 5);
    if (begin == MINUTES_OF_DAY) {
      throw new IllegalArgumentException("'" + each + "' begins when its day ends: write 00:00 of the next day. "
          + FORM);
    }
    if (begin == end) {
      throw new IllegalArgumentException("'" + each + "' is empty: it ends as it begins. " + FORM);
    }
    int length = end > begin ? end - begin : end - begin + MINUTES_OF_DAY;
    for (int day = first;; day = (day + 1) % 7) {
      windows.add(new Window(day * MINUTES_OF_DAY + begin, day * MINUTES_OF_DAY + begin + length));
      if (day == last) {
        return;
      }
    }
  }

  private static int day(String name) {
    return DAYS.indexOf(name);
  }

  private static int minute(Matcher matcher, int group) {
    int hour = Integer.parseInt(matcher.group(group));
    int minute = Integer.parseInt(matcher.group(group + 1));
    if (minute > 59 || hour * 60 + minute > MINUTES_OF_DAY) {
      throw new IllegalArgumentException("'" + matcher.group(group) + ':' + matcher.group(group + 1)
          + "' is a time that no clock shows. " + FORM);
    }
    return hour * 60 + minute;
  }

  private static void requireApart(List<Window> windows, String text) {
    for (int i = 0; i < windows.size(); i++) {
      for (int j = i + 1; j < windows.size(); j++) {
        Window a = windows.get(i);
        Window b = windows.get(j);
        if (a.day() == b.day() && a.begin < b.end && b.begin < a.end) {
          throw new IllegalArgumentException("The windows of '" + text + "' overlap. " + FORM);
        }
      }
    }
  }

  public boolean isAlways() {
    return windows.isEmpty();
  }

  public boolean isOpen(Instant at) {
    if (isAlways()) {
      return true;
    }
    LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
    if (daysOff.has(wall.toLocalDate())) {
      return false;
    }
    boolean onlyToday = daysOff.has(wall.toLocalDate().minusDays(1));
    int today = wall.getDayOfWeek().getValue() - 1;
    int minute = today * MINUTES_OF_DAY + wall.getHour() * 60 + wall.getMinute();
    return windows.stream().anyMatch(window -> window.holds(minute) && !(onlyToday && window.day() != today));
  }

  /** The next time after a moment at which the windows open or close; empty if they never do. */
  public Optional<Instant> nextChange(Instant after) {
    boolean open = isOpen(after);
    Optional<LocalDate> from = Optional.of(dateAt(after));
    while (from.isPresent()) {
      Optional<Instant> change =
          mayChange(after, from.get()).stream().filter(at -> isOpen(at) != open).findFirst();
      if (change.isPresent()) {
        return change;
      }
      // Windows that do not open or close in these days stay so until a day off begins or ends.
      from = daysOff.nextEdge(from.get());
    }
    return Optional.empty();
  }

  /** Returns when the windows open next; empty if they are open at {@code at}. */
  public Optional<Instant> opens(Instant at) {
    return isOpen(at) ? Optional.empty() : nextChange(at);
  }

  /** Returns when the windows that are open at {@code at}, or open next after it, close; empty if they never do. */
  public Optional<Instant> closes(Instant at) {
    return nextChange(opens(at).orElse(at));
  }

  /**
   * Returns all days off, as they were written and separated by blanks, without which the windows would be open at
   * {@code at} or open sooner than they do. Empty if the windows are open, or would not open sooner.
   */
  public Optional<String> excepted(Instant at) {
    if (daysOff.isEmpty() || isOpen(at)) {
      return Optional.empty();
    }
    WeeklyWindows weekly = new WeeklyWindows(windows, DaysOff.NONE, text, zone);
    Instant sooner = weekly.isOpen(at) ? at : weekly.nextChange(at).orElse(at);
    if (isOpen(sooner)) {
      return Optional.empty();
    }
    LocalDate opens = opens(at).map(this::dateAt).orElse(LocalDate.MAX);
    LocalDate from = dateAt(sooner);
    // A window of the evening before an excepted date would be open on that date; one of an excepted evening, after it.
    return daysOff.within(daysOff.has(from) ? from : from.minusDays(1), opens,
        date -> windows.stream().anyMatch(window -> window.touches(date.getDayOfWeek())));
  }

  private LocalDate dateAt(Instant at) {
    return LocalDateTime.ofInstant(at, zone).toLocalDate();
  }

  /**
   * Refuses days off that leave no window open for longer than a year. Weekly windows always open again after the last
   * date; so one that is years away stands for a typing error or for an endless pause, and neither is meant as windows.
   */
  private void requireOpenAgain() {
    Optional<LocalDate> first = daysOff.nextEdge(LocalDate.MIN);
    while (first.isPresent()) {
      LocalDate closed = first.get();
      Instant begin = closed.atStartOfDay(zone).toInstant();
      LocalDate opens = opens(begin).map(this::dateAt).orElse(closed);
      if (opens.isAfter(closed.plusDays(MAX_CLOSED_DAYS))) {
        throw new IllegalArgumentException("'" + text + "' opens no window from " + closed + " until "
            + opens + ", longer than " + MAX_CLOSED_DAYS + " days: shorten its days off.");
      }
      // Clocks that go back over midnight may open them on the date before.
      first = daysOff.nextEdge(opens.isAfter(closed) ? opens : closed);
    }
  }

  /** Times after a moment, in the days from {@code from} on, when windows can open or close or the wall clock moves. */
  private TreeSet<Instant> mayChange(Instant after, LocalDate from) {
    TreeSet<Instant> instants = new TreeSet<>();
    for (int day = -1; day < DAYS_AHEAD; day++) {
      LocalDate date = from.plusDays(day);
      if (!daysOff.isEmpty()) {
        addTimes(instants, date.atStartOfDay());
      }
      if (!daysOff.has(date)) {
        minutes(date.getDayOfWeek()).forEach(minute -> addTimes(instants, date.atStartOfDay().plusMinutes(minute)));
      }
    }
    ZoneOffsetTransition moved = zone.getRules().nextTransition(from.minusDays(1).atStartOfDay(zone).toInstant());
    while (moved != null && !instants.isEmpty() && moved.getInstant().isBefore(instants.last())) {
      instants.add(moved.getInstant());
      moved = zone.getRules().nextTransition(moved.getInstant());
    }
    instants.headSet(after, true).clear();
    return instants;
  }

  /** The minutes since midnight at which windows begin or end on a day of the week. */
  private IntStream minutes(DayOfWeek day) {
    return windows.stream().flatMapToInt(window -> IntStream.of(window.begin, window.end))
        .filter(minute -> minute / MINUTES_OF_DAY % 7 == day.getValue() - 1).map(minute -> minute % MINUTES_OF_DAY);
  }

  /** Adds the times at which the wall clock shows {@code wall}: none, one or two. */
  private void addTimes(TreeSet<Instant> instants, LocalDateTime wall) {
    zone.getRules().getValidOffsets(wall).forEach(offset -> instants.add(wall.toInstant(offset)));
  }

  /** The text that was parsed, with the zone. */
  @Override
  public String toString() {
    return text;
  }
}
