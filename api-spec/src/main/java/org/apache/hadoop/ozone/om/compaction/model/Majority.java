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

  /** @return how many may compact at once while all are healthy; a ring of one or two can spare none, there one may */
  public static int spare(int voters) {
    return voters <= 2 ? 1 : voters - of(voters);
  }

  /** @return why no more may, for a caller that asked for more */
  public static String refusal(int voters) {
    return "At most " + spare(voters) + " of " + voters + " OMs may compact at once: a majority stays untouched."
        + " Give a smaller number.";
  }
}
