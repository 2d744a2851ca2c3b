// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Decides whether a job's window has closed. */
public final class WindowRules {
  /**
   * The OM's setting for the windows of its automatic service. The {@code trigger} command reads this setting if its
   * option {@code --window} is {@code service}.
   */
  public static final String SERVICE_WINDOWS = "ozone.om.range.compaction.service.windows";

  private static final int DAYS_OF_WEEK = 7;

  private WindowRules() {
  }

  /**
   * True if the window has closed at the time {@code millis}. Times are in milliseconds since 1970.
   *
   * @param notAfter end of the window; 0 for none
   */
  public static boolean hasClosed(long notAfter, long millis) {
    return notAfter != 0 && notAfter <= millis;
  }

  /**
   * Returns by how much a window has to be moved so that it has not closed at the time {@code millis}. It moves by
   * whole days, or by whole weeks if it is longer than a day, so that it is open at times of the day or the week at
   * which it was open before. Times are in milliseconds since 1970.
   *
   * @param begin    begin of the window, before its end
   * @param notAfter end of the window; 0 for none
   * @return 0 if the window has not closed
   */
  public static long shift(long begin, long notAfter, long millis) {
    if (!hasClosed(notAfter, millis)) {
      return 0;
    }
    long period = TimeUnit.DAYS.toMillis(notAfter - begin <= TimeUnit.DAYS.toMillis(1) ? 1 : DAYS_OF_WEEK);
    return ((millis - notAfter) / period + 1) * period;
  }

  /**
   * Refuses a window that has closed at the time {@code now}. Times are in milliseconds since 1970. Must not be used to
   * apply a logged command, because the OMs' clocks differ.
   *
   * @param notAfter end of the window; 0 for none
   * @throws RefusedException BAD_REQUEST
   */
  public static void checkNotPast(long notAfter, long now) throws RefusedException {
    if (hasClosed(notAfter, now)) {
      throw RefusedException.ofParameter("notAfter", "The window closed at " + Instant.ofEpochMilli(notAfter)
          + ", which is past.");
    }
  }
}
