// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Finds positions in an array of ascending keys. Comparing keys means waiting for memory, as they are scattered over
 * the heap; so the eight bytes after their common prefix are stored together as numbers. Keys that agree in these, such
 * as those of one volume's buckets, are compared by the eight bytes after their own common prefix, and only keys that
 * agree in both are read. Immutable.
 */
public final class KeyIndex {
  private final IntFunction<byte[]> keys;
  private final byte[] first;
  private final int prefix;
  private final long[] numbers;
  /** By key, the length of the prefix shared by all keys with the same number. */
  private final int[] depths;
  private final long[] numbersBelow;

  /** @param keys by position, ascending, each once */
  public KeyIndex(int count, IntFunction<byte[]> keys) {
    this.keys = keys;
    this.numbers = new long[count];
    this.depths = new int[count];
    this.numbersBelow = new long[count];
    this.first = count == 0 ? new byte[0] : keys.apply(0);
    this.prefix = count == 0 ? 0 : commonPrefix(first, keys.apply(count - 1));
    for (int i = 0; i < count; i++) {
      numbers[i] = number(keys.apply(i), prefix);
    }
    for (int i = 0; i < count;) {
      int end = firstBehind(numbers, numbers[i], i, count);
      int depth = commonPrefix(keys.apply(i), keys.apply(end - 1));
      for (; i < end; i++) {
        depths[i] = depth;
        numbersBelow[i] = number(keys.apply(i), depth);
      }
    }
  }

  private static int commonPrefix(byte[] a, byte[] b) {
    int common = 0;
    while (common < Math.min(a.length, b.length) && a[common] == b[common]) {
      common++;
    }
    return common;
  }

  /**
   * Bytes past the end of the key count as 0: a smaller number means a smaller key, equal numbers decide nothing. Maps
   * the unsigned number to a signed one of the same order.
   */
  private static long number(byte[] key, int depth) {
    long number = 0;
    for (int i = depth; i < depth + Long.BYTES; i++) {
      number = number << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number ^ Long.MIN_VALUE;
  }

  /** The number of keys that are less than or equal to a key. */
  public int upTo(byte[] key) {
    int order = compare(key, first, 0, prefix);
    if (order != 0) {
      return order < 0 ? 0 : numbers.length;
    }
    long number = number(key, prefix);
    int from = firstNotBefore(numbers, number, 0, numbers.length);
    int to = firstBehind(numbers, number, from, numbers.length);
    if (to - from > 1) {
      order = compare(key, keys.apply(from), prefix, depths[from]);
      if (order != 0) {
        return order < 0 ? from : to;
      }
      long below = number(key, depths[from]);
      from = firstNotBefore(numbersBelow, below, from, to);
      to = firstBehind(numbersBelow, below, from, to);
    }
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Keys.compare(keys.apply(middle), key) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Compares some bytes of two keys; {@code other} has all of them. */
  private static int compare(byte[] key, byte[] other, int from, int to) {
    for (int i = from; i < to; i++) {
      int order = i < key.length ? Integer.compare(key[i] & 0xFF, other[i] & 0xFF) : -1;
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int firstNotBefore(long[] ascending, long number, int from, int to) {
    int place = from;
    for (int end = to; place < end;) {
      int middle = (place + end) >>> 1;
      if (ascending[middle] < number) {
        place = middle + 1;
      } else {
        end = middle;
      }
    }
    return place;
  }

  private static int firstBehind(long[] ascending, long number, int from, int to) {
    return from == to || ascending[from] != number ? from
        : number == Long.MAX_VALUE ? to : firstNotBefore(ascending, number + 1, from, to);
  }
}
