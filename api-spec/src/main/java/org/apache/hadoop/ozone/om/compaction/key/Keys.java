// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.key;

import com.google.common.primitives.UnsignedBytes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;

/** Compares keys as RocksDB's bytewise comparator does, unsigned. A key sorts after its own prefixes. */
public final class Keys {
  private static final Comparator<byte[]> ORDER = UnsignedBytes.lexicographicalComparator();
  private static final byte MAX_BYTE = (byte) 0xFF;

  private Keys() {
  }

  public static int compare(byte[] a, byte[] b) {
    return ORDER.compare(a, b);
  }

  public static byte[] min(byte[] a, byte[] b) {
    return compare(a, b) <= 0 ? a : b;
  }

  public static byte[] max(byte[] a, byte[] b) {
    return compare(a, b) >= 0 ? a : b;
  }

  /** The smallest index for which a condition holds, which must stay true for larger ones; {@code places} if none. */
  public static int first(int places, IntPredicate condition) {
    int first = 0;
    for (int end = places; first < end;) {
      int middle = (first + end) >>> 1;
      if (condition.test(middle)) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  /** The smallest key after {@code key}. */
  public static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /**
   * Returns a key before {@code end}, with no valid UTF-8 key between the two.
   *
   * @throws IllegalArgumentException if {@code end} is empty
   */
  public static byte[] before(byte[] end) {
    if (end.length == 0) {
      throw new IllegalArgumentException("No key sorts before the empty key");
    }
    int last = end.length - 1;
    if (end[last] == 0) {
      return Arrays.copyOf(end, last);
    }
    // No key is the largest before an end whose last byte is not 0, because every key can be made longer. But UTF-8
    // never contains 0xFF, so no UTF-8 key lies between the returned key and the end.
    byte[] key = Arrays.copyOf(end, end.length + 1);
    key[last]--;
    key[last + 1] = MAX_BYTE;
    return key;
  }
}
