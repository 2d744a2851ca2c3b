// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import java.util.Locale;

/**
 * Shows an interval as one number, the same in messages, tables, sorting and answers, from which the page has it. Also
 * prints numbers with three digits, and percentages.
 */
public final class Figure {
  /** A lower bound below this part of the upper bound says nothing. */
  private static final int WIDE = 4;
  /** A ratio whose bounds are farther apart may be nearly anything. */
  private static final double WIDE_RATIO = 0.9;

  private Figure() {
  }

  /** The interval of an answer, with the number that is shown. */
  public static CountIntervalJson interval(long low, long high) {
    return new CountIntervalJson().low(low).high(high).shown(of(low, high)).mark(low == high ? FigureMarkJson.EXACT
        : isBound(low, high) ? FigureMarkJson.AT_MOST : FigureMarkJson.ABOUT);
  }

  /** The interval of an answer, with the number that is shown. */
  public static RatioIntervalJson ratio(double low, double high) {
    return new RatioIntervalJson().low(low).high(high).shown(ofRatio(low, high)).mark(
        high - low > WIDE_RATIO ? FigureMarkJson.UNKNOWN
            : low == high ? FigureMarkJson.EXACT : low == 0 ? FigureMarkJson.AT_MOST : FigureMarkJson.ABOUT);
  }

  /** The number that stands for a count between two bounds: the upper bound if {@link #isBound}, else the middle. */
  public static long of(long low, long high) {
    return isBound(low, high) ? high : low + (high - low) / 2;
  }

  /** True if a count is known by its upper bound alone, as the lower bound says next to nothing. */
  public static boolean isBound(long low, long high) {
    return low < high && (low == 0 || high / WIDE > low);
  }

  /** The number that stands for a ratio between two bounds: the upper one if the lower one is 0, else the middle. */
  public static double ofRatio(double low, double high) {
    return low == 0 ? high : (low + high) / 2;
  }

  /** Prints a ratio in percent, without the sign. The text is 0 only for exactly none, and 100 only for exactly all. */
  public static String percent(double ratio) {
    double percent = ratio * 100;
    if (percent > 0 && percent < 1) {
      return "<1";
    }
    return percent > 99 && percent < 100 ? ">99" : String.valueOf(Math.round(percent));
  }

  /** Prints three digits and a unit, such as {@code 5.24 MB}; each of {@code units} is {@code step} times the last. */
  public static String scaled(double value, int step, String... units) {
    double scaled = value;
    int unit = 0;
    // A value that rounds to 1000 takes the next unit: 1.00M instead of 1000k.
    while (unit < units.length - 1 && Math.abs(scaled) >= (unit == 0 ? step : step - 0.5)) {
      scaled /= step;
      unit++;
    }
    int decimals = unit == 0 || Math.abs(scaled) >= 99.95 ? 0 : Math.abs(scaled) >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f%s", scaled, units[unit]);
  }
}
