// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.model.SstFileList;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanModel;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreePlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreeText;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code /sst-files} tells of a table, as text and back, is planned as the OM plans the table itself. */
class TreeOfTableTest {
  private static final ObjectMapper JSON = CompactionJson.mapper();
  private static final int ALL = 1_000;
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

  private static List<LsmTree> tree(String table) throws Exception {
    String text = TreeText.print(PlanModel.tree(ask("/sst-files?spans=true&table=" + table, SstFileList.class)));
    return TreeText.parse(List.of(text.split("\n")));
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "keyTable,           -,       10, 0.05",
      "keyTable,           -,       50, 0",
      "keyTable,           -,        -, -",
      "keyTable,           /v/b3,    -, -",
      "keyTable,           /v/b9,   10, 0.3",
      "keyTable,           v,        5, 0.1",
      "keyTable,           /v/b3/a../v/b5/z, -, -",
      "openKeyTable,       /few/c1,  -, -",
      "openKeyTable,       -,        1, 0.01",
      "multipartInfoTable, /few/c2,  -, -",
      "multipartInfoTable, few,      5, 0.1"})
  void isPlannedAsTheOmPlansIt(String table, String target, Long minTombstones, Double minRatio) throws Exception {
    Targets targets = new Targets().addTablesItem(table);
    String query = "/ranges?probe=false&showSkipped=true&table=" + table
        + (minTombstones == null ? "" : "&minTombstones=" + minTombstones + "&minRatio=" + minRatio);
    if (target != null && target.contains("..")) {
      KeyRange range = KeyRange.parse(target);
      targets.tables(List.of()).addKeyRangesItem(new org.apache.hadoop.ozone.om.compaction.model.KeyRange().table(table)
          .begin(new Key().base64(range.begin())).end(new Key().base64(range.lastKey())));
      query += "&keyRange=" + target;
    } else if (target != null && target.startsWith("/")) {
      targets.addBucketsItem(target);
      query += "&bucket=" + target;
    } else if (target != null) {
      targets.volume(target);
      query += "&volume=" + target;
    }
    TreePlan plan = new TreePlan(tree(table), targets,
        new Thresholds().minTombstones(minTombstones).minRatio(minRatio));
    RangeList ours = plan.ranges("om1", ALL).skipped(plan.leftOut("om1", ALL)).skippedCount(plan.leftOutCount());

    RangeList theirs = ask(query, RangeList.class);

    assertThat(theirs.getSkippedCount() + theirs.getTotalCount()).isPositive();
    assertThat(ours.getRanges().stream().map(TreeOfTableTest::fromMetadata)).as("%s", theirs)
        .containsExactlyElementsOf(theirs.getRanges().stream().map(TreeOfTableTest::fromMetadata).toList());
    List<SkippedRange> withFiles = theirs.getSkipped().stream()
        .filter(left -> !left.getMessage().startsWith("None of its 0 SST files")).toList();
    assertThat(ours.getSkipped().stream().map(TreeOfTableTest::withoutSamples)).as("%s", theirs)
        .containsExactlyElementsOf(withFiles.stream().map(TreeOfTableTest::withoutSamples).toList());
    assertThat(ours.getSkippedCount()).isEqualTo(withFiles.size());
  }

  /** Without what samples of files and the disk tell the OM besides. */
  private static Range fromMetadata(Range range) {
    return range.collateralBytes(null).predictedWriteBytes(null).predictedWrite(null).tombstonesPerMegabyte(null)
        .checkReadBytes(null).snapshotRetainedBytes(null);
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
