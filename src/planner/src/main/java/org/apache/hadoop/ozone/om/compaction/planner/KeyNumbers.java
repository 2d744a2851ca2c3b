// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collection;

/**
 * Some keys, numbered in key order, so that to compare two of them is to compare numbers. Between the numbers of two
 * keys there are others, for keys that must be somewhere between although nobody knows them.
 */
final class KeyNumbers {
  private static final int BITS_BETWEEN = 8;

  private final SortedKeys keys;

  /** @param keys in any order, some perhaps more than once */
  KeyNumbers(Collection<byte[]> keys) {
    this.keys = new SortedKeys(keys);
    if (this.keys.count() > Integer.MAX_VALUE >> BITS_BETWEEN) {
      throw new IllegalArgumentException("Too many keys to number: " + this.keys.count());
    }
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int of(byte[] key) {
    return keys.placeOf(key) << BITS_BETWEEN;
  }

  /** The smallest known key with a number at least this one; the largest key of all if there is none. */
  byte[] keyAtOrAfter(int number) {
    return keys.key(Math.min(keys.count() - 1, number + (1 << BITS_BETWEEN) - 1 >> BITS_BETWEEN));
  }

  /** Whether the number is one of a known key. */
  boolean isKnown(int number) {
    return (number & (1 << BITS_BETWEEN) - 1) == 0;
  }

  Stretch of(byte[] begin, byte[] lastKey) {
    return new Stretch(of(begin), of(lastKey));
  }
}
