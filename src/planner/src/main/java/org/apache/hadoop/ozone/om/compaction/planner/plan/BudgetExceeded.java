// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** How many ranges the total write budget leaves out, what remains of it, and what the first of these ranges needs. */
public final class BudgetExceeded {
  private final long ranges;
  private final long leftBytes;
  private final long nextBytes;

  /** {@code nextBytes}, which the first of the ranges left out needs, is more than {@code leftBytes}. */
  public BudgetExceeded(long ranges, long leftBytes, long nextBytes) {
    this.ranges = ranges;
    this.leftBytes = leftBytes;
    this.nextBytes = nextBytes;
  }

  public long ranges() {
    return ranges;
  }

  public long leftBytes() {
    return leftBytes;
  }

  /** Bytes that the first range beyond the budget needs, see {@link RangeCost#budgetBytes}. */
  public long nextBytes() {
    return nextBytes;
  }
}
