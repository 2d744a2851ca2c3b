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
}
