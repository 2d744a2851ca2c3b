// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/**
 * Finds a key between two others by reading keys as numbers: in base 10 where both keys have digits, otherwise in base
 * 256. Bisections need keys that settle many bits at each step, between ends that are no names; how entries are spread
 * between names is asked of {@link KeyDistances}.
 */
public final class KeyInterpolation {
  /**
   * A key is converted to a number with at least this many possible values. A double represents such numbers exactly.
   */
  private static final long ENOUGH = 1L << 44;

  private KeyInterpolation() {
  }

  /** A key between both, at a part in {@code [0, 1]} of the way from begin to the larger end; null if none is found. */
  public static byte[] between(byte[] begin, byte[] end, double part) {
    int common = commonPrefix(begin, end);
    int positions = 0;
    long low = 0;
    long high = 0;
    for (long range = 1; range < ENOUGH; positions++) {
      int base = base(begin, end, common + positions);
      low = low * base + digit(begin, common + positions, base);
      high = high * base + digit(end, common + positions, base);
      range *= base;
    }
    if (high - low < 2) {
      return null;
    }
    long between = Math.max(low + 1, Math.min(high - 1, low + (long) (part * (high - low))));
    byte[] key = Arrays.copyOf(end, common + positions);
    for (int i = common + positions - 1; i >= common; i--) {
      int base = base(begin, end, i);
      key[i] = (byte) (between % base + (base == 10 ? '0' : 0));
      between /= base;
    }
    return key;
  }

  /** A key of the range, at a part in {@code [0, 1]} of it; the first key if none is found in between. */
  public static byte[] inside(KeyRange range, double part) {
    byte[] key = part == 0 ? null : between(range.begin(), range.lastKey(), part);
    return key == null ? range.begin() : key;
  }

  public static int commonPrefix(byte[] a, byte[] b) {
    int common = 0;
    while (common < Math.min(a.length, b.length) && a[common] == b[common]) {
      common++;
    }
    return common;
  }

  private static int base(byte[] begin, byte[] end, int position) {
    boolean atLeastOne = position < begin.length || position < end.length;
    return atLeastOne && isDigitOrNone(begin, position) && isDigitOrNone(end, position) ? 10 : 256;
  }

  private static boolean isDigitOrNone(byte[] key, int position) {
    return position >= key.length || key[position] >= '0' && key[position] <= '9';
  }

  private static int digit(byte[] key, int position, int base) {
    return position >= key.length ? 0 : (key[position] & 0xFF) - (base == 10 ? '0' : 0);
  }
}
