// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.client.BucketArgs;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.DefaultLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.ReportedTree;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table and layout, and all kinds of keys in a bucket. */
@ExtendWith(RingFixture.class)
class TablesTest {

  static Stream<Arguments> tables() {
    Map<Boolean, List<String>> byIds = BucketRows.TABLES.stream()
        .collect(Collectors.partitioningBy(table -> table.matches(".*([fF]ile|[dD]irectory)Table")));
    return Stream.of(
        Arguments.of(BucketLayout.OBJECT_STORE, byIds.get(false)),
        Arguments.of(BucketLayout.FILE_SYSTEM_OPTIMIZED, byIds.get(true)),
        Arguments.of(BucketLayout.LEGACY, List.of("keyTable")));
  }

  @ParameterizedTest(name = "layout {0}: {1}")
  @MethodSource("tables")
  void tombstonesOfOneBucketGoAndItsLiveRowsStay(BucketLayout layout, List<String> tables, TestRing ring)
      throws Exception {
    String bucket = ring.createBucket(layout);
    for (String table : tables) {
      BucketRows rows = ring.rows(table, bucket);
      ring.fill(rows);
      ring.delete(rows, row -> row < TestRing.DELETED);
    }

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    for (String table : tables) {
      BucketRows rows = ring.rows(table, bucket);
      for (OzoneManager om : ring.nodes().running()) {
        assertThat(tombstones(ring, om, table, bucket)).as(table).isZero();
        assertThat(OmDb.live(om, rows, rows.prefix())).as(table).isEqualTo(TestRing.ROWS - TestRing.DELETED);
      }
    }
  }

  /** From SST metadata alone: samples and scans of files give the OM better counts and predictions. */
  @ParameterizedTest
  @CsvSource({
      "keyTable,     OBJECT_STORE",
      "fileTable,    FILE_SYSTEM_OPTIMIZED",
      "deletedTable, FILE_SYSTEM_OPTIMIZED"})
  void reportedTreeIsPlannedAsTheOmPlans(String table, BucketLayout layout, TestRing ring) throws Exception {
    String bucket = TestRing.path(ring.massDeleted(layout, table));
    assertPlanIs(tree -> RangePlanner.plan(List.of(tree.spans().stream().filter(span -> span.path().equals(bucket))
        .map(tree.statistics()::of).toList()), DefaultLimits.OF_AN_OM.withMinTombstones(1).withMinRatio(0)),
        ring, table, Targets.newBuilder().addBuckets(bucket), Thresholds.newBuilder());
    PlanLimits limits = DefaultLimits.OF_AN_OM.withMinTombstones(1000).withMinRatio(0.1);
    assertPlanIs(tree -> {
      TableStatistics statistics = tree.statistics();
      return RangePlanner.planRuns(List.of(RunTargets.ofTable(statistics, statistics.spans(), limits)), limits,
          RestingRanges.NONE, keys -> false);
    }, ring, table, Targets.newBuilder(), Thresholds.newBuilder().setMinTombstones(1_000).setMinRatio(0.1));
  }

  private static void assertPlanIs(Function<LsmTree, CompactionPlan> planner, TestRing ring, String table,
      Targets.Builder targets, Thresholds.Builder thresholds) throws Exception {
    OzoneManager leader = ring.nodes().leader();
    CompactionPlan theirs;
    String before;
    String after = ring.runs("sst-files", "--cf", table, "--all", "--json");
    do {
      before = after;
      theirs = new NodePlanner(new LsmReader(leader::getMetadataManager), new ExactCounts(),
          CompactionConfig.from(leader.getConfiguration()))
          .plan(targets.addTables(table).build(), thresholds.build(), Precision.METADATA).ranges();
      after = ring.runs("sst-files", "--cf", table, "--all", "--json");
    } while (!before.equals(after));
    CompactionPlan plan = planner.apply(
        ReportedTree.of(CompactionJson.mapper().readValue(after, SstFileListJson.class)));

    assertThat(theirs.ranges()).as("%s of %s", targets, table).isNotEmpty();
    assertThat(plan.ranges().stream().map(TablesTest::told)).as("%s%n%s", targets, after)
        .containsExactlyElementsOf(theirs.ranges().stream().map(TablesTest::told).toList());
    // A tree has only the buckets of its files.
    assertThat(plan.leftOut().map(Object::toString)).as("%s%n%s", targets, after)
        .containsExactlyInAnyOrderElementsOf(theirs.leftOut()
            .filter(left -> left.target().ownFiles() + left.target().sharedFiles() > 0).map(Object::toString).toList());
  }

