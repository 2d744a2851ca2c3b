// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;

/** Formats counts, sizes, times and keys for sentences. */
public final class ValueFormat {
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MAX_KEY = 80;
  private static final int SIZE_STEP = 1_024;
  private static final String[] SIZES = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};

  private ValueFormat() {
  }

  /**
   * Formats an interval as one number:
   * <ul>
   * <li>{@code 34,000} if both bounds are equal;
   * <li>{@code up to 34,000} if the lower bound is 0, or below a quarter of the upper bound;
   * <li>else {@code about 48,000}, the middle.
   * </ul>
   */
  public static String count(CountInterval count) {
    boolean onlyTheEnd = count.least() == 0 || count.most() / 4 > count.least();
    return count.isExact() ? count(count.most()) : onlyTheEnd ? "up to " + count(count.most())
        : "about " + count(count.least() + (count.most() - count.least()) / 2);
  }

  /** Formats only the upper end of an interval: {@code 34,000} if the interval is exact, else {@code about 34,000}. */
  public static String about(CountInterval count) {
    return (count.isExact() ? "" : "about ") + count(count.most());
  }

  /** Formats a key as text, cut after 80 characters. */
  public static String key(byte[] key) {
    return Excerpt.of(KeyText.print(key), MAX_KEY);
  }

  /** Formats a number with a noun: {@code 1 range} or {@code 12 ranges}. */
  public static String count(long count, String noun) {
    return count(count) + ' ' + noun + (count == 1 ? "" : "s");
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  public static String time(long micros) {
    double millis = (double) micros / MICROS_PER_MILLI;
    if (millis >= MILLIS_PER_SECOND) {
      return String.format(Locale.ROOT, "%.1f s", millis / MILLIS_PER_SECOND);
    }
    return String.format(Locale.ROOT, millis < 100 ? "%.1f ms" : "%.0f ms", millis);
  }

  /** Formats a size in three digits, in units of 1024, as the command and the page do: {@code 5.24 MB}. */
  public static String bytes(long bytes) {
    double scaled = bytes;
    int unit = 0;
    // Goes on to the next unit if rounding would show 1024.
    while (unit < SIZES.length - 1 && scaled >= (unit == 0 ? SIZE_STEP : SIZE_STEP - 0.5)) {
      scaled /= SIZE_STEP;
      unit++;
    }
    int decimals = unit == 0 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", scaled, SIZES[unit]);
  }
}
