// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.DefaultLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

/** Where people wait, in trees whose buckets look harmless on average. Keys are numbers of six digits. */
class TableRunsTest {
  private static final String TABLE = "keyTable";
  private final List<SstFile> files = new ArrayList<>();
  private final List<BucketSpan> buckets = new ArrayList<>();
  private final Map<SstFile, FileProfile> profiles = new HashMap<>();

  private static byte[] key(int number) {
    return String.format("/v/%06d", number).getBytes();
  }

  private SstFile file(int level, int first, int last, int entries, int tombstones) {
    SstFile file = new SstFile(String.format("%06d.sst", files.size()), level, key(first), key(last), 100L * entries,
        entries, tombstones, false);
    files.add(file);
    return file;
  }

  private void bucket(String name, int first, int end) {
    buckets.add(new BucketSpan(TABLE, "v", name, key(first), key(end)));
  }

  /** A scan has found what lies before, on and behind some keys of the file. */
  private void scanned(SstFile file, int cut, int cutAgain, long[] entries, long[] tombstones) {
    profiles.put(file, new FileProfile(new byte[][] {key(cut), key(cutAgain)}, entries, tombstones));
  }

  private TableStatistics statistics() {
    return TableStatistics.take(LsmTable.of(TABLE, 7, files), new SpanSlots(TABLE, buckets), profiles::get);
  }

  private static CompactionPlan plan(TableStatistics statistics) {
    return plan(List.of(RunTargets.ofTable(statistics, statistics.spans(), DefaultLimits.OF_AN_OM)));
  }

  private static CompactionPlan plan(List<RunTargets> targets) {
    return RangePlanner.planRuns(targets, DefaultLimits.OF_AN_OM, RestingRanges.NONE, keys -> false);
  }

  private List<String> planned() {
    TableStatistics statistics = statistics();
    return plan(statistics).ranges().stream()
        .map(range -> range.range() + (range.target().span().isAttributed() ? " of " + range.target().span().bucket()
            : " over " + statistics.knownSpansIn(range.target().span()).size()))
        .toList();
  }

  private List<String> leftOut() {
    return plan(statistics()).leftOut().map(left -> left.target().span().bucket() + " " + left.reason()).toList();
  }

  private List<String> toScan() {
    TableStatistics statistics = statistics();
    return statistics.filesThatMayHideRuns(statistics.runs(0.3, 10_000), 10_000).stream()
        .map(file -> file.file().name())
        .toList();
  }

  private void liveFiles(int first, int count) {
    IntStream.range(0, count).forEach(i -> file(6, first + i * 10_000, first + i * 10_000 + 9_999, 500_000, 0));
  }

  @Test
  void keysDeletedInARowInALargeBucketAreARun() {
    bucket("large", 0, 999_999);
    liveFiles(0, 13);
    file(0, 60_000, 63_999, 200_000, 200_000);
    assertThat(planned()).containsExactly("/v/060000../v/063999 of large");
  }

  @Test
  void deletedHeadOfALargeBucketIsARun() {
    bucket("large", 0, 999_999);
    liveFiles(0, 11);
    file(0, 0, 4_000, 332_000, 332_000);
    file(0, 4_001, 8_000, 332_000, 332_000);
    assertThat(planned()).containsExactly("/v/000000../v/008000 of large");
  }

  @Test
  void manySmallBucketsAreOneRun() {
    for (int i = 0; i < 1_000; i++) {
      bucket(String.format("b%03d", i), i * 100, (i + 1) * 100);
    }
    file(5, 0, 99_999, 150_000, 49_453);
    assertThat(planned()).containsExactly("/v/000000../v/099999 over 1000");
    assertThat(leftOut()).isEmpty();
  }

  @Test
  void runOfAWideFileIsFoundOnceTheFileIsScanned() {
    bucket("queue", 0, 500_000);
    liveFiles(0, 12);
    SstFile wide = file(0, 0, 119_999, 1_000_000, 150_000);
    assertThat(planned()).isEmpty();
    assertThat(toScan()).containsExactly(wide.name());
    scanned(wide, 1_000, 2_000, new long[] {10_000, 160_000, 830_000}, new long[] {100, 149_800, 100});
    assertThat(planned()).containsExactly("/v/001000../v/00200/\\xFF of queue");
    assertThat(toScan()).isEmpty();
  }

  @Test
  void fewTombstonesAboveALargeFileAreARunOnceThatFileIsScanned() {
    bucket("large", 0, 999_999);
    liveFiles(0, 3);
    SstFile lower = files.get(1);
    SstFile upper = file(0, 12_000, 14_999, 12_000, 12_000);
    assertThat(planned()).isEmpty();
    assertThat(toScan()).containsExactlyInAnyOrder(upper.name(), lower.name());
    profiles.put(lower, new FileProfile(new byte[][] {key(12_000), Keys.after(key(14_999))},
        new long[] {200_000, 12_000, 288_000}, new long[] {0, 0, 0}));
    assertThat(toScan()).isEmpty();
    assertThat(planned()).containsExactly("/v/012000../v/014999 of large");
  }

