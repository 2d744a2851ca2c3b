// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Aspects of plans that the tree files of {@link TreeFilesTest} do not show better. */
class RangePlannerTest {
  private static final PlanLimits LIMITS = new PlanLimits(10, 0.3, 1_000, 10_000, 100, Long.MAX_VALUE);
  private static final BucketSpan BUCKET = span("b", "c");

  private static BucketSpan span(String begin, String end) {
    return new BucketSpan("t", "v", begin, begin.getBytes(), end.getBytes());
  }

  private static SstFile file(int level, String smallest, String largest, int entries, int tombstones) {
    return new SstFile(level + smallest, level, smallest.getBytes(), largest.getBytes(), 10 * entries, entries,
        tombstones, false);
  }

  private static CompactionPlan plan(PlanLimits limits, SstFile... files) {
    TableStatistics statistics =
        LsmTree.statistics(LsmTable.of("t", 7, Arrays.asList(files)), List.of(BUCKET, span("d", "e")));
    return RangePlanner.plan(List.of(statistics.spans()), limits);
  }

  private static CompactionPlan plan(SpanStatistics... targets) {
    return RangePlanner.plan(List.of(Arrays.asList(targets)), LIMITS);
  }

  private static List<String> ranges(CompactionPlan plan) {
    return plan.ranges().stream().map(range -> range.range().toString()).toList();
  }

  @Test
  void bucketBelowTheLimitsIsOneRangeFromItsFirstToItsLastKey() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b2", 100, 50), file(6, "b3", "b4", 100, 50));
    assertThat(ranges(plan)).containsExactly("b1..b4");
    assertThat(plan.price().readBytes()).isEqualTo(2_000);
    assertThat(plan.ranges().get(0).cost().tombstonesRemoved()).isEqualTo(new CountInterval(100, 100));
    assertThat(plan.collateralBytes()).isZero();
  }

  /** One that nobody waits for may rest, or find no bytes left, and must not keep the other one from being taken. */
  @Test
  void targetsInTheSameFileAreOneRangeOnlyIfAListIsSlowInBothOrInNone() {
    TableStatistics statistics = LsmTree.statistics(
        LsmTable.of("t", 7, List.of(file(6, "b1", "d2", 100, 50))), List.of(BUCKET, span("d", "e")));
    CompactionPlan plan = RangePlanner.plan(List.of(statistics.spans()), LIMITS,
        keys -> new String(keys.begin(), StandardCharsets.UTF_8).startsWith("d"));
    assertThat(ranges(plan).get(0)).startsWith("d");
  }

  /** d leaves more tombstones per byte. */
  @ParameterizedTest
  @CsvSource({"'', 'd1..d2,b1..b2'", "b, 'b1..b2,d1..d2'", "d, 'd1..d2,b1..b2'", "bd, 'd1..d2,b1..b2'"})
  void rangesWhereAListIsSlowComeFirst(String slow, String order) {
    TableStatistics statistics = LsmTree.statistics(LsmTable.of("t", 7,
        List.of(file(6, "b1", "b2", 100, 50), file(6, "d1", "d2", 100, 60))), List.of(BUCKET, span("d", "e")));
    CompactionPlan plan = RangePlanner.plan(List.of(statistics.spans()), LIMITS,
        keys -> slow.contains(new String(keys.begin(), 0, 1, StandardCharsets.UTF_8)));
    assertThat(String.join(",", ranges(plan))).isEqualTo(order);
  }

  /** The best range is expected to write 400 bytes; it, and the next, may write 5,116. */
  @ParameterizedTest
  @CsvSource({
      "5516, 'd1..d2,b1..b2', ''",
      "5515, 'd1..d2', '1 range: 5115 left, 5116 next'",
      "5116, 'd1..d2', '1 range: 4716 left, 5116 next'",
      "5115, '', '2 range: 5115 left, 5116 next'"})
  void beyondTotalBytes(long totalBytes, String taken, String left) {
    CompactionPlan plan = plan(new PlanLimits(10, 0.3, 1_000, 10_000, 100, totalBytes), file(6, "b1", "b2", 100, 50),
        file(6, "d1", "d2", 100, 60));
    assertThat(String.join(",", ranges(plan))).isEqualTo(taken);
    assertThat(plan.beyondTotal().map(beyond -> beyond.ranges() + " range: " + beyond.leftBytes() + " left, "
        + beyond.nextBytes() + " next").orElse("")).isEqualTo(left);
    assertThat(plan.leftOut()).hasSize(2 - ranges(plan).size())
        .hasSize(plan.beyondTotal().map(BudgetExceeded::ranges).orElse(0L).intValue()).allSatisfy(out -> {
          assertThat(out.reason()).isEqualTo(RejectionReason.BEYOND_TOTAL_BYTES);
          assertThat(out.why().budget()).isEqualTo(plan.beyondTotal().orElseThrow());
        });
  }

  @Test
  void rankingFigureIsReportedEvenIfTombstonesAreUncertain() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b2", 100, 50), file(6, "d1", "f9", 100, 60));
    assertThat(plan.ranges()).extracting(range -> range.cost().tombstonesRemoved())
        .containsExactly(new CountInterval(0, 60), new CountInterval(50, 50));
    assertThat(plan.ranges()).extracting(range -> range.cost().removedPerByte())
        .containsExactly(60.0 / 1_400, 50.0 / 1_500);
  }

  @Test
  void overlappingTargetsAreRefused() {
    TableStatistics statistics = LsmTree.statistics(LsmTable.of("t", 7, List.of()), List.of());
    assertThatThrownBy(() -> plan(statistics.of(span("a", "c")), statistics.of(span("b", "d"))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Targets overlap");
  }

  @Test
  void targetsOfTwoStatisticsOfOneTableAreRefused() {
    LsmTable table = LsmTable.of("t", 7, List.of(file(6, "b1", "b2", 100, 50), file(6, "d1", "d2", 100, 50)));
    TableStatistics one = LsmTree.statistics(table, List.of());
    TableStatistics other = LsmTree.statistics(table, List.of());
    assertThatThrownBy(() -> plan(one.of(span("a", "c")), other.of(span("d", "e"))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("two looks");
    assertThatThrownBy(() -> RangePlanner.plan(List.of(one.spans(), other.spans()), LIMITS))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("come twice");
  }
}
