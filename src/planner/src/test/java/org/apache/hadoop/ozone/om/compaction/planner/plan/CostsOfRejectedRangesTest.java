// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

class CostsOfRejectedRangesTest {
  private static final PlanLimits LIMITS = new PlanLimits(60, 0.3, 1_000, 10_000, 100, Long.MAX_VALUE);

  private static SstFile file(int level, String smallest, String largest, int entries, int tombstones) {
    return new SstFile(level + smallest, level, smallest.getBytes(), largest.getBytes(), 10L * entries, entries,
        tombstones, false);
  }

  private static BucketSpan bucket(String name) {
    return new BucketSpan("t", "v", name, name.getBytes(), (name + "~").getBytes());
  }

  private static TableStatistics statistics(SstFile... files) {
    return LsmTree.statistics(LsmTable.of("t", 7, Arrays.asList(files)), List.of(bucket("b"), bucket("c"),
        bucket("d")));
  }

  private static CompactionPlan plan(PlanLimits limits, SstFile... files) {
    return RangePlanner.plan(List.of(statistics(files).spans()), limits);
  }

  private static List<String> prices(CompactionPlan plan) {
    return plan.leftOut().map(left -> left.target().span().bucket() + " " + left.reason() + " "
        + (left.isByChoice() ? text(plan.costs(left)) : "unknown")).toList();
  }

  private static String text(List<RangeCost> costs) {
    Price price = Price.sum(costs.stream().map(RangeCost::price));
    return price.readBytes() + " " + price.writeBytes();
  }

  @Test
  void targetBelowTheThresholdsCostsItsFiles() {
    assertThat(prices(plan(LIMITS, file(6, "b1", "b2", 100, 90), file(6, "c1", "c2", 100, 50),
        file(6, "d1", "d2", 100, 0)))).containsExactly(
            "c BELOW_MIN_TOMBSTONES 1000 500",
            "d NO_TOMBSTONES unknown");
  }

  @Test
  void turnThatPlansAgainMayRewriteTheFilesOfTargetsLeftToABetterRangeOnceMore() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b5", 100, 90), file(6, "b6", "c5", 100, 90),
        file(6, "d1", "d2", 100, 50));
    assertThat(plan.leftOut().filter(left -> left.reason() == RejectionReason.COVERED_BY_BETTER_RANGE)).hasSize(1);
    Price once = plan.price();
    Price again = plan.withLaterPlans().price();
    assertThat(again.readBytes()).isEqualTo(once.readBytes());
    assertThat(again.mostReadBytes()).isEqualTo(once.mostReadBytes() + 1_000);
    assertThat(again.mostWriteBytes()).isEqualTo(once.mostWriteBytes() + 1_000);
    CompactionPlan nothingLeft = plan(LIMITS, file(6, "b1", "b5", 100, 90));
    assertThat(nothingLeft.withLaterPlans().price().mostWriteBytes()).isEqualTo(nothingLeft.price().mostWriteBytes());
  }

  @Test
  void targetRewrittenByThePlanCostsNothingMore() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b5", 100, 90), file(6, "b6", "c5", 100, 90),
        file(6, "d1", "d2", 100, 50));
    assertThat(plan.ranges()).isNotEmpty();
    assertThat(prices(plan)).contains("d BELOW_MIN_TOMBSTONES 1000 500")
        .allMatch(price -> price.startsWith("d ") || price.contains("COVERED_BY_BETTER_RANGE unknown"));
    RejectedRange few = plan(LIMITS, file(6, "c1", "d1", 100, 50)).leftOut().findFirst().orElseThrow();
    assertThat(plan(LIMITS.withMinTombstones(1), file(6, "c1", "d1", 100, 50)).costs(few)).isEmpty();
  }

  @Test
  void pricesOfATargetsRangesAddUp() {
    assertThat(prices(plan(new PlanLimits(500, 0.3, 100, 10_000, 100, Long.MAX_VALUE), file(6, "b1", "b2", 100, 50),
        file(6, "b3", "b4", 100, 60), file(6, "c1", "c2", 10, 5)))).containsExactly(
            "b BELOW_MIN_TOMBSTONES 2000 900",
            "c BELOW_MIN_TOMBSTONES 100 50");
  }
}
