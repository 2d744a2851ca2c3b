// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * The keys of one bucket in one table: {@code [begin, end)}. A span without volume and bucket is unattributed.
 * Immutable; the key arrays are shared, not copied.
 */
public final class BucketSpan {
  /** Orders spans by their first key. Meant for spans of one table that do not overlap. */
  public static final Comparator<BucketSpan> BY_KEY = Comparator.comparing(BucketSpan::begin, Keys::compare);

  private final String table;
  private final String volume;
  private final String bucket;
  private final byte[] begin;
  private final byte[] end;

  /**
   * @param volume null if the keys belong to no known bucket, or to several
   * @param bucket null if and only if {@code volume} is null
   * @throws IllegalArgumentException if the span is empty or only one of volume and bucket is null
   */
  public BucketSpan(String table, String volume, String bucket, byte[] begin, byte[] end) {
    this.table = Objects.requireNonNull(table, "table");
    this.volume = volume;
    this.bucket = bucket;
    this.begin = Objects.requireNonNull(begin, "begin");
    this.end = Objects.requireNonNull(end, "end");
    if ((volume == null) != (bucket == null)) {
      throw new IllegalArgumentException("A span has both a volume and a bucket or neither: " + volume + ", " + bucket);
    }
    if (Keys.compare(begin, end) >= 0) {
      throw new IllegalArgumentException("A span must end after it begins: "
          + KeyText.print(begin) + ", " + KeyText.print(end));
    }
  }

  private BucketSpan(String table, BucketSpan same) {
    this.table = table;
    this.volume = same.volume;
    this.bucket = same.bucket;
    this.begin = same.begin;
    this.end = same.end;
  }

  /** A span of the same bucket and keys in another table; this span if it is in that table already. */
  public BucketSpan inTable(String otherTable) {
    return otherTable.equals(table) ? this : new BucketSpan(otherTable, this);
  }

  /** The keys with a prefix {@code /volume/bucket/} of names or ids, which must not end with 0xFF. */
  public static BucketSpan below(String table, String volume, String bucket, byte[] prefix) {
    byte[] end = prefix.clone();
    end[end.length - 1]++;
    return new BucketSpan(table, volume, bucket, prefix, end);
  }

  public static BucketSpan unattributed(String table, byte[] begin, byte[] end) {
    return new BucketSpan(table, null, null, begin, end);
  }

  /** An unattributed span of the keys of a range, including the range's last key. */
  public static BucketSpan unattributed(String table, KeyRange range) {
    return unattributed(table, range.begin(), Keys.after(range.lastKey()));
  }

  public boolean contains(SstFile file) {
    return Keys.compare(begin, file.smallestKey()) <= 0 && Keys.compare(file.largestKey(), end) < 0;
  }

  /** The keys that this span has in common with an overlapping one. */
  public BucketSpan cutTo(BucketSpan other) {
    return new BucketSpan(table, volume, bucket, Keys.max(begin, other.begin), Keys.min(end, other.end));
  }

  /** The parts of this span outside of others, which are of the same table, in key order, without overlaps. */
  public List<BucketSpan> beside(List<BucketSpan> others) {
    List<BucketSpan> parts = new ArrayList<>();
    byte[] from = begin;
    int first = Keys.first(others.size(), i -> Keys.compare(others.get(i).end, begin) > 0);
    for (BucketSpan other : others.subList(first, others.size())) {
      if (Keys.compare(other.begin, end) >= 0) {
        break;
      }
      if (Keys.compare(from, other.begin) < 0) {
        parts.add(new BucketSpan(table, volume, bucket, from, other.begin));
      }
      from = other.end;
    }
    if (Keys.compare(from, end) < 0) {
      parts.add(new BucketSpan(table, volume, bucket, from, end));
    }
    return parts;
  }

  /** Joins spans of one table that overlap or touch. The result is in key order; joined spans are unattributed. */
  public static List<BucketSpan> joined(Collection<BucketSpan> spans) {
    List<BucketSpan> ordered = new ArrayList<>(spans);
    ordered.sort(BY_KEY);
    List<BucketSpan> joined = new ArrayList<>();
    for (BucketSpan next : ordered) {
      BucketSpan last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && Keys.compare(next.begin, last.end) <= 0) {
        joined.set(joined.size() - 1, unattributed(last.table, last.begin, Keys.max(last.end, next.end)));
      } else {
        joined.add(next);
      }
    }
    return joined;
  }

  /** The elements whose keys overlap this span; {@code inOrder} is in key order, without overlaps. */
  public <T> List<T> overlapping(List<T> inOrder, Function<T, BucketSpan> keys) {
    int first = Keys.first(inOrder.size(), i -> Keys.compare(keys.apply(inOrder.get(i)).end, begin) > 0);
    int behind = first;
    while (behind < inOrder.size() && Keys.compare(keys.apply(inOrder.get(behind)).begin, end) < 0) {
      behind++;
    }
    return inOrder.subList(first, behind);
  }

  public boolean overlaps(BucketSpan other) {
    return Keys.compare(begin, other.end) < 0 && Keys.compare(other.begin, end) < 0;
  }

  public String table() {
    return table;
  }

  /** Name of the volume; null if the span is unattributed. */
  public String volume() {
    return volume;
  }

  /** Name of the bucket; null if the span is unattributed. */
  public String bucket() {
    return bucket;
  }

  public boolean isAttributed() {
    return bucket != null;
  }

  /** {@code /volume/bucket}; null if unattributed. */
  public String path() {
    return isAttributed() ? "/" + volume + "/" + bucket : null;
  }

  public byte[] begin() {
    return begin;
  }

  public byte[] end() {
    return end;
  }

  /**
   * The keys of this span as a range with an inclusive last key. All keys between this last key and {@link #end} are
   * invalid UTF-8. A span made from a range returns an equal range.
   */
  public KeyRange keys() {
    return new KeyRange(begin, Keys.max(begin, Keys.before(end)));
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof BucketSpan)) {
      return false;
    }
    BucketSpan that = (BucketSpan) other;
    return table.equals(that.table) && Objects.equals(volume, that.volume) && Objects.equals(bucket, that.bucket)
        && Arrays.equals(begin, that.begin) && Arrays.equals(end, that.end);
  }

  @Override
  public int hashCode() {
    return 31 * table.hashCode() + Arrays.hashCode(begin);
  }

  @Override
  public String toString() {
    return (isAttributed() ? path() : "keys from " + KeyText.print(begin) + " to before "
        + KeyText.print(end)) + " in " + table;
  }
}
