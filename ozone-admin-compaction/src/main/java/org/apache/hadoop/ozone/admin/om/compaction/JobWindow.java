// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

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
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;

/** When a job may run, from what the user wrote: a moment, or a time of day, which means the next such. */
final class JobWindow {
  private static final Pattern TIME_OF_DAY = Pattern.compile("([01]?\\d|2[0-3]):[0-5]\\d");

  private final Instant notBefore;
  private final Instant notAfter;
  private final ZoneId zone;

  private JobWindow(Instant notBefore, Instant notAfter, ZoneId zone) {
    this.notBefore = notBefore;
    this.notAfter = notAfter;
    this.zone = zone;
  }

  /**
   * @param notBefore ISO-8601, or HH:mm for the next such in the clock's zone; null for now
   * @param notAfter ISO-8601, or HH:mm for the next such after the window opens; null for never
   * @throws CompactionException BAD_REQUEST if a text is neither
   */
  static JobWindow of(String notBefore, String notAfter, Clock clock) throws CompactionException {
    Instant now = clock.instant();
    Instant opens = resolve("notBefore", notBefore, now, clock.getZone());
    Instant closes = resolve("notAfter", notAfter, opens != null && opens.isAfter(now) ? opens : now, clock.getZone());
    return new JobWindow(opens, closes, clock.getZone());
  }

  /**
   * The one of some weekly windows that is open, or opens next.
   *
   * @param windows as {@link WeeklyWindows} takes them; without a zone in the clock's
   * @throws CompactionException BAD_REQUEST if they cannot be read
   */
  static JobWindow nextOf(String windows, Clock clock) throws CompactionException {
    try {
      WeeklyWindows weekly = WeeklyWindows.parse(windows, clock.getZone());
      Instant now = clock.instant();
      if (weekly.isAlways()) {
        return new JobWindow(null, null, clock.getZone());
      }
      Instant opens = weekly.isOpen(now) ? null : weekly.nextChange(now).orElse(null);
      return new JobWindow(opens, weekly.nextChange(opens == null ? now : opens).orElse(null), clock.getZone());
    } catch (IllegalArgumentException e) {
      throw new CompactionException(ErrorCode.BAD_REQUEST, e.getMessage(), "window", null, e);
    }
  }

  private static Instant resolve(String parameter, String text, Instant after, ZoneId zone)
      throws CompactionException {
    if (text == null) {
      return null;
    }
    try {
      if (TIME_OF_DAY.matcher(text).matches()) {
        return next(LocalTime.parse(text.length() == 5 ? text : "0" + text), after, zone);
      }
      return hasZone(text) ? OffsetDateTime.parse(text).toInstant()
          : LocalDateTime.parse(text).atZone(zone).toInstant();
    } catch (DateTimeException e) {
      throw new CompactionException(ErrorCode.BAD_REQUEST, "'" + text
          + "' is not a time; write it as 22:30, 2030-12-31T22:30 or 2030-12-31T22:30:00Z.", parameter, null, e);
    }
  }

  private static boolean hasZone(String text) {
    return text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T');
  }

  private static Instant next(LocalTime time, Instant after, ZoneId zone) {
    ZonedDateTime start = after.atZone(zone).truncatedTo(ChronoUnit.SECONDS);
    ZonedDateTime today = start.toLocalDate().atTime(time).atZone(zone);
    return (today.toInstant().isAfter(after) ? today : start.toLocalDate().plusDays(1).atTime(time).atZone(zone))
        .toInstant();
  }

  /** As the contract writes it, or null. */
  String notBefore() {
    return notBefore == null ? null : notBefore.toString();
  }

  /** As the contract writes it, or null. */
  String notAfter() {
    return notAfter == null ? null : notAfter.toString();
  }

  boolean isOpenEnded() {
    return notBefore == null && notAfter == null;
  }

  @Override
  public String toString() {
    return (notBefore == null ? "now" : Units.timeAndZone(notBefore, zone)) + " to "
        + (notAfter == null ? "whenever it is done" : Units.timeAndZone(notAfter, zone));
  }
}
