// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.client.KeyRangeText;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRange;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;

/** Names of key ranges: by bucket, by path, and as options accept them. */
final class SpanText {
  private static final String NO_BUCKET = "(no bucket)";

  private SpanText() {
  }

  static String name(Bucket row) {
    return row.getKind() == SpanKind.HEAD ? "(head of " + row.getTable() + ")" : name(row.getVolume(), row.getBucket());
  }

  static String name(Range range) {
    return name(range.getBucketCount(), range.getFirstBucket(), range.getLastBucket(),
        name(range.getVolume(), range.getBucket()));
  }

  static String name(ServiceRange range) {
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

  /** Adds the keys below the last row: by name where they have names, and as preview and trigger accept them. */
  static void noteKeys(TextTable table, String name, Key begin, Key end) {
    if (begin.getName() != null || end.getName() != null) {
      table.note(nameOf(begin) + " .. " + nameOf(end));
    }
    if (isClosed(begin, end)) {
      table.note("--cf " + name + " --key-range " + ShellText.quote(KeyRangeText.print(begin, end)));
    }
  }

  /** Whether a key range option can name the keys: it has no form for an open end. */
  static boolean isClosed(Key begin, Key end) {
    return !begin.getText().isEmpty() && !end.getText().isEmpty();
  }

  private static String nameOf(Key key) {
    return key.getName() == null ? key.getText() : key.getName();
  }
}