  /** Two buckets lost keys, and both were flushed at once: a file of tombstones as wide as what lies between them. */
  @Test
  void deletesOfTwoBucketsInOneFileAreARunOnceTheFileIsScanned() {
    bucket("first", 0, 10_000);
    bucket("between", 10_000, 50_000);
    bucket("last", 50_000, 60_000);
    file(6, 0, 9_999, 10_000, 0);
    file(6, 10_000, 49_999, 400_000, 0);
    file(6, 50_000, 59_999, 30_000, 0);
    SstFile both = file(0, 5_000, 55_000, 20_100, 20_100);
    assertThat(planned()).isEmpty();
    assertThat(toScan()).contains(both.name());
    profiles.put(both, new FileProfile(new byte[][] {key(10_000), key(50_000)},
        new long[] {100, 0, 20_000}, new long[] {100, 0, 20_000}));
    assertThat(planned()).hasSize(1).allSatisfy(range -> assertThat(range).endsWith("of last"));
    assertThat(toScan()).doesNotContain(both.name());
  }

  @Test
  void deletesOfTwoPlacesOfOneBucketAreToldApartByTheFilesBelow() {
    bucket("large", 0, 999_999);
    liveFiles(0, 5);
    SstFile both = file(0, 5_000, 45_000, 300_000, 300_000);
    assertThat(planned()).isEmpty();
    TableStatistics statistics = statistics();
    assertThat(statistics.filesThatMayHideRuns(statistics.runs(0.3, 10_000), 10_000))
        .filteredOn(file -> file.file() == both).singleElement().satisfies(file ->
            assertThat(Stream.of(file.cuts()).map(KeyText::print))
                .containsExactly("/v/010000", "/v/020000", "/v/030000", "/v/040000"));
  }

  @Test
  void tombstonesScatteredOverATableAreNoRun() {
    bucket("large", 0, 999_999);
    liveFiles(0, 20);
    file(0, 0, 199_999, 20_000, 20_000);
    assertThat(planned()).isEmpty();
    assertThat(leftOut()).containsExactly("large BELOW_MIN_RATIO");
  }

  @Test
  void tooSmallARunSaysSo() {
    bucket("small", 0, 1_000);
    bucket("other", 1_000, 999_999);
    file(6, 0, 999, 9_000, 9_000);
    file(6, 5_000, 5_999, 90_000, 0);
    TableStatistics statistics = statistics();
    CompactionPlan plan = plan(statistics);
    assertThat(plan.ranges()).isEmpty();
    assertThat(plan.leftOut().map(RejectedRange::toString)).containsExactly(
        "BELOW_MIN_TOMBSTONES: /v/small in keyTable with 9000 tombstones in a run of 9000",
        "NO_TOMBSTONES: /v/other in keyTable with 0 tombstones");
  }

  @Test
  void runOfASpanEndsWithTheSpan() {
    bucket("left", 0, 10_000);
    bucket("right", 10_000, 20_000);
    file(6, 0, 9_999, 100_000, 90_000);
    file(6, 10_000, 19_999, 50_000, 40_000);
    TableStatistics statistics = statistics();
    TableRuns runs = statistics.runs(0.3, 1_000);
    assertThat(runs.all()).singleElement().satisfies(run -> assertThat(run.span().isAttributed()).isFalse());
    assertThat(Stream.of(0, 1).map(i -> runs.densestIn(statistics.spans().get(i)).tombstones().toString()))
        .containsExactly("90000", "40000");
  }

  @Test
  void onlyTargetsArePlanned() {
    bucket("a", 0, 10_000);
    bucket("b", 10_000, 20_000);
    bucket("c", 20_000, 30_000);
    file(5, 0, 29_999, 300_000, 290_000);
    TableStatistics statistics = statistics();
    List<BucketSpan> meant = List.of(BucketSpan.unattributed(TABLE, key(0), key(20_000)));
    assertThat(RunTargets.ofPart(statistics, statistics.spans().subList(0, 2), meant, DefaultLimits.OF_AN_OM)
        .qualifying())
        .singleElement().satisfies(run -> assertThat(KeyText.print(run.span().end())).isEqualTo("/v/020000"));
  }

  @Test
  void whatLiesBesideTheRunsOfANamedBucketIsTold() {
    bucket("named", 0, 100_000);
    file(6, 0, 9_999, 30_000, 20_000);
    file(6, 10_000, 59_999, 500_000, 0);
    file(6, 60_000, 69_999, 400_000, 15_000);
    TableStatistics statistics = statistics();
    List<RunTargets> named = List.of(RunTargets.ofPart(statistics, statistics.spans(),
        List.of(statistics.spans().get(0).span()), DefaultLimits.OF_AN_OM));
    CompactionPlan plan = plan(named);
    assertThat(plan.ranges()).extracting(range -> range.range().toString()).containsExactly("/v/000000../v/009999");
    assertThat(plan.leftOut()).singleElement().satisfies(left -> {
      assertThat(left.target().span().bucket()).isEqualTo("named");
      assertThat(KeyText.print(left.keys().begin())).startsWith("/v/009999");
      assertThat(left.why().isScattered()).isTrue();
    });
  }
}
