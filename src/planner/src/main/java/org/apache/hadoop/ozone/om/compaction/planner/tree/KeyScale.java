// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/**
 * Maps keys between two others to numbers from 0 to 1, by the bytes after their common prefix. The distance says
 * nothing about the number of keys between.
 */
public final class KeyScale {
  private static final int BYTES = 7;

  private final int prefix;
  private final double first;
  private final double length;

  public KeyScale(byte[] first, byte[] last) {
    int common = 0;
    while (common < Math.min(first.length, last.length) && first[common] == last[common]) {
      common++;
    }
    this.prefix = common;
    this.first = number(first);
    this.length = Math.max(1, number(last) - this.first);
  }

  /** @param key between the two, both inclusive */
  public double at(byte[] key) {
    return Math.max(0, Math.min(1, (number(key) - first) / length));
  }

  private double number(byte[] key) {
    long number = 0;
    for (int i = prefix; i < prefix + BYTES; i++) {
      number = number << Byte.SIZE | (i < key.length ? key[i] & 0xFF : 0);
    }
    return number;
  }
}
