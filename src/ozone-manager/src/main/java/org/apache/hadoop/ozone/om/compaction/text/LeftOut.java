// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/** Makes sentences on what a plan leaves out. */
public final class LeftOut {
  private LeftOut() {
  }

  /** Returns one sentence with the reason and its figures. */
  public static String sentence(RejectedRange left) {
    PlanLimits limits = left.limits();
    SpanStatistics target = left.target();
    String cause = left.why().cause();
    switch (left.reason()) {
      case EXCLUDED:
        return "It is excluded by '" + cause + "'.";
      case NO_TOMBSTONES:
        return "It holds no tombstone in " + ValueFormat.count(target.ownFiles() + target.sharedFiles(), "SST file")
            + '.';
      case BELOW_MIN_TOMBSTONES:
        return (left.run() == null ? "It holds " + ValueFormat.count(target.tombstones())
            : "The densest run that it is part of holds " + ValueFormat.count(left.run().tombstones()))
            + " tombstones, the minimum is " + ValueFormat.count(limits.minTombstones()) + '.';
      case BELOW_MIN_RATIO:
        return ratio(left);
      case BEING_COMPACTED:
        return "SST file " + cause + " is being compacted now.";
      case RESTING:
        return cause;
      case CORRUPT_FILE:
        return cause + ": compacting it would stop all writes of this OM, so it is left until the file is gone.";
      case COVERED_BY_BETTER_RANGE:
        return "Better ranges of the plan already remove the tombstones of its files.";
      case BEYOND_TOP:
        return "It comes after the best " + ValueFormat.count(limits.top(), "range") + ", and no more was asked for.";
      case BEYOND_TOTAL_BYTES:
        return "It is left for another job: " + reason(left.why().budget(), limits.maxTotalBytes()) + '.';
      default:
        throw new IllegalStateException("No sentence for " + left.reason());
    }
  }

  private static String ratio(RejectedRange left) {
    if (left.why().isScattered()) {
      return String.format(Locale.ROOT, "Its %s tombstones are scattered among live keys: no run of them reaches a"
          + " ratio of %.4f.", ValueFormat.count(left.target().tombstones()), left.limits().minRatio());
    }
    return String.format(Locale.ROOT, "At most %.4f of %s are tombstones, the minimum is %.4f.",
        left.run() == null ? left.target().mostRatio() : left.run().mostRatio(),
        left.run() == null ? "its entries" : "the entries of its densest run", left.limits().minRatio());
  }

  /** Returns a sentence, without its full stop, on the ranges that do not fit a write budget of {@code totalBytes}. */
  public static String message(BudgetExceeded budget, long totalBytes) {
    return ValueFormat.count(budget.ranges(), "range") + " left for another job: " + reason(budget, totalBytes);
  }

  private static String reason(BudgetExceeded budget, long totalBytes) {
    return budget.nextBytes() > totalBytes
        ? "the next range alone may write " + ValueFormat.bytes(budget.nextBytes()) + ", more than the budget of "
            + ValueFormat.bytes(totalBytes) + "; raise the budget, or make ranges smaller where they hold several files"
        : "of the budget of " + ValueFormat.bytes(totalBytes) + " on an OM " + ValueFormat.bytes(budget.leftBytes())
            + " are left, and the next range may write " + ValueFormat.bytes(budget.nextBytes());
  }
}
