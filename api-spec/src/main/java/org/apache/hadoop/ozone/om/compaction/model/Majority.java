// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

/** Computes how many OMs can compact at once if the other OMs still have to be a majority of the ring's voters. */
public final class Majority {
  private Majority() {
  }

  /** @return the minimum number of voters that make a majority */
  public static int of(int voters) {
    return voters / 2 + 1;
  }

  /**
   * Returns the maximum number of OMs that can compact at once, if all OMs are healthy. For one or two voters the
   * result is 1, although this leaves no majority.
   */
  public static int spare(int voters) {
    return voters <= 2 ? 1 : voters - of(voters);
  }

  /** @return the message for a caller that asks for more OMs at once than {@link #spare} */
  public static String refusal(int voters) {
    return "At most " + spare(voters) + " of " + voters + " OMs may compact at once: a majority stays untouched."
        + " Give a smaller number.";
  }
}
