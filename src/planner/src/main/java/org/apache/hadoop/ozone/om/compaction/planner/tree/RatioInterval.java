// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

/** A ratio in {@code [0, 1]} that lies between {@code least} and {@code most}, both inclusive. */
public final class RatioInterval {
  private final double least;
  private final double most;

  public RatioInterval(double least, double most) {
    if (!(0 <= least && least <= most && most <= 1)) {
      throw new IllegalArgumentException("Not an interval of ratios: " + least + " to " + most);
    }
    this.least = least;
    this.most = most;
  }

  public double least() {
    return least;
  }

  public double most() {
    return most;
  }

  public boolean isExact() {
    return least == most;
  }

  public boolean contains(double ratio) {
    return least <= ratio && ratio <= most;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RatioInterval && Double.compare(least, ((RatioInterval) other).least) == 0
        && Double.compare(most, ((RatioInterval) other).most) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(least) + Double.hashCode(most);
  }

  /** {@code 0.5} or {@code 0.5 to 0.9}. */
  @Override
  public String toString() {
    return isExact() ? Double.toString(least) : least + " to " + most;
  }
}
