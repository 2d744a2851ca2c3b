// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.DefaultLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people read of ranges that a plan leaves out. */
class LeftOutTest {
  private static final String TABLE = "keyTable";

  /** Two buckets, with a file each. */
  private static TableStatistics statistics(long entries, long tombstones) {
    LsmTable table = LsmTable.of(TABLE, 7, List.of(file("b", entries, tombstones), file("d", entries, tombstones)));
    return LsmTree.statistics(table, List.of(bucket("b"), bucket("d")));
  }

  private static SstFile file(String bucket, long entries, long tombstones) {
    return new SstFile(bucket + ".sst", 6, key("/v/" + bucket + "/1"), key("/v/" + bucket + "/2"), 10 * entries,
        entries, tombstones, false);
  }

  private static BucketSpan bucket(String name) {
    return new BucketSpan(TABLE, "v", name, key("/v/" + name + "/"), key("/v/" + name + "0"));
  }

  private static byte[] key(String text) {
    return text.getBytes(UTF_8);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      20 | 9 | 10 | 0.3 | 100  | 9999 | It holds 9 tombstones, the minimum is 10.
      20 | 2 | 2  | 0.3 | 100  | 9999 | At most 0.1000 of its entries are tombstones, the minimum is 0.3000.
      20 | 0 | 1  | 0.3 | 100  | 9999 | It holds no tombstone in 1 SST file.
      20 | 9 | 1  | 0.3 | 1    | 9999 | It comes after the best 1 range, and no more was asked for.
      20 | 9 | 1  | 0.3 | 100  | 100  | It is left for another job: the next range alone may write 4.20 KB, more than \
      the budget of 100 B; raise the budget, or make ranges smaller where they hold several files.
      20 | 9 | 1  | 0.3 | 100  | 4350 | It is left for another job: of the budget of 4.25 KB on an OM 4.14 KB are \
      left, and the next range may write 4.20 KB.
      """)
  void reasonsHaveTheirFigures(long entries, long tombstones, long minTombstones, double minRatio, int top,
      long totalBytes, String sentence) {
    CompactionPlan plan = RangePlanner.plan(List.of(statistics(entries, tombstones).spans()),
        new PlanLimits(minTombstones, minRatio, 10_000, 1L << 30, top, totalBytes));
    assertThat(plan.leftOut().map(LeftOut::sentence)).isNotEmpty().last().isEqualTo(sentence);
  }

  @Test
  void whatSomebodyExcludesIsNamedByTheirPattern() {
    assertThat(LeftOut.sentence(RejectedRange.excluded(statistics(20, 9).spans().get(0), "/v/b*",
        DefaultLimits.OF_AN_OM)))
        .isEqualTo("It is excluded by '/v/b*'.");
  }

  @Test
  void runThatIsTooSmallSaysSo() {
    TableStatistics statistics = statistics(9_000, 8_000);
    CompactionPlan plan = RangePlanner.planRuns(
        List.of(RunTargets.ofTable(statistics, statistics.spans(), DefaultLimits.OF_AN_OM.withMinTombstones(20_000))),
        DefaultLimits.OF_AN_OM.withMinTombstones(20_000), RestingRanges.NONE, keys -> false);
    assertThat(plan.leftOut().map(LeftOut::sentence)).isNotEmpty().allMatch(sentence -> sentence.equals(
        "The densest run that it is part of holds 16,000 tombstones, the minimum is 20,000."));
  }

  @Test
  void messageCountsRanges() {
    assertThat(LeftOut.message(new BudgetExceeded(1, 5, 20), 10)).startsWith("1 range left for another job: the next ");
    assertThat(LeftOut.message(new BudgetExceeded(2, 5, 8), 10)).startsWith("2 ranges left for another job: of the ");
  }

  /** As the command line and the page mark numbers: ~48.0k and <=34.0k. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      34000 | 34000 | 34,000
      34000 | 62000 | about 48,000
      0     | 34000 | up to 34,000
      5     | 34000 | up to 34,000
      """)
  void sentencesHaveOneNumber(long least, long most, String words) {
    assertThat(ValueFormat.count(new CountInterval(least, most))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      0       | 0 B
      1023    | 1023 B
      1024    | 1.00 KB
      1048575 | 1.00 MB
      5452595 | 5.20 MB
      10480000 | 9.99 MB
      10481000 | 10.0 MB
      104805000 | 99.9 MB
      104806000 | 100 MB
      """)
  void sizesHaveUnitsOf1024(long bytes, String words) {
    assertThat(ValueFormat.bytes(bytes)).isEqualTo(words);
  }
}
