// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.DefaultLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.ReportedTree;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreeText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
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
    String text = TreeText.print(ReportedTree.of(ask("/sst-files?spans=true&table=" + table, SstFileListJson.class)));
    return TreeText.parse(List.of(text.split("\n"))).get(0);
  }

  @ParameterizedTest
  @CsvSource({
      "keyTable,           10, 0.05",
      "keyTable,           50, 0.01",
      "openKeyTable,        1, 0.01",
      "multipartInfoTable,  5, 0.1"})
  void tableIsPlannedAsTheOmPlansIt(String table, long minTombstones, double minRatio) throws Exception {
    PlanLimits limits = DefaultLimits.OF_AN_OM.withMinTombstones(minTombstones).withMinRatio(minRatio);
    TableStatistics statistics = tree(table).statistics();

    assertSame(RangePlanner.planRuns(List.of(RunTargets.ofTable(statistics, statistics.spans(), limits)), limits,
        RestingRanges.NONE, keys -> false), Targets.newBuilder().addTables(table),
        Thresholds.newBuilder().setMinTombstones(minTombstones).setMinRatio(minRatio));
  }

  @ParameterizedTest
  @CsvSource({"keyTable, /v/b3", "keyTable, /v/b9", "openKeyTable, /few/c1", "multipartInfoTable, /few/c2"})
  void bucketThatIsNamedIsPlannedAsTheOmPlansIt(String table, String bucket) throws Exception {
    LsmTree tree = tree(table);
    TableStatistics statistics = tree.statistics();
    BucketSpan named = tree.spans().stream().filter(span -> span.path().equals(bucket)).findFirst().orElseThrow();

    assertSame(RangePlanner.plan(List.of(List.of(statistics.of(named))),
        DefaultLimits.OF_AN_OM.withMinTombstones(1).withMinRatio(0)), Targets.newBuilder().addTables(table)
        .addBuckets(bucket), Thresholds.newBuilder());
  }

  /** From metadata alone: a preview scans files besides. */
  private static void assertSame(CompactionPlan plan, Targets.Builder targets, Thresholds.Builder thresholds)
      throws Exception {
    CompactionPlan theirs = om.freshPlanner().plan(targets.build(), thresholds.build(), Precision.METADATA).ranges();
    assertThat(theirs.leftOut().count() + theirs.ranges().size()).isPositive();
    assertThat(plan.ranges().stream().map(TreeOfTableTest::told))
        .containsExactlyElementsOf(theirs.ranges().stream().map(TreeOfTableTest::told).toList());
    assertThat(plan.leftOut().map(Object::toString)).containsExactlyInAnyOrderElementsOf(theirs.leftOut()
        .map(Object::toString).filter(left -> !left.contains("None of its 0 SST files")).toList());
  }

  /** Without what samples of files tell the OM besides. */
  private static List<Object> told(PlannedRange range) {
    return List.of(range.rank(), range.table(), range.range().toString(), range.files(),
        range.cost().tombstonesRemoved(), range.cost().price().readBytes());
  }

  @Test
  void spansAreTheBucketsThatTheFilesMayHoldKeysOfAndOnlyToldIfAskedFor() throws Exception {
    SstFileListJson whole = ask("/sst-files?spans=true&table=keyTable&limit=1", SstFileListJson.class);
    assertThat(whole.getSpans()).hasSize(ServedOm.BUCKETS).first()
        .satisfies(span -> assertThat(span.getPrefix().getText()).isEqualTo("/v/b1/"));
    assertThat(whole.getLevels()).isEqualTo(7);
    assertThat(whole.getBaseLevel()).isEqualTo(6);
    assertThat(whole.getMaxCompactionBytes()).isEqualTo(MAX_COMPACTION_BYTES);
    assertThat(whole.getPrefixOfFiles()).isZero();
    assertThat(ask("/sst-files?table=keyTable", SstFileListJson.class).getSpans()).isEmpty();
    assertThat(ask("/sst-files?spans=true&table=keyTable&limit=1&prevKey=" + whole.getNextKey(), SstFileListJson.class)
        .getSpans()).isEmpty();
    assertThat(ask("/sst-files?spans=true&table=openFileTable", SstFileListJson.class).getSpans()).isEmpty();
  }
}
