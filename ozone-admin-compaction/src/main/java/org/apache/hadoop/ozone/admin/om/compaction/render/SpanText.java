// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;

/** Prints key ranges as names of buckets, as paths, or in the form that options accept. */
final class SpanText {
  private static final String NO_BUCKET = "(no bucket)";
  private static final String TO = " .. ";
  private static final String CUT = "...";
  /** Maximum width of a note in columns. */
  private static final int MOST = Lines.WIDTH - TextTable.NOTE_INDENT.length();

  private SpanText() {
  }

  static String name(BucketJson row) {
    return name(row.getVolume(), row.getBucket());
  }

  /** Names the buckets that have keys at a place, if they are known. */
  static String name(SlowPlaceJson place) {
    Integer buckets = place.getBucketCount();
    if (buckets == null) {
      return Units.NOT_MEASURED;
    }
    return name(buckets, place.getFirstBucket(), place.getLastBucket(),
        buckets == 0 ? NO_BUCKET : place.getFirstBucket());
  }

  static String name(RangeJson range) {
    return name(range.getBucketCount(), range.getFirstBucket(), range.getLastBucket(),
        name(range.getVolume(), range.getBucket()));
  }

  static String name(ServiceRangeJson range) {
    return name(range.getBucketCount(), range.getFirstBucket(), range.getLastBucket(),
        name(range.getVolume(), range.getBucket()));
  }

  static String name(SkippedRangeJson range) {
    return name(range.getBucketCount(), range.getFirstBucket(), range.getLastBucket(),
        name(range.getVolume(), range.getBucket()));
  }

  private static String name(Integer buckets, String first, String last, String onlyOne) {
    if (buckets == null || buckets < 2) {
      return onlyOne;
    }
    String count = "(" + Units.exactCount(buckets) + " buckets)";
    return first == null || last == null ? count : first + " .. " + last + " " + count;
  }

  static String name(String volume, String bucket) {
    return bucket == null ? NO_BUCKET : "/" + volume + "/" + bucket;
  }

  /**
   * Adds a note with the option that names a range. The fitted layout leaves this note out if the option is too long.
   * A range without a first or a last key has no option. Adds a note with the keys in readable form if the option is
   * too long, or if the OM gave names for ids in the keys.
   */
  static void noteKeys(TextTable table, String name, KeyJson begin, KeyJson end) {
    String option = isClosed(begin, end)
        ? "--cf " + name + " --key-range " + ShellText.quote(range(begin, end)) : "";
    boolean fits = length(option) <= MOST;
    if (begin.getName() != null || end.getName() != null || !fits) {
      table.note(nameOf(begin) + TO + nameOf(end), fitted(nameOf(begin), nameOf(end)));
    }
    if (!option.isEmpty()) {
      table.note(option, fits ? option : "");
    }
  }

  /** {@code BEGIN..END}, which options accept. */
  static String range(KeyJson begin, KeyJson end) {
    return begin.getText() + KeyRange.SEPARATOR + end.getText();
  }

  /** The keys in the form that options accept; shortened if they do not fit a line. */
  static String keys(KeyJson begin, KeyJson end) {
    String text = range(begin, end);
    return length(text) <= MOST ? text : fitted(begin.getText(), end.getText());
  }

  private static String fitted(String begin, String end) {
    int most = MOST - TO.length();
    int forEnd = Math.max(most / 2, most - length(begin));
    String shownEnd = shortened(end, forEnd);
    return shortened(begin, most - length(shownEnd)) + TO + shownEnd;
  }

  /** Leaves out the middle of a long key. Both ends are needed to tell it from neighbouring keys. */
  static String shortened(String key, int most) {
    int tail = (most - CUT.length()) / 2;
    return length(key) <= most ? key : key.substring(0, key.offsetByCodePoints(0, most - CUT.length() - tail)) + CUT
        + key.substring(key.offsetByCodePoints(key.length(), -tail));
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** True if a range has a first and a last key. Only such a range can be named by the option for key ranges. */
  static boolean isClosed(KeyJson begin, KeyJson end) {
    return !begin.getText().isEmpty() && !end.getText().isEmpty();
  }

  private static String nameOf(KeyJson key) {
    return key.getName() == null ? key.getText() : key.getName();
  }
}
