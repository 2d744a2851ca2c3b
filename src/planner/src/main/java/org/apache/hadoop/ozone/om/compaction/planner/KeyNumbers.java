// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Some keys, numbered in key order, so that to compare two of them is to compare numbers. There is room between the
 * numbers: a file that does not exist yet will end at a key somewhere between two known ones, and that has a number,
 * too.
 */
final class KeyNumbers {
  private static final int MAX_BITS_BETWEEN = 8;

  private final SortedKeys keys;
  private final int bitsBetween;

  /** @param keys in any order, some perhaps more than once */
  KeyNumbers(Collection<byte[]> keys) {
    this.keys = new SortedKeys(keys);
    bitsBetween = Math.min(MAX_BITS_BETWEEN, Integer.numberOfLeadingZeros(this.keys.count()) - 1);
  }

  /** @throws IllegalArgumentException if the key is not one of them */
  int of(byte[] key) {
    return keys.placeOf(key) << bitsBetween;
  }

  Stretch of(byte[] begin, byte[] lastKey) {
    return new Stretch(of(begin), of(lastKey));
  }

  /** The number of a key, or, if it is none of them, one between those of its neighbours. */
  int near(byte[] key) {
    int next = keys.firstAtOrAfter(key);
    boolean isKnown = next < keys.count() && Keys.compare(keys.key(next), key) == 0;
    return isKnown ? next << bitsBetween : Math.max(0, (next << bitsBetween) - (1 << bitsBetween >> 1));
  }

  /**
   * The number of a key that lies a part of the way between two others. Does not depend on which keys between the two
   * are known.
   *
   * @param part in {@code [0, 1]}
   */
  int between(int first, int last, double part) {
    byte[] key = KeyInterpolation.between(keyAtOrBefore(first), keyAtOrAfter(last), part);
    return key == null ? first : near(key);
  }

  /** The smallest known key with a number at least this one; the largest of all if there is none. */
  byte[] keyAtOrAfter(int number) {
    return keys.key(Math.min(keys.count() - 1, number + (1 << bitsBetween) - 1 >> bitsBetween));
  }

  /** The largest known key with a number at most this one. */
  byte[] keyAtOrBefore(int number) {
    return keys.key(number >> bitsBetween);
  }

  /** Whether the number is one of a known key. */
  boolean isKnown(int number) {
    return (number & (1 << bitsBetween) - 1) == 0;
  }
}
