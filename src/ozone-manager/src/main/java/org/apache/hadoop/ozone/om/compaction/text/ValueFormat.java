// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;

/** Formats counts, sizes, times and keys for sentences. */
public final class ValueFormat {
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MAX_KEY = 80;
  private static final String[] SIZES = {" B", " KB", " MB", " GB", " TB", " PB", " EB"};

  private ValueFormat() {
  }

  /** Formats the {@link Figure} of an interval: {@code 34,000}, {@code up to 34,000} or {@code about 48,000}. */
  public static String count(CountInterval count) {
    return (count.isExact() ? "" : Figure.isBound(count.least(), count.most()) ? "up to " : "about ")
        + count(Figure.of(count.least(), count.most()));
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
    return Figure.scaled(bytes, 1024, SIZES);
  }
}
