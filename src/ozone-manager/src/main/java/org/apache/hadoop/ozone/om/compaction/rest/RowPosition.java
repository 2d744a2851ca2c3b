// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * The position of a row in a list. Rows are sorted by a figure, the largest first; then by name, table and first key.
 * Immutable.
 */
public final class RowPosition implements Comparable<RowPosition> {
  private static final int FIELDS = 4;
  /** Stands for a missing name; sorts after every name of a volume or bucket. */
  private static final String NO_NAME = "\uffff";
  private final double sortKey;
  private final String name;
  private final String table;
  private final byte[] begin;

  private RowPosition(double sortKey, String name, String table, byte[] begin) {
    this.sortKey = sortKey;
    this.name = name;
    this.table = table;
    this.begin = begin;
  }

  public static RowPosition bySortKey(double sortKey, String table, byte[] begin) {
    return new RowPosition(sortKey, "", table, begin);
  }

  /** {@code bucket} is null for keys that belong to no bucket, which come after all buckets. */
  public static RowPosition byName(String volume, String bucket, String table, byte[] begin) {
    return new RowPosition(0, name(volume, bucket), table, begin);
  }

  private static String name(String volume, String bucket) {
    return bucket == null ? NO_NAME : Buckets.path(volume, bucket);
  }

  /** The figure by which rows are sorted, descending; 0 in lists sorted by name. */
  public double sortKey() {
    return sortKey;
  }

  /** Returns this position as text. {@link #read} accepts the text only with the same {@code kind}. */
  public String cursor(String kind) {
    return Cursor.write(kind, Cursor.bytes(Double.toString(sortKey)), Cursor.bytes(name), Cursor.bytes(table), begin);
  }

  /**
   * Reads a text of {@link #cursor} with the same {@code kind}; null for null.
   *
   * @throws RefusedException if the cursor is of another list or order
   */
  public static RowPosition read(String text, String kind) throws RefusedException {
    Cursor cursor = Cursor.read(text, kind, FIELDS);
    return cursor == null ? null
        : new RowPosition(cursor.number(0), cursor.text(1), cursor.text(2), cursor.bytes(3));
  }

  @Override
  public int compareTo(RowPosition other) {
    int order = Double.compare(other.sortKey, sortKey);
    order = order != 0 ? order : name.compareTo(other.name);
    order = order != 0 ? order : table.compareTo(other.table);
    return order != 0 ? order : Keys.compare(begin, other.begin);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowPosition && compareTo((RowPosition) other) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Double.hashCode(sortKey) + name.hashCode()) + table.hashCode();
  }
}
