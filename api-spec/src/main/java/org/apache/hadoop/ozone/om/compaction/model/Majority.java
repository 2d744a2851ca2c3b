// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

/** Computes how many OMs can compact at once if the other OMs still have to be a majority of the ring's voters. */
public final class Majority {
  private Majority() {
  }

  public static int of(int voters) {
    return voters / 2 + 1;
  }

  /** How many OMs can compact at once if all are healthy; 1 for one or two voters, although no majority is left. */
  public static int spare(int voters) {
    return voters <= 2 ? 1 : voters - of(voters);
  }

  /** @return the message for a caller that asks for more OMs at once than {@link #spare} */
  public static String refusal(int voters) {
    return "At most " + spare(voters) + " of " + voters + " OMs may compact at once: a majority stays untouched."
        + " Give a smaller number.";
  }
}
