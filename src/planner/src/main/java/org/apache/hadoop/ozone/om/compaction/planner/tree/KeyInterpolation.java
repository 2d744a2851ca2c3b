// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/**
 * Measures distances between keys, by reading keys as numbers: each place behind the prefix that the keys have in
 * common is a digit of the smallest {@link Alphabet} that fits the keys there.
 */
public final class KeyInterpolation {
  /**
   * A key is converted to a number with at least this many possible values. A double represents such numbers exactly.
   */
  private static final long ENOUGH = 1L << 44;
  /** Differences below this part of the whole distance are not told apart. */
  private static final double SMALLEST_PART = 1e-15;

  private KeyInterpolation() {
  }

  /**
   * Finds a key at a given fraction of the way from one key to another.
   *
   * @param begin smaller than {@code end}
   * @param part  in {@code [0, 1]}
   * @return a key after begin and before end; null if none is found
   */
  public static byte[] between(byte[] begin, byte[] end, double part) {
    byte[][] keys = {begin, end};
    byte[] key = between(keys, part, place -> Alphabet.at(place, keys, 0, 1, all -> all.length));
    return key == null ? between(keys, part, place -> Alphabet.ofBytes()) : key;
  }

  private interface Alphabets {
    Alphabet at(int place);
  }

  private static byte[] between(byte[][] ends, double part, Alphabets alphabets) {
    int common = commonPrefix(ends[0], ends[1]);
    int place = common;
    long low = 0;
    long high = 0;
    for (long values = 1; values < ENOUGH; place++) {
      Alphabet alphabet = alphabets.at(place);
      low = low * alphabet.size() + value(ends[0], place, alphabet);
      high = high * alphabet.size() + value(ends[1], place, alphabet);
      values *= alphabet.size();
    }
    if (high - low < 2) {
      return null;
    }
    long between = Math.max(low + 1, Math.min(high - 1, low + (long) (part * (high - low))));
    byte[] key = Arrays.copyOf(ends[1], place);
    for (int i = place - 1; i >= common; i--) {
      Alphabet alphabet = alphabets.at(i);
      key[i] = alphabet.symbol((int) (between % alphabet.size()));
      between /= alphabet.size();
    }
    return key;
  }

  private static int value(byte[] key, int place, Alphabet alphabet) {
    return place < key.length ? alphabet.value(key[place]) : 0;
  }

  /**
   * A key of a range; the first key if no key is found between its first and its last.
   *
   * @param part fraction of the way from the range's first to its last key; in {@code [0, 1]}
   */
  public static byte[] inside(KeyRange range, double part) {
    byte[] key = part == 0 ? null : between(range.begin(), range.lastKey(), part);
    return key == null ? range.begin() : key;
  }

  /**
   * Measures how far some keys are on the way from the first of them to the last.
   *
   * @param keys  ascending
   * @param first index of the key at 0
   * @param last  index of the key at 1, behind {@code first}
   * @return for each key from first to last, in {@code [0, 1]}; evenly spread if all keys look equal
   */
  public static double[] parts(byte[][] keys, int first, int last) {
    double[] parts = new double[last - first + 1];
    int length = 0;
    for (int i = first; i <= last; i++) {
      length = Math.max(length, keys[i].length);
    }
    double unit = 1;
    for (int place = commonPrefix(keys[first], keys[last]); place < length && !isEnough(parts, unit); place++) {
      Alphabet alphabet = Alphabet.at(place, keys, first, last, KeyInterpolation::withoutEnd);
      unit /= alphabet.size();
      for (int i = first; i <= last; i++) {
        parts[i - first] += place < withoutEnd(keys[i]) ? unit * alphabet.value(keys[i][place]) : 0;
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

  /** The length of the longest common prefix of two keys, in bytes. */
  public static int commonPrefix(byte[] a, byte[] b) {
    int common = 0;
    while (common < Math.min(a.length, b.length) && a[common] == b[common]) {
      common++;
    }
    return common;
  }
}
