// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

/**
 * The one number that stands for an interval: in tables of the command, on the page, which computes the same, and where
 * rows are sorted.
 */
public final class Figure {
  /** A lower bound below this part of the upper bound says nothing. */
  private static final int WIDE = 4;

  private Figure() {
  }

  /** The number that stands for a count between two bounds: the upper bound if {@link #isBound}, else the middle. */
  public static long of(long low, long high) {
    return isBound(low, high) ? high : low + (high - low) / 2;
  }

  /** True if a count is known by its upper bound alone, as the lower bound says next to nothing. */
  public static boolean isBound(long low, long high) {
    return low < high && (low == 0 || high / WIDE > low);
  }

  /** The number that stands for a ratio between two bounds: the upper one if the lower one is 0, else the middle. */
  public static double ofRatio(double low, double high) {
    return low == 0 ? high : (low + high) / 2;
  }
}
