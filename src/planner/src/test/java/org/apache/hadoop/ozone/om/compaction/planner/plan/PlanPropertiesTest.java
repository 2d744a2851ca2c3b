// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.GeneratedTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Properties of plans for random trees and limits. */
class PlanPropertiesTest {
  private static PlanLimits limits(int maxEntries, int maxBytes) {
    return new PlanLimits(1, 0, maxEntries, maxBytes, Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  private static PlanLimits best(int top, int maxEntries) {
    return new PlanLimits(1, 0, maxEntries, Long.MAX_VALUE, top, Long.MAX_VALUE);
  }

  @Property
  void rangesDoNotOverlapAndStayInTheirSpan(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int maxEntries,
      @ForAll @IntRange(min = 100, max = 20_000) int maxBytes) {
    List<PlannedRange> ranges =
        RangePlanner.plan(List.of(GeneratedTree.of(seed).statistics().spans()), limits(maxEntries, maxBytes)).ranges();
    for (PlannedRange range : ranges) {
      BucketSpan span = range.target().span();
      assertThat(Keys.compare(span.begin(), range.range().begin())).isNotPositive();
      assertThat(Keys.compare(range.range().lastKey(), span.end())).isNegative();
      assertThat(ranges).filteredOn(other -> other != range)
          .noneMatch(other -> other.range().overlaps(range.range()));
    }
  }

  @Property
  void everyTombstoneOfTheTargetsIsInARange(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int maxEntries,
      @ForAll @IntRange(min = 0, max = 40) int minTombstones) {
    GeneratedTree tree = GeneratedTree.of(seed);
    CompactionPlan plan = RangePlanner.plan(List.of(tree.statistics().spans()),
        limits(maxEntries, Integer.MAX_VALUE).withMinTombstones(minTombstones));
    Set<SpanStatistics> dismissed = new HashSet<>();
    List<KeyRange> ranges = new ArrayList<>(plan.ranges().stream().map(PlannedRange::range).toList());
    for (RejectedRange out : plan.leftOut().toList()) {
      if (out.reason() == RejectionReason.COVERED_BY_BETTER_RANGE) {
        ranges.add(out.range() != null ? out.range()
            : new KeyRange(out.target().span().begin(), Keys.before(out.target().span().end())));
      } else {
        assertThat(out.target().tombstones().most()).isLessThan(Math.max(1, minTombstones));
        dismissed.add(out.target());
      }
    }
    for (SpanStatistics target : tree.statistics().spans()) {
      if (dismissed.stream().noneMatch(out -> out.span().equals(target.span()))) {
        assertThat(tree.entries(target.span())).filteredOn(GeneratedTree.Entry::tombstone)
            .allMatch(entry -> ranges.stream().anyMatch(range -> range.contains(entry.key())));
      }
    }
  }

  @Property
  void rangesStayWithinLimitsUnlessTheyCannotBeSplit(@ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int maxEntries, @ForAll @IntRange(min = 100, max = 20_000) int maxBytes) {
    PlanLimits limits = limits(maxEntries, maxBytes);
    TableStatistics statistics = GeneratedTree.of(seed).statistics();
    for (PlannedRange range : RangePlanner.plan(List.of(statistics.spans()), limits).ranges()) {
      assertThat(range.files()).containsExactlyInAnyOrderElementsOf(
          statistics.files().overlapping(BucketSpan.unattributed(GeneratedTree.TABLE, range.range())));
      Set<SstFile> drawn = drawn(statistics, range.files());
      boolean over = drawn.stream().mapToLong(SstFile::entries).sum() > maxEntries
          || drawn.stream().mapToLong(SstFile::sizeBytes).sum() > maxBytes;
      boolean readsMore = range.cost().price().readBytes() - range.cost().levelZeroBytes() > maxBytes;
      assertThat(range.isOversized()).isEqualTo(over || readsMore);
      if (over) {
        assertThat(cuts(range)).as("cuts of an oversized range").allSatisfy(
            cut -> assertThat(drawn(statistics, statistics.files().overlapping(
                BucketSpan.unattributed(GeneratedTree.TABLE, new KeyRange(range.range().begin(), cut)))))
                .as("up to there").isEqualTo(drawn));
      }
    }
  }

  /** The files of a compaction: whole files, and those below them. */
  private static Set<SstFile> drawn(TableStatistics statistics, List<SstFile> overlapping) {
    return overlapping.stream().filter(file -> file.level() > 0)
        .flatMap(file -> statistics.table().files().stream().filter(
            below -> below.level() >= file.level() && below.overlaps(file.keys())))
        .collect(Collectors.toSet());
  }

  /** Cuts lie where a file ends, no file of its level or deeper goes on, and tombstones are on both sides. */
  private static List<byte[]> cuts(PlannedRange range) {
    return range.files().stream().map(SstFile::largestKey)
        .filter(end -> range.range().contains(end) && Keys.compare(end, range.range().lastKey()) < 0)
        .filter(end -> range.files().stream().anyMatch(file -> Keys.compare(file.largestKey(), end) == 0
            && range.files().stream().noneMatch(other -> other.level() >= file.level()
                && Keys.compare(other.smallestKey(), end) <= 0 && Keys.compare(other.largestKey(), end) > 0)))
        .filter(end -> range.files().stream().anyMatch(file -> file.tombstones() > 0
            && Keys.compare(file.smallestKey(), end) <= 0))
        .toList();
  }

  @Property
  void orderOfInputDoesNotMatter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int maxEntries,
      @ForAll @IntRange(min = 1, max = 5) int top) {
    PlanLimits limits = best(top, maxEntries);
    GeneratedTree tree = GeneratedTree.of(seed);
    CompactionPlan plan = RangePlanner.plan(List.of(tree.statistics().spans()), limits);
    List<SpanStatistics> shuffled = new ArrayList<>(tree.statistics().spans());
    Collections.shuffle(shuffled, new Random(seed));
    CompactionPlan again = RangePlanner.plan(List.of(shuffled), limits);
    assertThat(again.ranges().toString()).isEqualTo(plan.ranges().toString());
    assertThat(again.leftOut().toList().toString()).isEqualTo(plan.leftOut().toList().toString());
    assertThat(plan.ranges()).hasSizeLessThanOrEqualTo(top);
  }

  @Property
  void firstRangeIsTheBestBeforeAnyHasRun(@ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int maxEntries) {
    TableStatistics statistics = GeneratedTree.of(seed).statistics();
    PlanLimits limits = limits(maxEntries, Integer.MAX_VALUE);
    List<PlannedRange> ranges = RangePlanner.plan(List.of(statistics.spans()), limits).ranges();
    if (ranges.isEmpty()) {
      return;
    }
    List<Candidate> candidates = new TableCandidates(statistics.spans(), limits, RestingRanges.NONE, keys -> false)
        .free();
    assertThat(ranges.get(0).range()).isEqualTo(Collections.min(candidates, Candidate.BEST_FIRST).range());
  }

  @Property
  void costsAreSane(@ForAll long seed, @ForAll @IntRange(min = 1, max = 200) int maxEntries) {
    GeneratedTree tree = GeneratedTree.of(seed);
    CompactionPlan plan = RangePlanner.plan(List.of(tree.statistics().spans()), limits(maxEntries, Integer.MAX_VALUE));
    for (int i = 0; i < plan.ranges().size(); i++) {
      PlannedRange range = plan.ranges().get(i);
      RangeCost cost = range.cost();
      assertThat(range.rank()).isEqualTo(i + 1);
      assertThat(cost.price().readBytes()).isPositive();
      assertThat(cost.price().writeBytes()).isBetween(0L, cost.price().readBytes() + 1);
      assertThat(cost.collateralBytes()).isBetween(0L, cost.price().readBytes());
      assertThat(cost.tombstonesRemoved().most()).isPositive();
    }
    long tombstones = GeneratedTree.tombstones(tree.entries());
    assertThat(plan.ranges().stream().mapToLong(range -> range.cost().tombstonesRemoved().least()).sum())
        .as("tombstones certainly removed").isLessThanOrEqualTo(tombstones);
  }

  /** Ranges do not overtake each other: a smaller budget takes the first ranges of the same plan. */
  @Property
  void planKeepsItsBudgetAndTakesTheFirstRangesOfTheUnlimitedPlan(@ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int maxEntries, @ForAll @IntRange(min = 1, max = 99) int percent) {
    TableStatistics statistics = GeneratedTree.of(seed).statistics();
    PlanLimits limits = limits(maxEntries, Integer.MAX_VALUE);
    CompactionPlan whole = RangePlanner.plan(List.of(statistics.spans()), limits);
    long most = Math.max(1, whole.price().writeBytes() * percent / 100);
    CompactionPlan plan = RangePlanner.plan(List.of(statistics.spans()),
        new PlanLimits(1, 0, maxEntries, Integer.MAX_VALUE, Integer.MAX_VALUE, most));
    assertThat(plan.price().writeBytes()).isLessThanOrEqualTo(most);
    assertThat(plan.ranges()).extracting(PlannedRange::range)
        .isEqualTo(whole.ranges().stream().map(PlannedRange::range).limit(plan.ranges().size()).toList());
    if (plan.ranges().size() < whole.ranges().size()) {
      assertThat(plan.price().writeBytes() + whole.ranges().get(plan.ranges().size()).cost().budgetBytes())
          .isGreaterThan(most);
    }
  }

  /** The price of the first range beyond {@code --top} is its cost in the plan with one range more. */
  @Property
  void priceOfTheNextRangeIsItsCostInAPlanWithOneMore(@ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int maxEntries, @ForAll @IntRange(min = 1, max = 4) int top) {
    TableStatistics statistics = GeneratedTree.of(seed).statistics();
    List<PlannedRange> longer = RangePlanner.plan(List.of(statistics.spans()), best(top + 1, maxEntries)).ranges();
    if (longer.size() <= top) {
      return;
    }
    PlannedRange next = longer.get(top);
    CompactionPlan plan = RangePlanner.plan(List.of(statistics.spans()), best(top, maxEntries));
    List<RejectedRange> leftOut = plan.leftOut().toList();
    assertThat(leftOut).filteredOn(left -> left.range() != null && left.range().equals(next.range())).singleElement()
        .satisfies(left -> assertThat(plan.costs(left)).singleElement()
            .extracting(cost -> cost.price().readBytes(), cost -> cost.price().writeBytes())
            .containsExactly(next.cost().price().readBytes(), next.cost().price().writeBytes()));
  }
}
