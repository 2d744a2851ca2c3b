// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SizeText;

/** Ranges that are left, as the next one would write more than was left of what all together may. Immutable. */
public final class BudgetExceeded {
  private final long ranges;
  private final long leftBytes;
  private final long nextBytes;

  /**
   * @param ranges    the next one and all behind it
   * @param leftBytes that ranges could still write
   * @param nextBytes that the next one is predicted to write; more
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
   * How many are left and why, a sentence without its full stop.
   *
   * @param totalBytes that all ranges together may write
   */
  public String message(long totalBytes) {
    return String.format(Locale.ROOT, "%,d %s left for another job: %s", ranges, ranges == 1 ? "range" : "ranges",
        reason(totalBytes));
  }

  /**
   * Why they are left, to stand after a colon.
   *
   * @param totalBytes that all ranges together may write
   */
  public String reason(long totalBytes) {
    return nextBytes > totalBytes
        ? "the next best alone would write " + SizeText.of(nextBytes) + ", more than the " + SizeText.of(totalBytes)
            + " that all together may; allow more, or make ranges smaller"
        : "all together may write " + SizeText.of(totalBytes) + " on an OM, and the " + SizeText.of(leftBytes)
            + " that were left of it are not enough for the next best, which would write " + SizeText.of(nextBytes);
  }
}
