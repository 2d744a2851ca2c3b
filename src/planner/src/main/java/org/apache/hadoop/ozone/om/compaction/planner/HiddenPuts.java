// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/** Some puts of a file, and how many of them younger entries hide. Immutable. */
public final class HiddenPuts {
  /** Standard deviations to either side that the truth is taken to stay within. */
  private static final double DEVIATIONS = 3;

  private final long hidden;
  private final long sampled;

  /**
   * @param hidden  of those sampled
   * @param sampled at least 1
   * @throws IllegalArgumentException if more are hidden than were sampled, or none was
   */
  public HiddenPuts(long hidden, long sampled) {
    if (hidden < 0 || sampled < Math.max(1, hidden)) {
      throw new IllegalArgumentException(hidden + " of " + sampled + " puts hidden");
    }
    this.hidden = hidden;
    this.sampled = sampled;
  }

  /** In {@code [0, 1]}. */
  public double share() {
    return (double) hidden / sampled;
  }

  /** How far the share of all puts may be from that of the sample. */
  public double margin() {
    // One of each kind more than were seen: a sample that is all of one kind does not prove that all are.
    double careful = (hidden + 1.0) / (sampled + 2);
    return DEVIATIONS * Math.sqrt(careful * (1 - careful) / sampled);
  }
}
