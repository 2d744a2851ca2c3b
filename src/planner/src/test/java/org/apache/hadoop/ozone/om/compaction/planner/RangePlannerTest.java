// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangePlannerTest {
  private static final PlanLimits LIMITS = new PlanLimits(10, 0.3, 1_000, 10_000, 100);
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
        TableStatistics.take(LsmTable.of("t", 7, Arrays.asList(files)), List.of(BUCKET, span("d", "e")));
    return RangePlanner.plan(List.of(statistics.spans()), limits);
  }

  private static CompactionPlan plan(SpanStatistics... targets) {
    return RangePlanner.plan(List.of(Arrays.asList(targets)), LIMITS);
  }

  private static List<String> ranges(CompactionPlan plan) {
    return plan.ranges().stream().map(range -> range.range().toString()).toList();
  }

  private static void assertLeftOut(CompactionPlan plan, LeftOut.Reason reason, String sentence) {
    assertThat(plan.leftOut()).extracting(LeftOut::reason, LeftOut::sentence).contains(tuple(reason, sentence));
  }

  @Test
  void bucketBelowTheLimitsIsOneRangeFromItsFirstToItsLastKey() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b2", 100, 50), file(6, "b3", "b4", 100, 50));
    assertThat(ranges(plan)).containsExactly("b1..b4");
    assertThat(plan.readBytes()).isEqualTo(2_000);
    assertThat(plan.ranges().get(0).cost().tombstonesRemoved()).isEqualTo(new CountInterval(100, 100));
    assertThat(plan.collateralBytes()).isZero();
  }

  @Test
  void largeBucketIsSplitBetweenFiles() {
    CompactionPlan plan = plan(LIMITS.withMaxEntries(200), file(6, "b1", "b2", 100, 50), file(6, "b3", "b4", 100, 50),
        file(6, "b5", "b6", 100, 50));
    assertThat(ranges(plan)).containsExactlyInAnyOrder("b1..b4", "b5..b6");
    assertThat(plan.ranges()).noneMatch(PlannedRange::isOversized);
  }

  @Test
  void singleFileAboveTheLimitsIsOneRangeAndSaysSo() {
    CompactionPlan plan = plan(LIMITS.withMaxEntries(50), file(6, "b1", "b2", 100, 50));
    assertThat(ranges(plan)).containsExactly("b1..b2");
    assertThat(plan.ranges().get(0).isOversized()).isTrue();
  }

  @Test
  void stretchesWithoutTombstonesAreInNoRange() {
    assertThat(ranges(plan(LIMITS, file(6, "b1", "b2", 100, 50), file(6, "b3", "b4", 10, 0),
        file(6, "b5", "b6", 100, 50)))).containsExactlyInAnyOrder("b1..b2", "b5..b6");
  }

  @Test
  void wideUpperFileIsPaidForByTheFirstRangeOnly() {
    CompactionPlan plan = plan(LIMITS.withMaxEntries(150), file(0, "b1", "d9", 20, 20),
        file(6, "b1", "b4", 100, 60), file(6, "d1", "d4", 100, 50));
    assertThat(plan.ranges()).hasSize(1);
    assertThat(plan.ranges().get(0).cost().readBytes()).isEqualTo(2_200);
    assertThat(plan.ranges().get(0).cost().rewrittenFiles()).hasSize(3);
    assertLeftOut(plan, LeftOut.Reason.COVERED_BY_BETTER_RANGE,
        "Better ranges of the plan already remove the tombstones of its files.");
  }

  @Test
  void filesOfLevel0CountTowardsNoRangeAndTheFirstSaysWhatTheyCost() {
    CompactionPlan plan = plan(LIMITS.withMaxEntries(150), file(0, "b1", "d9", 1_000, 20),
        file(6, "b1", "b4", 100, 60), file(6, "d1", "d4", 100, 50));
    assertThat(plan.ranges()).extracting(PlannedRange::levelZeroBytes).containsExactly(12_000L);
    assertThat(plan.ranges()).noneMatch(PlannedRange::isOversized);
  }

  @Test
  void rangeThatDrawsInTheSameFilesHoweverNarrowItIsIsNotSplit() {
    CompactionPlan plan = plan(LIMITS.withMaxEntries(250), file(5, "b1", "b9", 100, 100), file(6, "b1", "b2", 50, 0),
        file(6, "b3", "b4", 50, 0), file(6, "b5", "b6", 100, 0));
    assertThat(ranges(plan)).containsExactly("b1..b9");
    assertThat(plan.ranges()).allMatch(PlannedRange::isOversized);
  }

  @Test
  void moveCostsNothingAndWhatWasMovedIsRewrittenOnce() {
    CompactionPlan plan = plan(LIMITS, file(5, "b1", "b2", 100, 50), file(6, "b3", "b4", 50, 0));
    assertThat(ranges(plan)).containsExactly("b1..b2");
    assertThat(plan.readBytes()).isEqualTo(1_000);
  }

  @Test
  void noTombstones() {
    assertLeftOut(plan(LIMITS, file(6, "b1", "b2", 100, 0)), LeftOut.Reason.NO_TOMBSTONES,
        "None of its 1 SST files holds a tombstone.");
  }

  @Test
  void belowMinTombstones() {
    assertLeftOut(plan(LIMITS, file(6, "b1", "b2", 10, 9)), LeftOut.Reason.BELOW_MIN_TOMBSTONES,
        "It holds 9 tombstones, the minimum is 10.");
  }

  @Test
  void belowMinRatio() {
    assertLeftOut(plan(LIMITS, file(6, "b1", "b2", 100, 29)), LeftOut.Reason.BELOW_MIN_RATIO,
        "At most 0.2900 of its entries are tombstones, the minimum is 0.3000.");
  }

  @Test
  void beingCompacted() {
    SstFile busy = new SstFile("7.sst", 6, "b1".getBytes(), "b2".getBytes(), 1, 100, 50, true);
    assertLeftOut(plan(LIMITS, busy), LeftOut.Reason.BEING_COMPACTED, "SST file 7.sst is being compacted now.");
  }

  @Test
  void beyondTop() {
    CompactionPlan plan = plan(LIMITS.withTop(1), file(6, "b1", "b2", 100, 50), file(6, "d1", "d2", 100, 60));
    assertThat(ranges(plan)).containsExactly("d1..d2");
    assertLeftOut(plan, LeftOut.Reason.BEYOND_TOP,
        "The best 1 ranges were asked for, and this is not one of them.");
  }

  /** The best writes 400 bytes, the next 500. */
  @ParameterizedTest
  @CsvSource({
      "900, 'd1..d2,b1..b2', ''",
      "899, 'd1..d2', 'all together may write 899 B on an OM, and the 499 B that were left of it are not enough for the"
          + " next best, which would write 500 B'",
      "500, 'd1..d2', 'all together may write 500 B on an OM, and the 100 B that were left of it are not enough for the"
          + " next best, which would write 500 B'",
      "499, 'd1..d2', 'the next best alone would write 500 B, more than the 499 B that all together may; allow more, or"
          + " make ranges smaller'",
      "399, '', 'the next best alone would write 400 B, more than the 399 B that all together may; allow more, or make"
          + " ranges smaller'"})
  void beyondTotalBytes(long totalBytes, String taken, String why) {
    CompactionPlan plan = plan(LIMITS.withMaxTotalBytes(totalBytes), file(6, "b1", "b2", 100, 50),
        file(6, "d1", "d2", 100, 60));
    assertThat(String.join(",", ranges(plan))).isEqualTo(taken);
    assertThat(plan.beyondTotal().map(beyond -> beyond.reason(totalBytes)).orElse("")).isEqualTo(why);
    assertThat(plan.leftOut()).hasSize(2 - ranges(plan).size())
        .hasSize(plan.beyondTotal().map(BeyondTotal::ranges).orElse(0L).intValue()).allSatisfy(left -> {
          assertThat(left.reason()).isEqualTo(LeftOut.Reason.BEYOND_TOTAL_BYTES);
          assertThat(left.sentence()).isEqualTo("It is left for another job: " + why + '.');
        });
  }

  @Test
  void equalScoresAreOrderedByKey() {
    assertThat(ranges(plan(LIMITS, file(6, "d1", "d2", 100, 50), file(6, "b1", "b2", 100, 50))))
        .containsExactly("b1..b2", "d1..d2");
  }

  @Test
  void theMeasureThatRanksIsToldEvenWhereTombstonesAreUncertain() {
    CompactionPlan plan = plan(LIMITS, file(6, "b1", "b2", 100, 50), file(6, "d1", "f9", 100, 60));
    assertThat(plan.ranges()).extracting(range -> range.cost().tombstonesRemoved())
        .containsExactly(new CountInterval(0, 60), new CountInterval(50, 50));
    assertThat(plan.ranges()).extracting(range -> range.cost().removedPerByte())
        .containsExactly(60.0 / 1_400, 50.0 / 1_500);
  }

  @Test
  void overlappingTargetsAreRefused() {
    TableStatistics statistics = TableStatistics.take(LsmTable.of("t", 7, List.of()), List.of());
    assertThatThrownBy(() -> plan(statistics.of(span("a", "c")), statistics.of(span("b", "d"))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Targets overlap");
  }

  @Test
  void targetsOfOneTableFromTwoLooksAreRefused() {
    LsmTable table = LsmTable.of("t", 7, List.of(file(6, "b1", "b2", 100, 50), file(6, "d1", "d2", 100, 50)));
    TableStatistics one = TableStatistics.take(table, List.of());
    TableStatistics other = TableStatistics.take(table, List.of());
    assertThatThrownBy(() -> plan(one.of(span("a", "c")), other.of(span("d", "e"))))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("two looks");
    assertThatThrownBy(() -> RangePlanner.plan(List.of(one.spans(), other.spans()), LIMITS))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("come twice");
  }
}
