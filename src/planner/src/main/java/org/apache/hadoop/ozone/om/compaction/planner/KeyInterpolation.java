// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;

/** Finds keys between others, as if keys were numbers. */
public final class KeyInterpolation {
  /** Bytes, behind what two keys have in common, that are enough to tell what is between them. */
  private static final int DIGITS = 6;

  private KeyInterpolation() {
  }

  /**
   * @param begin smaller than {@code end}
   * @param part  of the way from begin to end; in {@code [0, 1]}
   * @return a key behind begin and before end; null if none is found between them
   */
  public static byte[] between(byte[] begin, byte[] end, double part) {
    int common = 0;
    while (common < begin.length && common < end.length && begin[common] == end[common]) {
      common++;
    }
    long low = number(begin, common);
    long high = number(end, common);
    if (high - low < 2) {
      return null;
    }
    long between = Math.max(low + 1, Math.min(high - 1, low + (long) (part * (high - low))));
    byte[] key = Arrays.copyOf(end, common + DIGITS);
    for (int i = DIGITS - 1; i >= 0; i--) {
      key[common + i] = (byte) between;
      between >>>= Byte.SIZE;
    }
    return key;
  }

  private static long number(byte[] key, int from) {
    long number = 0;
    for (int i = from; i < from + DIGITS; i++) {
      number = number << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number;
  }
}
