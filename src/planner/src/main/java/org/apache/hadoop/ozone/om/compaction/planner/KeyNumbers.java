// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.Collection;

/**
 * Some keys, numbered in key order from 0 on, so that to compare two of them is to compare numbers. If a key and the
 * smallest key after it ({@link Keys#after}) are both among them, their numbers differ by one.
 */
final class KeyNumbers {
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
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int of(byte[] key) {
    int number = Arrays.binarySearch(distinct, key, Keys::compare);
    if (number < 0) {
      throw new IllegalArgumentException("Key " + KeyText.print(key) + " has no number");
    }
    return number;
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
