// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import picocli.CommandLine.TypeConversionException;

/** Parses times such as 22:30 and 2030-12-31T22:30, in the user's time zone, or 2030-12-31T22:30:00Z. */
public final class TimeText {
  private static final Pattern TIME_OF_DAY = Pattern.compile("([01]?\\d|2[0-3]):[0-5]\\d");

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private TimeText() {
  }

  /**
   * Parses a time. A time of day stands for its next occurrence after {@code after}.
   *
   * @throws RefusedException BAD_REQUEST with the parameter's name
   */
  static Instant next(String parameter, String text, Instant after, ZoneId zone) throws RefusedException {
    if (!TIME_OF_DAY.matcher(text).matches()) {
      return moment(parameter, text, zone, "22:30");
    }
    try {
      ZonedDateTime start = after.atZone(zone).truncatedTo(ChronoUnit.SECONDS);
      ZonedDateTime today = start.toLocalDate().atTime(timeOfDay(text)).atZone(zone);
      return (today.toInstant().isAfter(after) ? today
          : start.toLocalDate().plusDays(1).atTime(timeOfDay(text)).atZone(zone)).toInstant();
    } catch (DateTimeException e) {
      throw new RefusedException(ErrorCode.BAD_REQUEST, "No calendar has a " + text + " after " + after + ".",
          parameter, null, e);
    }
  }

  /**
   * Parses a past time, or a duration before now such as 36h. A time of day stands for its last occurrence.
   *
   * @throws RefusedException BAD_REQUEST with the parameter's name
   */
  public static Instant last(String parameter, String text, Clock clock) throws RefusedException {
    Instant now = clock.instant();
    if (TIME_OF_DAY.matcher(text).matches()) {
      ZonedDateTime today = now.atZone(clock.getZone()).toLocalDate().atTime(timeOfDay(text)).atZone(clock.getZone());
      return (today.toInstant().isAfter(now) ? today.minusDays(1) : today).toInstant();
    }
    try {
      return now.minus(new WaitTime().convert(text));
    } catch (TypeConversionException e) {
      return moment(parameter, text, clock.getZone(), "36h, 7d, 22:30");
    }
  }

  private static LocalTime timeOfDay(String text) {
    return LocalTime.parse(text.length() == 5 ? text : "0" + text);
  }

  private static Instant moment(String parameter, String text, ZoneId zone, String otherForms)
      throws RefusedException {
    try {
      return hasZone(text)
          ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).atZone(zone).toInstant();
    } catch (DateTimeException e) {
      throw new RefusedException(ErrorCode.BAD_REQUEST, "'" + text + "' "
          + (NUMBER.matcher(text).matches() ? "has no unit" : "is not a time") + "; write it as " + otherForms
          + ", 2030-12-31T22:30 or 2030-12-31T22:30:00Z.", parameter, null, e);
    }
  }

  private static boolean hasZone(String text) {
    return text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T');
  }
}
