// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

/** Computes how many OMs can compact at once while a majority of healthy voters does not compact. */
public final class Majority {
  private Majority() {
  }

  /** @return the minimum number of voters that make a majority */
  public static int of(int voters) {
    return voters / 2 + 1;
  }

  /**
   * @return how many OMs can compact at once while all are healthy; 1 in a ring of one or two voters, where the OMs
   *     that do not compact are no majority
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
