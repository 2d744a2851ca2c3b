// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collection;

/**
 * Some keys, numbered in key order from 0 on, so that to compare two of them is to compare numbers. If a key and the
 * smallest key after it ({@link Keys#after}) are both among them, their numbers differ by one.
 */
final class KeyNumbers {
  private final SortedKeys keys;

  /** @param keys in any order, some perhaps more than once */
  KeyNumbers(Collection<byte[]> keys) {
    this.keys = new SortedKeys(keys);
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int of(byte[] key) {
    return keys.placeOf(key);
  }

  Stretch of(byte[] begin, byte[] lastKey) {
    return new Stretch(of(begin), of(lastKey));
  }
}
