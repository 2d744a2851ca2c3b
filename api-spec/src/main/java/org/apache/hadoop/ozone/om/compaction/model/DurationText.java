// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import java.time.Duration;
import java.util.Locale;

/** Formats durations for sentences and tables. */
public final class DurationText {
  private DurationText() {
  }

  /** {@code 45 s}, {@code 12 min 05 s}, {@code 5 h 24 min} or {@code 3 d 07 h}, rounded down. */
  public static String of(Duration duration) {
    long seconds = duration.getSeconds();
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds >= 172_800) {
      return String.format(Locale.ROOT, "%d d %02d h", seconds / 86_400, seconds / 3600 % 24);
    }
    return seconds < 3600 ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }

  /** A setting in the largest unit that tells it exactly: {@code 7 days}, {@code 1 hour}, {@code 90 min}. */
  public static String exactly(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1_000 != 0) {
      return millis + " ms";
    }
    long seconds = millis / 1_000;
    if (seconds % 3_600 != 0 || seconds == 0) {
      return seconds % 60 != 0 || seconds == 0 ? seconds + " s" : seconds / 60 + " min";
    }
    long hours = seconds / 3_600;
    return hours % 24 == 0 ? counted(hours / 24, "day") : counted(hours, "hour");
  }

  private static String counted(long count, String unit) {
    return count + " " + unit + (count == 1 ? "" : "s");
  }
}
