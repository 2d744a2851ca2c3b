// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Ranges left because the next one would write more than is left of the total write budget. Immutable. */
public final class BudgetExceeded {
  private final long ranges;
  private final long leftBytes;
  private final long nextBytes;

  /**
   * @param ranges    number of ranges left
   * @param leftBytes remaining budget
   * @param nextBytes predicted bytes of the first of them; more than {@code leftBytes}
   */
  public BudgetExceeded(long ranges, long leftBytes, long nextBytes) {
    this.ranges = ranges;
    this.leftBytes = leftBytes;
    this.nextBytes = nextBytes;
  }

  public long ranges() {
    return ranges;
  }

  /** Remaining budget. */
  public long leftBytes() {
    return leftBytes;
  }

  /** Predicted bytes of the first of the ranges. */
  public long nextBytes() {
    return nextBytes;
  }
}
