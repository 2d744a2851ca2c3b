// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.Collection;

/**
 * Some keys, numbered in key order, so that to compare two of them is to compare numbers. Between the numbers of two
 * keys there are others, for keys that must be somewhere between although nobody knows them.
 */
final class KeyNumbers {
  private static final int BITS_BETWEEN = 8;

  private final byte[][] distinct;

  /** @param keys in any order, some perhaps more than once */
  KeyNumbers(Collection<byte[]> keys) {
    byte[][] sorted = keys.toArray(new byte[0][]);
    Arrays.sort(sorted, Keys::compare);
    int count = 0;
    for (byte[] key : sorted) {
      if (count == 0 || !Arrays.equals(sorted[count - 1], key)) {
        sorted[count++] = key;
      }
    }
    distinct = Arrays.copyOf(sorted, count);
    if (count > Integer.MAX_VALUE >> BITS_BETWEEN) {
      throw new IllegalArgumentException("Too many keys to number: " + count);
    }
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int of(byte[] key) {
    int number = Arrays.binarySearch(distinct, key, Keys::compare);
    if (number < 0) {
      throw new IllegalArgumentException("Key " + KeyText.print(key) + " has no number");
    }
    return number << BITS_BETWEEN;
  }

  /** The smallest known key with a number at least this one; the largest key of all if there is none. */
  byte[] keyAtOrAfter(int number) {
    return distinct[Math.min(distinct.length - 1, number + (1 << BITS_BETWEEN) - 1 >> BITS_BETWEEN)];
  }

  /** Whether the number is one of a known key. */
  boolean isKnown(int number) {
    return (number & (1 << BITS_BETWEEN) - 1) == 0;
  }

  int count() {
    return distinct.length;
  }

  byte[] key(int number) {
    return distinct[number];
  }

  Stretch of(byte[] begin, byte[] lastKey) {
    return new Stretch(of(begin), of(lastKey));
  }
}