  private static List<Object> told(PlannedRange range) {
    return List.of(range.rank(), range.table(), range.range().toString(), range.files().size(),
        range.cost().tombstonesRemoved(), range.cost().price().readBytes());
  }

  private static long tombstones(TestRing ring, OzoneManager om, String table, String bucket) throws Exception {
    return ring.list("--exact", "--cf", table, "--bucket", TestRing.path(bucket), "--node-id", om.getOMNodeId())
        .getBuckets().stream().mapToLong(span -> span.getTombstones().getHigh()).sum();
  }

  @Test
  void emptyTableIsDoneAtOnce(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);

    JobJson job = ring.triggerAndWait("--cf", "multipartInfoTable", "--bucket", TestRing.path(bucket));

    assertThat(job.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).allSatisfy(turn -> assertThat(turn.getFigures().getRangesDone()).isZero());
  }

  @Test
  void tombstonesInMemoryAreShownSeparately(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    BucketRows rows = ring.rows("keyTable", bucket);
    ring.fill(rows);
    ring.tables().delete(rows, TestRing.ROWS, row -> row < TestRing.DELETED);

    TableSummaryJson table = ring.list("--cf", "keyTable", "--bucket", TestRing.path(bucket)).getTables().get(0);
    assertThat(table.getMemtableTombstones()).isGreaterThanOrEqualTo(TestRing.DELETED);

    JobJson job = ring.triggerAndWait("--bucket", TestRing.path(bucket));
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    for (OzoneManager om : ring.nodes().running()) {
      assertThat(OmDb.live(om, rows, rows.prefix())).isEqualTo(TestRing.ROWS - TestRing.DELETED);
    }
  }

  /** Compacts by bucket, and again by the ranges that previews print. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oddKeysAreListedCompactedAndKept(boolean byRange, TestRing ring) throws Exception {
    List<byte[]> middles = Stream.of("Übergröße/東京/🗝 key/", "a//b/ /c\\..\"x\"/", "../", "%00%2F\n\t/",
        "x".repeat(3000)).map(name -> name.getBytes(StandardCharsets.UTF_8)).collect(Collectors.toList());
    middles.add(new byte[] {(byte) 0xff, 0, (byte) 0xc3, (byte) 0x28});
    List<OddRows> odd = new ArrayList<>();
    for (byte[] middle : middles) {
      String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
      odd.add(new OddRows(bucket, ring.rows("keyTable", bucket), middle));
    }
    ring.fill(odd.toArray(TableRows[]::new));
    // One file: RocksDB would compact four files of level 0 by itself.
    odd.forEach(rows -> ring.tables().delete(rows, TestRing.ROWS, row -> row < TestRing.DELETED));
    ring.tables().flush("keyTable");
    List<String> targets = new ArrayList<>(List.of("--cf", "keyTable"));
    for (OddRows rows : odd) {
      List<RangeJson> ranges = ring.preview("--cf", "keyTable", "--bucket", TestRing.path(rows.bucket())).getRanges();
      assertThat(ranges).as(rows.bucket()).isNotEmpty();
      targets.addAll(byRange
          ? List.of("--key-range", ranges.get(0).getBegin().getText() + ".." + ranges.get(0).getEnd().getText())
          : List.of("--bucket", TestRing.path(rows.bucket())));
    }

    JobJson job = ring.triggerAndWait(targets.toArray(String[]::new));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    for (OddRows rows : odd) {
      for (OzoneManager om : ring.nodes().running()) {
        assertThat(tombstones(ring, om, "keyTable", rows.bucket())).as("%s", rows).isZero();
        assertThat(OmDb.live(om, rows, rows.key(0))).as("%s", rows).isZero();
        assertThat(OmDb.live(om, rows, rows.prefix())).as("%s", rows).isEqualTo(TestRing.ROWS - TestRing.DELETED);
      }
    }
  }

  /** A bucket with a name that OM accepts if names need not be valid in S3. */
  private record OddName(String volume, String bucket, BucketLayout layout) {
    private String path() {
      return '/' + volume + '/' + bucket;
    }

    private BucketRows rows(TestRing ring) throws IOException {
      String table = layout == BucketLayout.FILE_SYSTEM_OPTIMIZED ? "fileTable" : "keyTable";
      return BucketRows.of(ring.nodes().leader(), table, volume, bucket);
    }
  }

  @Test
  void oddBucketAndVolumeNamesAreListedCompactedAndKept(TestRing ring) throws Exception {
    String longest = "v".repeat(63);
    for (String volume : List.of("0-0", "_odd_.volume", longest)) {
      ring.client().getObjectStore().createVolume(volume);
    }
    List<OddName> odd = List.of(
        new OddName("0-0", "abc", BucketLayout.OBJECT_STORE),
        new OddName("0-0", "b", BucketLayout.FILE_SYSTEM_OPTIMIZED),
        new OddName("_odd_.volume", "1.2.3-4", BucketLayout.OBJECT_STORE),
        new OddName("_odd_.volume", "under_score_", BucketLayout.FILE_SYSTEM_OPTIMIZED),
        new OddName(longest, "b".repeat(63), BucketLayout.OBJECT_STORE),
        new OddName(longest, "l".repeat(255), BucketLayout.LEGACY));
    List<TableRows> rows = new ArrayList<>();
    List<String> named = new ArrayList<>();
    for (OddName name : odd) {
      ring.client().getObjectStore().getVolume(name.volume()).createBucket(name.bucket(),
          BucketArgs.newBuilder().setBucketLayout(name.layout()).build());
      rows.add(name.rows(ring));
      named.addAll(List.of("--bucket", name.path()));
    }
    ring.fill(rows.toArray(TableRows[]::new));
    rows.forEach(some -> ring.delete(some, row -> row < TestRing.DELETED));

    JobJson job = ring.triggerAndWait(named.toArray(String[]::new));

    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    for (OddName name : odd) {
      assertThat(ring.list("--exact", "--bucket", name.path(), "--node-id", "all").getBuckets()).isNotEmpty()
          .allSatisfy(span -> assertThat(span.getTombstones().getHigh()).as("%s", span).isZero());
      for (OzoneManager om : ring.nodes().running()) {
        assertThat(OmDb.live(om, name.rows(ring), name.rows(ring).prefix()))
            .isEqualTo(TestRing.ROWS - TestRing.DELETED);
      }
    }
  }

  /** Rows with unusual bytes in the middle of their keys. */
  private record OddRows(String bucket, BucketRows plain, byte[] middle) implements TableRows {
    @Override
    public String table() {
      return plain.table();
    }

    private byte[] prefix() {
      return plain.prefix();
    }

    @Override
    public byte[] key(int row) {
      byte[] name = BucketRows.name(row).getBytes(StandardCharsets.UTF_8);
      byte[] key = new byte[prefix().length + middle.length + name.length];
      System.arraycopy(prefix(), 0, key, 0, prefix().length);
      System.arraycopy(middle, 0, key, prefix().length, middle.length);
      System.arraycopy(name, 0, key, prefix().length + middle.length, name.length);
      return key;
    }

    @Override
    public byte[] value(int row) {
      return plain.value(row);
    }
  }

  @Test
  void tombstonesOfADeletedBucketAreListedAndCompactedByKeys(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    String inTheWay = ring.triggerSlow();
    BucketRows rows = ring.rows("keyTable", bucket);
    ring.fill(rows);
    String waiting = ring.trigger("--bucket", TestRing.path(bucket));
    ring.delete(rows, row -> true);
    ring.client().getObjectStore().getVolume(TestRing.VOLUME).deleteBucket(bucket);
    ring.cancel(inTheWay);

    JobJson late = ring.awaitJob(waiting, JobModel::hasEnded);
    assertThat(late.getTurns()).allSatisfy(turn -> {
      assertThat(turn.getState()).isEqualTo(TurnStateJson.SUCCEEDED);
      assertThat(turn.getMessage()).contains("Nothing to compact");
    });

    BucketJson left = ring.list("--cf", "keyTable", "--exact", "-l", "1000").getBuckets().stream()
        .filter(span -> meets(span, rows.prefix())).findFirst().orElseThrow();
    assertThat(left.getBucket()).isNull();
    JobJson job = ring.triggerAndWait("--cf", "keyTable", "--key-range",
        left.getBegin().getText() + ".." + left.getEnd().getText());
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ring.list("--cf", "keyTable", "--exact", "-l", "1000").getBuckets())
        .noneMatch(span -> meets(span, rows.prefix()) && span.getTombstones().getHigh() > 0);
  }

  /** Whether keys of the span can begin with the prefix, which ends in '/'. */
  private static boolean meets(BucketJson span, byte[] prefix) {
    byte[] after = prefix.clone();
    after[after.length - 1]++;
    return Arrays.compareUnsigned(span.getBegin().getBase64(), after) < 0
        && Arrays.compareUnsigned(prefix, span.getEnd().getBase64()) <= 0;
  }
}
