// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/**
 * Tells which ranges a plan leaves out because its total write budget is used up: the next range would write more than
 * is left. Immutable.
 */
public final class BudgetExceeded {
  private final long ranges;
  private final long leftBytes;
  private final long nextBytes;

  /**
   * @param ranges    number of ranges left out
   * @param leftBytes remaining budget
   * @param nextBytes predicted bytes of the first of these ranges; more than {@code leftBytes}
   */
  public BudgetExceeded(long ranges, long leftBytes, long nextBytes) {
    this.ranges = ranges;
    this.leftBytes = leftBytes;
    this.nextBytes = nextBytes;
  }

  public long ranges() {
    return ranges;
  }

  /** What is left of the budget, in bytes. */
  public long leftBytes() {
    return leftBytes;
  }

  /** Predicted bytes of the first range left out. */
  public long nextBytes() {
    return nextBytes;
  }
}
