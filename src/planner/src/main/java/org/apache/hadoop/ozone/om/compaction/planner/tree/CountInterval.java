// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;


/** A count that lies between {@code least} and {@code most}, both inclusive. */
public final class CountInterval {
  private final long least;
  private final long most;

  public CountInterval(long least, long most) {
    if (least < 0 || least > most) {
      throw new IllegalArgumentException("Not an interval of counts: " + least + " to " + most);
    }
    this.least = least;
    this.most = most;
  }

  public long least() {
    return least;
  }

  public long most() {
    return most;
  }

  public boolean isExact() {
    return least == most;
  }

  public boolean contains(long count) {
    return least <= count && count <= most;
  }

  public CountInterval plus(CountInterval other) {
    return new CountInterval(least + other.least, most + other.most);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CountInterval && least == ((CountInterval) other).least
        && most == ((CountInterval) other).most;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(least) + Long.hashCode(most);
  }

  @Override
  public String toString() {
    return isExact() ? Long.toString(least) : least + " to " + most;
  }
}
