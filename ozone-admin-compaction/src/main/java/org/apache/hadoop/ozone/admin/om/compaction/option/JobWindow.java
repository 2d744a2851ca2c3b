// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** The window of a job, parsed from times that a user writes. A time of day stands for its next occurrence. */
public final class JobWindow {
  private final Instant notBefore;
  private final Instant notAfter;

  private JobWindow(Instant notBefore, Instant notAfter) {
    this.notBefore = notBefore;
    this.notAfter = notAfter;
  }

  /**
   * Returns the window between two times, each as ISO-8601 or HH:mm.
   *
   * @param notBefore opening time; null for now
   * @param notAfter closing time; a time of day is the next one after the opening; null for never
   * @throws RefusedException BAD_REQUEST if a text has neither form
   */
  public static JobWindow of(String notBefore, String notAfter, Clock clock) throws RefusedException {
    Instant now = clock.instant();
    Instant opens = resolve("notBefore", notBefore, now, clock.getZone());
    Instant closes = resolve("notAfter", notAfter, opens != null && opens.isAfter(now) ? opens : now, clock.getZone());
    return new JobWindow(opens, closes);
  }

  private static Instant resolve(String parameter, String text, Instant after, ZoneId zone)
      throws RefusedException {
    return text == null ? null : TimeText.next(parameter, text, after, zone);
  }

  /** When the window opens, in ISO-8601 in UTC; null if it is open now. */
  public String notBefore() {
    return notBefore == null ? null : notBefore.toString();
  }

  /** When the window closes, in ISO-8601 in UTC; null if it never closes. */
  public String notAfter() {
    return notAfter == null ? null : notAfter.toString();
  }
}
