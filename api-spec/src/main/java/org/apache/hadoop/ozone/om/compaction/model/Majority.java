// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

/** The number of OMs that may compact at once: healthy voters that do not compact are always a majority. */
public final class Majority {
  private Majority() {
  }

  /** @return how many voters decide */
  public static int of(int voters) {
    return voters / 2 + 1;
  }

  /**
   * @param voters of the ring
   * @param healthy how many of them are healthy
   * @return how many may compact at once; a ring of one or two can spare none, there one may while all are healthy
   */
  public static int spare(int voters, int healthy) {
    return voters <= 2 ? healthy >= voters ? 1 : 0 : Math.max(0, healthy - of(voters));
  }

  /** @return the same while all are healthy, which is the most that ever may */
  public static int spare(int voters) {
    return spare(voters, voters);
  }

  /** @return why no more may, for a caller that asked for more */
  public static String refusal(int voters) {
    return "At most " + spare(voters) + " of " + voters + " OMs may compact at once: a majority stays untouched."
        + " Give a smaller number.";
  }
}
