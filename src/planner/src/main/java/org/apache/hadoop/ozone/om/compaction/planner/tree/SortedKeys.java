// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Arrays;
import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** Distinct keys in key order, with their positions. */
final class SortedKeys {
  private final byte[][] distinct;

  /** @param keys in any order, possibly with duplicates */
  SortedKeys(Collection<byte[]> keys) {
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

  /** The number of keys that are smaller than a key. */
  int firstAtOrAfter(byte[] key) {
    int place = Arrays.binarySearch(distinct, key, Keys::compare);
    return place >= 0 ? place : -place - 1;
  }

  int count() {
    return distinct.length;
  }

  byte[] key(int place) {
    return distinct[place];
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int placeOf(byte[] key) {
    int place = Arrays.binarySearch(distinct, key, Keys::compare);
    if (place < 0) {
      throw new IllegalArgumentException("Key " + KeyText.print(key) + " has no number");
    }
    return place;
  }
}
