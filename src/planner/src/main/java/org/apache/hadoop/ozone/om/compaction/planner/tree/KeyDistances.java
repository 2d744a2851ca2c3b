// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/**
 * Measures distances between keys, by reading keys as numbers: each position behind the prefix that the keys have in
 * common is a digit of the smallest {@link Alphabet} that fits the keys there.
 */
public final class KeyDistances {
  /** Differences below this part of the whole distance are not told apart. */
  private static final double SMALLEST_PART = 1e-15;

  private KeyDistances() {
  }

  /**
   * Returns how far the keys from index {@code first} to {@code last} are on the way from the first of them to the
   * last: 0 to 1 each, evenly spread if all keys look equal. The keys must ascend.
   */
  public static double[] parts(byte[][] keys, int first, int last) {
    double[] parts = new double[last - first + 1];
    int[] lengths = new int[parts.length];
    int longest = 0;
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = withoutEnd(keys[first + i]);
      longest = Math.max(longest, lengths[i]);
    }
    double unit = 1;
    int position = KeyInterpolation.commonPrefix(keys[first], keys[last]);
    for (; position < longest && !isEnough(parts, unit); position++) {
      Alphabet alphabet = Alphabet.at(position, keys, first, lengths);
      unit /= alphabet.size();
      for (int i = 0; i < parts.length; i++) {
        parts[i] += position < lengths[i] ? unit * alphabet.value(keys[first + i][position]) : 0;
      }
    }
    double begin = parts[0];
    double distance = parts[parts.length - 1] - begin;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = distance > 0 ? (parts[i] - begin) / distance : (double) i / (parts.length - 1);
    }
    return parts;
  }

  private static boolean isEnough(double[] parts, double unit) {
    return unit < SMALLEST_PART * (parts[parts.length - 1] - parts[0]) || unit < Double.MIN_NORMAL;
  }

  /** The length of a key without the zeros at its end. Such a zero says "behind this key" and belongs to no name. */
  private static int withoutEnd(byte[] key) {
    int length = key.length;
    while (length > 0 && key[length - 1] == 0) {
      length--;
    }
    return length;
  }
}
