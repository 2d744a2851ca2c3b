// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.FigureMarkJson;
import org.apache.hadoop.ozone.om.compaction.model.RatioIntervalJson;

/** Formats numbers for people: three significant digits and a unit. */
public final class Units {
  /** The text of an absent value. */
  static final String NONE = "-";
  /** The text of a value that was not measured or counted. */
  static final String NOT_MEASURED = "?";

  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P"};
  private static final String[] BYTES = {" B", " KB", " MB", " GB", " TB", " PB"};
  /** A time that an OM writes in a sentence. */
  private static final Pattern UTC = Pattern.compile(
      "(?<=\\s)\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z(?=[.,;:)]*(?:\\s|$))");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xxx", Locale.ROOT);

  private Units() {
  }

  /** A count with a unit of 1000: 12.3k for 12345. */
  static String count(long count) {
    return Figure.scaled(count, 1000, COUNTS);
  }

  /** Bytes with a unit of 1024, in the form that options accept, such as 1.50 GB. */
  public static String bytes(long bytes) {
    return Figure.scaled(bytes, 1024, BYTES);
  }

  static String count(CountIntervalJson interval) {
    String low = count(interval.getLow());
    String high = count(interval.getHigh());
    return low.equals(high) ? low : low + "-" + high;
  }

  /**
   * Prints both bounds in a wide layout. Otherwise prints one number: the count, if both bounds print the same, else
   * the one that the OM shows, as a bound ({@code <=34.0k}) or as an estimate ({@code ~12.3k}).
   */
  static String count(CountIntervalJson interval, TextTable.Layout layout) {
    return layout == TextTable.Layout.WIDE ? count(interval)
        : one(count(interval.getLow()), count(interval.getHigh()), interval.getMark(), count(interval.getShown()));
  }

  private static String one(String low, String high, FigureMarkJson mark, String shown) {
    return low.equals(high) ? low : (mark == FigureMarkJson.AT_MOST ? "<=" : "~") + shown;
  }

  /** An interval of bytes; the unit is printed once if both bounds have the same. */
  static String bytes(ByteIntervalJson interval) {
    String low = bytes(interval.getLow());
    String high = bytes(interval.getHigh());
    if (low.equals(high)) {
      return low;
    }
    String unit = high.substring(high.indexOf(' '));
    return (low.endsWith(unit) ? low.substring(0, low.indexOf(' ')) : low) + "-" + high;
  }

  /** Prints both bounds in a wide layout. Otherwise the expected bytes, marked with {@code ~} if not exact. */
  static String bytes(long expected, ByteIntervalJson interval, TextTable.Layout layout) {
    return layout == TextTable.Layout.WIDE ? bytes(interval)
        : (bytes(interval.getLow()).equals(bytes(interval.getHigh())) ? "" : "~") + bytes(expected);
  }

  /** A count with all its digits: 12,345. */
  static String exactCount(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A ratio in percent: 41 %, or 30-52 % for an interval. */
  static String ratio(RatioIntervalJson interval) {
    String low = Figure.percent(interval.getLow());
    String high = Figure.percent(interval.getHigh());
    return (low.equals(high) ? low : low + "-" + high) + " %";
  }

  /** Prints both bounds in a wide layout. Otherwise prints the one that the OM shows; {@code ?} if it shows none. */
  static String ratio(RatioIntervalJson interval, TextTable.Layout layout) {
    if (layout == TextTable.Layout.WIDE) {
      return ratio(interval);
    }
    return interval.getMark() == FigureMarkJson.UNKNOWN ? NOT_MEASURED
        : one(Figure.percent(interval.getLow()), Figure.percent(interval.getHigh()), interval.getMark(),
            Figure.percent(interval.getShown())) + " %";
  }

  static String ratio(double ratio) {
    return Figure.percent(ratio) + " %";
  }

  static String micros(long micros) {
    if (micros < 1000) {
      return micros + " us";
    }
    return micros < 1_000_000 ? String.format(Locale.ROOT, micros < 100_000 ? "%.1f ms" : "%.0f ms", micros / 1000.0)
        : String.format(Locale.ROOT, "%.2f s", micros / 1_000_000.0);
  }

  /** The estimated time that a list waits, as {@code ~38.8 ms}; {@code -} if the model has none. */
  static String wait(Long micros) {
    return micros == null ? NONE : "~" + micros(micros);
  }

  /**
   * The estimated time that a list waits at the slowest known place among some keys. Without a slow place: {@code -},
   * or {@code ?} if no look has searched all of the keys yet.
   *
   * @param lookedAt as in the model, where null means true
   */
  static String wait(Long micros, Boolean lookedAt) {
    return micros == null && Boolean.FALSE.equals(lookedAt) ? NOT_MEASURED : wait(micros);
  }

  /** @param time in the model's form, can be null */
  static String time(String time, ZoneId zone) {
    return time == null ? NONE : time(OffsetDateTime.parse(time).toInstant(), zone);
  }

  /** The time with its offset from UTC. */
  public static String time(Instant time, ZoneId zone) {
    return time.atZone(zone).format(TIME);
  }

  /**
   * Returns an OM's sentence with its times, which are in UTC, as {@link #time} writes them. Leaves names and keys as
   * they are, in which such a time never stands alone.
   */
  public static String onClock(String sentence, ZoneId zone) {
    Matcher utc = UTC.matcher(sentence);
    StringBuffer text = new StringBuffer();
    while (utc.find()) {
      utc.appendReplacement(text, timeOrText(utc.group(), zone));
    }
    return utc.appendTail(text).toString();
  }

  private static String timeOrText(String utc, ZoneId zone) {
    try {
      return time(Instant.parse(utc), zone);
    } catch (DateTimeParseException e) {
      // Something like February 31.
      return utc;
    }
  }

  /** Returns the duration between two times, which are in the model's form. */
  static String timeBetween(String begun, String ended) {
    return DurationText.of(Duration.between(OffsetDateTime.parse(begun), OffsetDateTime.parse(ended)));
  }
}
