// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;

/** Plans as text with exact figures. */
final class PlanText {
  private PlanText() {
  }

  /** A plan of whole tables by their dense runs, as for a job without targets. */
  static String ofEverything(List<LsmTree> trees, PlanLimits limits) {
    return of(RangePlanner.planRuns(trees.stream().map(LsmTree::statistics)
        .map(statistics -> RunTargets.ofTable(statistics, statistics.spans(), limits)).collect(Collectors.toList()),
        limits, RestingRanges.NONE, keys -> false));
  }

  /** Ranges, best first, then what is left out and why, one per line. */
  static String of(CompactionPlan plan) {
    StringBuilder text = new StringBuilder();
    for (PlannedRange range : plan.ranges()) {
      text.append(range).append(range.cost().price().writeInterval().isExact() ? ""
          : ", may write " + range.cost().price().writeInterval());
      text.append(range.cost().levelZeroBytes() == 0 ? ""
          : ", brings L0 down reading " + range.cost().levelZeroBytes());
      text.append(range.isOversized() ? ", cannot be split" : "").append('\n');
    }
    plan.leftOut().forEach(left -> text.append("left out: ").append(left).append('\n'));
    return text.toString();
  }
}
