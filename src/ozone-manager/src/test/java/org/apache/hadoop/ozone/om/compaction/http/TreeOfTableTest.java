// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.model.SstFileList;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.ReportedTree;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreeText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.text.PlanModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code /sst-files} tells of a table, as text and back, is planned as the OM plans the table itself. */
class TreeOfTableTest {
  private static final ObjectMapper JSON = CompactionJson.mapper();
  private static final long MAX_COMPACTION_BYTES = 1_000;

  @TempDir
  private static Path directory;
  private static ServedOm om;

  @BeforeAll
  static void start() throws Exception {
    om = ServedOm.filled(directory);
    om.database().maxCompactionBytes("keyTable", MAX_COMPACTION_BYTES);
  }

  @AfterAll
  static void stop() throws Exception {
    om.close();
  }

  private static <T> T ask(String query, Class<T> type) throws Exception {
    return JSON.treeToValue(om.ok(query), type);
  }

  /** As an operator sends it: to text and back. */
  private static LsmTree tree(String table) throws Exception {
    String text = TreeText.print(ReportedTree.of(ask("/sst-files?spans=true&table=" + table, SstFileList.class)));
    return TreeText.parse(List.of(text.split("\n"))).get(0);
  }

  @ParameterizedTest
  @CsvSource({
      "keyTable,           10, 0.05",
      "keyTable,           50, 0.01",
      "openKeyTable,        1, 0.01",
      "multipartInfoTable,  5, 0.1"})
  void tableIsPlannedAsTheOmPlansIt(String table, long minTombstones, double minRatio) throws Exception {
    PlanLimits limits = PlanLimits.DEFAULT.withMinTombstones(minTombstones).withMinRatio(minRatio);
    TableStatistics statistics = tree(table).statistics();

    assertSame(RangePlanner.planRuns(List.of(RunTargets.ofTable(statistics, statistics.spans(), limits)), limits),
        statistics, "&minTombstones=" + minTombstones + "&minRatio=" + minRatio);
  }

  @ParameterizedTest
  @CsvSource({"keyTable, /v/b3", "keyTable, /v/b9", "openKeyTable, /few/c1", "multipartInfoTable, /few/c2"})
  void bucketThatIsNamedIsPlannedAsTheOmPlansIt(String table, String bucket) throws Exception {
    LsmTree tree = tree(table);
    TableStatistics statistics = tree.statistics();
    BucketSpan named = tree.spans().stream().filter(span -> span.path().equals(bucket)).findFirst().orElseThrow();

    assertSame(RangePlanner.plan(List.of(List.of(statistics.of(named))),
        PlanLimits.DEFAULT.withMinTombstones(1).withMinRatio(0)), statistics, "&bucket=" + bucket);
  }

  private static void assertSame(CompactionPlan plan, TableStatistics statistics, String query) throws Exception {
    RangeList theirs = ask("/ranges?probe=false&showSkipped=true&table=" + statistics.table().name() + query,
        RangeList.class);
    PlanModel model = new PlanModel("om1", om.names());

    assertThat(theirs.getSkippedCount() + theirs.getTotalCount()).isPositive();
    assertThat(plan.ranges().stream().map(range -> fromMetadata(model.range(range,
        statistics.of(BucketSpan.unattributed(range.table(), range.range())))))).as("%s", theirs)
        .containsExactlyElementsOf(theirs.getRanges().stream().map(TreeOfTableTest::fromMetadata).toList());
    assertThat(plan.leftOut().map(left -> withoutSamples(
        model.leftOut(left, left.isByChoice() ? plan.costs(left) : null)))).as("%s", theirs)
        .containsExactlyInAnyOrderElementsOf(theirs.getSkipped().stream()
            .filter(left -> !left.getMessage().startsWith("None of its 0 SST files"))
            .map(TreeOfTableTest::withoutSamples).toList());
  }

  /** Without what samples of files and the disk tell the OM besides. */
  private static Range fromMetadata(Range range) {
    return range.collateralBytes(null).predictedWriteBytes(null).predictedWrite(null).tombstonesPerMegabyte(null)
        .checkReadBytes(null).snapshotRetainedBytes(null).l0ReadBytes(null);
  }

  private static SkippedRange withoutSamples(SkippedRange left) {
    return left.predictedWriteBytes(null);
  }

  @Test
  void spansAreTheBucketsThatTheFilesMayHoldKeysOfAndOnlyToldIfAskedFor() throws Exception {
    SstFileList whole = ask("/sst-files?spans=true&table=keyTable&limit=1", SstFileList.class);
    assertThat(whole.getSpans()).hasSize(ServedOm.BUCKETS).first()
        .satisfies(span -> assertThat(span.getPrefix().getText()).isEqualTo("/v/b1/"));
    assertThat(whole.getLevels()).isEqualTo(7);
    assertThat(whole.getBaseLevel()).isEqualTo(6);
    assertThat(whole.getMaxCompactionBytes()).isEqualTo(MAX_COMPACTION_BYTES);
    assertThat(whole.getPrefixOfFiles()).isZero();
    assertThat(ask("/sst-files?table=keyTable", SstFileList.class).getSpans()).isEmpty();
    assertThat(ask("/sst-files?spans=true&table=keyTable&limit=1&prevKey=" + whole.getNextKey(), SstFileList.class)
        .getSpans()).isEmpty();
    assertThat(ask("/sst-files?spans=true&table=openFileTable", SstFileList.class).getSpans()).isEmpty();
  }
}
