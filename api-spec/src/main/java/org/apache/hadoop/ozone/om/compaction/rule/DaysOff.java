// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Excepted dates, such as {@code 2026-12-24..2027-01-02 2027-04-05}: single dates and ranges, both ends included. They
 * may overlap. Immutable.
 */
final class DaysOff {
  static final DaysOff NONE = new DaysOff(Collections.emptyList());

  static final int MAX_RANGES = 64;
  /** Years of all dates. Narrow, because a date of another century is a typing error. */
  static final int FIRST_YEAR = 2000;
  static final int LAST_YEAR = 2099;

  private static final String FORM = "Days off come last and hold for all windows, with blanks between them:"
      + " 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02 2027-04-05'.";
  private static final Pattern RANGE =
      Pattern.compile("(DATE)(?:\\.\\.(DATE))?".replace("DATE", "\\d{4}-\\d{2}-\\d{2}"));

  /** Dates from {@code first} to {@code last}, both included, and how they were written. */
  private static final class Range {
    private final LocalDate first;
    private final LocalDate last;
    private final String text;

    Range(LocalDate first, LocalDate last, String text) {
      this.first = first;
      this.last = last;
      this.text = text;
    }

    boolean has(LocalDate date) {
      return !date.isBefore(first) && !date.isAfter(last);
    }

    /** Its dates from {@code from} until the day before {@code to}. */
    Stream<LocalDate> dates(LocalDate from, LocalDate to) {
      LocalDate begin = first.isAfter(from) ? first : from;
      LocalDate end = last.isBefore(to) ? last.plusDays(1) : to;
      return Stream.iterate(begin, date -> date.plusDays(1)).limit(Math.max(0, ChronoUnit.DAYS.between(begin, end)));
    }
  }

  private final List<Range> ranges;

  private DaysOff(List<Range> ranges) {
    this.ranges = ranges;
  }

  /**
   * @param text what follows the word {@code except}
   * @throws IllegalArgumentException with a message for the user that names the wrong part
   */
  static DaysOff parse(String text) {
    String given = text.trim().replaceAll("\\s*\\.\\.\\s*", "..");
    if (given.isEmpty()) {
      throw new IllegalArgumentException("No date follows 'except'. " + FORM);
    }
    String[] words = given.split("\\s+");
    if (words.length > MAX_RANGES) {
      throw new IllegalArgumentException(words.length + " days off are too many, the most is " + MAX_RANGES
          + ": write neighbouring dates as a range, and leave out those that are past.");
    }
    List<Range> ranges = new ArrayList<>();
    for (String word : words) {
      ranges.add(range(word));
    }
    return new DaysOff(ranges);
  }

  private static Range range(String word) {
    Matcher matcher = RANGE.matcher(word);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + word.substring(0, Math.min(word.length(), 40))
          + "' is no date such as 2026-12-24, nor dates such as 2026-12-24..2027-01-02. " + FORM);
    }
    LocalDate first = date(matcher.group(1));
    LocalDate last = matcher.group(2) == null ? first : date(matcher.group(2));
    if (last.isBefore(first)) {
      throw new IllegalArgumentException("'" + word + "' ends before it begins: swap the two dates.");
    }
    return new Range(first, last, word);
  }

  private static LocalDate date(String text) {
    LocalDate date;
    try {
      date = LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text + "' is a date that no calendar shows. " + FORM, e);
    }
    if (date.getYear() < FIRST_YEAR || date.getYear() > LAST_YEAR) {
      throw new IllegalArgumentException("'" + text + "' lies outside of the years " + FIRST_YEAR + " to " + LAST_YEAR
          + ". " + FORM);
    }
    return date;
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  boolean has(LocalDate date) {
    return ranges.stream().anyMatch(range -> range.has(date));
  }

  /**
   * The exceptions, as written and separated by blanks, that hold one of the dates from {@code from} to before
   * {@code to} that {@code which} accepts; empty if none does.
   */
  Optional<String> within(LocalDate from, LocalDate to, Predicate<LocalDate> which) {
    return Optional.of(ranges.stream().filter(range -> range.dates(from, to).anyMatch(which))
        .sorted(Comparator.comparing(range -> range.first)).map(range -> range.text).collect(Collectors.joining(" ")))
        .filter(names -> !names.isEmpty());
  }

  /** Returns the next date after {@code date} on which a range begins or has ended; empty if there is none. */
  Optional<LocalDate> nextEdge(LocalDate date) {
    return ranges.stream().flatMap(range -> Stream.of(range.first, range.last.plusDays(1)))
        .filter(edge -> edge.isAfter(date)).min(LocalDate::compareTo);
  }

  /** The text that was parsed, with one blank between ranges. */
  @Override
  public String toString() {
    return ranges.stream().map(range -> range.text).collect(Collectors.joining(" "));
  }
}
