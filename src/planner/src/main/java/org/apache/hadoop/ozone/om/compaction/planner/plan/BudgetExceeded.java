// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SizeText;

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

  /**
   * The number of ranges left and the reason, as a sentence without its full stop.
   *
   * @param totalBytes total write budget
   */
  public String message(long totalBytes) {
    return String.format(Locale.ROOT, "%,d %s left for another job: %s", ranges, ranges == 1 ? "range" : "ranges",
        reason(totalBytes));
  }

  /**
   * The reason, to stand after a colon.
   *
   * @param totalBytes total write budget
   */
  public String reason(long totalBytes) {
    return nextBytes > totalBytes
        ? "the next range alone would write " + SizeText.of(nextBytes) + ", more than the budget of "
            + SizeText.of(totalBytes) + "; raise the budget, or make ranges smaller where they hold several files"
        : "of the budget of " + SizeText.of(totalBytes) + " on an OM " + SizeText.of(leftBytes)
            + " are left, and the next range would write " + SizeText.of(nextBytes);
  }
}
