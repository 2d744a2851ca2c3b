// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Decides whether a job's window has closed. */
public final class WindowRules {
  /** The OM's setting for the windows of its service; {@code trigger --window service} reads it, too. */
  public static final String SERVICE_WINDOWS = "ozone.om.range.compaction.service.windows";

  private static final int DAYS_OF_WEEK = 7;

  private WindowRules() {
  }

  /** Times are in milliseconds since 1970; {@code notAfter} is the end of the window, 0 for none. */
  public static boolean hasClosed(long notAfter, long millis) {
    return notAfter != 0 && notAfter <= millis;
  }

  /**
   * How far to move a window that was given as two times and has closed: by whole days, or by whole weeks if it is
   * longer than a day; 0 if it has not closed. A day has 24 hours, so over a change of daylight saving the wall clock
   * shows an hour more or less. The window begins at {@code begin}, before {@code notAfter}, which is 0 for no end. All
   * are milliseconds.
   */
  public static long shift(long begin, long notAfter, long millis) {
    if (!hasClosed(notAfter, millis)) {
      return 0;
    }
    long period = TimeUnit.DAYS.toMillis(notAfter - begin <= TimeUnit.DAYS.toMillis(1) ? 1 : DAYS_OF_WEEK);
    return ((millis - notAfter) / period + 1) * period;
  }

  /**
   * Refuses with BAD_REQUEST a window that has closed at {@code now}; times are as in {@link #hasClosed}. Must not be
   * used to apply a logged command, because the OMs' clocks differ.
   */
  public static void checkNotPast(long notAfter, long now) throws RefusedException {
    if (hasClosed(notAfter, now)) {
      throw RefusedException.ofParameter("notAfter", "The window closed at " + Instant.ofEpochMilli(notAfter)
          + ", which is past.");
    }
  }
}
