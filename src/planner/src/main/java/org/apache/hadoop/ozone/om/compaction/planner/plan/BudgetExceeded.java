// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/**
 * Says how many ranges a plan leaves out because of its total write budget. Also says how large the remaining budget
 * is, and how many bytes the first of these ranges needs.
 */
public final class BudgetExceeded {
  private final long ranges;
  private final long leftBytes;
  private final long nextBytes;

  /**
   * @param ranges    number of ranges left out
   * @param leftBytes remaining budget
   * @param nextBytes bytes that the first of these ranges needs; more than {@code leftBytes}
   */
  public BudgetExceeded(long ranges, long leftBytes, long nextBytes) {
    this.ranges = ranges;
    this.leftBytes = leftBytes;
    this.nextBytes = nextBytes;
  }

  public long ranges() {
    return ranges;
  }

  /** Remaining budget, in bytes. */
  public long leftBytes() {
    return leftBytes;
  }

  /** Bytes that the first range beyond the budget needs, see {@link RangeCost#budgetBytes}. */
  public long nextBytes() {
    return nextBytes;
  }
}
