// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklogJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.FlushCostJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.LeaderMoveJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAtJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.PressureJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.RunJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.SpanKindJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;

/** Models as a ring gives them, among them the widest that there are. */
final class Samples {
  private static final String LONG_NAME = "b".repeat(63);

  private Samples() {
  }

  static NodeListJson nodes() {
    PressureJson calm = new PressureJson().l0Files(2).l0SlowdownTrigger(20).writesStopped(false).delayedWriteRate(0L)
        .pendingCompactionBytes(0L).freeDiskBytes(412L << 30).diskReserveBytes(10L << 30).checkpointUnderWay(false)
        .prepared(false);
    PressureJson strained = new PressureJson().l0Files(21).l0SlowdownTrigger(20).writesStopped(false)
        .delayedWriteRate(0L)
        .pendingCompactionBytes(0L).freeDiskBytes(5L << 30).diskReserveBytes(10L << 30).checkpointUnderWay(false)
        .prepared(false)
        .addWaitsItem(new WaitJson().reason(WaitReasonJson.L0_FILES).message("21 L0 files, writes slow down at 20."))
        .addWaitsItem(new WaitJson().reason(WaitReasonJson.DISK_SPACE).message("5 GB free, 10 GB must stay."));
    return new NodeListJson().totalCount(4L)
        .addNodesItem(new NodeJson().nodeId("om1").host("om1.example.com").role(NodeRoleJson.FOLLOWER).reachable(true)
            .addOnVersion("1.0.0").ozoneVersion("2.2.0").pressure(calm)
            .runningJob("6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11"))
        .addNodesItem(new NodeJson().nodeId("om2").host("om2.example.com").role(NodeRoleJson.FOLLOWER).reachable(true)
            .addOnVersion("1.0.0").ozoneVersion("2.2.0").pressure(strained)
            .addWarningsItem("On om2 every list of keyTable passes 120,000 tombstones at its head: 349 ms."))
        .addNodesItem(new NodeJson().nodeId("om3").host("om3.example.com").role(NodeRoleJson.LEADER).reachable(true)
            .problem(new ProblemJson().nodeId("om3").code(ErrorCode.ADD_ON_MISSING)
                .message("OM om3 runs without the range compaction add-on.")))
        .addNodesItem(new NodeJson().nodeId("om4").host("om4.example.com").role(NodeRoleJson.LISTENER).reachable(false)
            .problem(new ProblemJson().nodeId("om4").code(ErrorCode.UNREACHABLE)
                .message("OM om4 did not answer: Connection refused.")));
  }

  static BucketJson bucket(String node, String name, CountIntervalJson tombstones, CountIntervalJson entries) {
    return inMemory(new BucketJson().nodeId(node).table("keyTable").volume("vol1").bucket(name)
        .begin(key("/vol1/" + name + "/a"))
        .end(key("/vol1/" + name + "/z")).entries(entries).tombstones(tombstones)
        .tombstoneRatio(Figure.ratio((double) tombstones.getLow() / entries.getHigh(),
            (double) tombstones.getHigh() / entries.getHigh()))
        .files(12).sharedFiles(3).sizeBytes(187_654_321L), exactly(0), 4321);
  }

  /** A row with so much in memory, and the sums. */
  static BucketJson inMemory(BucketJson row, CountIntervalJson tombstones, long entries) {
    CountIntervalJson all = between(row.getTombstones().getLow() + tombstones.getLow(),
        row.getTombstones().getHigh() + tombstones.getHigh());
    CountIntervalJson allEntries = between(row.getEntries().getLow() + Math.max(entries, tombstones.getLow()),
        row.getEntries().getHigh() + Math.max(entries, tombstones.getHigh()));
    return row.memtableTombstones(tombstones).memtableEntries(entries).allTombstones(all).allEntries(allEntries)
        .allTombstoneRatio(tombstones.getHigh() == 0 ? row.getTombstoneRatio()
            : Figure.ratio((double) all.getLow() / allEntries.getHigh(),
                Math.min(1, (double) all.getHigh() / allEntries.getLow())));
  }

  static CountIntervalJson between(long low, long high) {
    return Figure.interval(low, high);
  }

  private static ByteIntervalJson bytes(long low, long high) {
    return new ByteIntervalJson().low(low).high(high);
  }

  static BucketListJson buckets(String node) {
    return new BucketListJson()
        .addBucketsItem(bucket(node, "logs", exactly(1_234_567), exactly(3_000_000)))
        .addBucketsItem(bucket(node, "tmp", between(299_000, 520_000), exactly(1_000_000)))
        .addBucketsItem(inMemory(new BucketJson().nodeId(node).table("snapshotRenamedTable").begin(key("/-12/-34/a"))
            .end(key("/-12/-34/\\x00\\xFF")).entries(exactly(12_000)).tombstones(exactly(12_000))
            .tombstoneRatio(Figure.ratio(1, 1)).files(1).sharedFiles(0).sizeBytes(987L), exactly(0), 0))
        .addBucketsItem(bucket(node, LONG_NAME, exactly(3), exactly(10_000)).volume(LONG_NAME))
        .addBucketsItem(inMemory(bucket(node, "quiet", exactly(0), exactly(5)), exactly(0), 0));
  }

  static BucketListJson bucketsOnAllNodes() {
    return new BucketListJson()
        .addBucketsItem(bucket("om1", "logs", exactly(900_000), exactly(1_000_000)).waitMicros(1_300_000L)
            .lookedAt(true))
        .addBucketsItem(bucket("om2", "logs", exactly(900_000), exactly(1_000_000)).waitMicros(35_500L).lookedAt(false))
        .addBucketsItem(bucket("om3", "logs", exactly(10), exactly(1_000_000)).lookedAt(true))
        .addBucketsItem(bucket("om3", "tmp", exactly(900_000), exactly(1_000_000)).lookedAt(false))
        .addNotLookedAtItem(new NotLookedAtJson().nodeId("om3").table("keyTable").tombstones(900_000L));
  }

  static RunJson run(CountIntervalJson tombstones, CountIntervalJson entries) {
    return new RunJson().begin(key("/vol1/a")).end(key("/vol1/b")).entries(entries).tombstones(tombstones)
        .tombstoneRatio(Figure.ratio((double) tombstones.getLow() / entries.getHigh(),
            Math.min(1, (double) tombstones.getHigh() / entries.getLow())));
  }

  static TableSummaryJson table(String node, String name, long tombstones, long entries, long inMemory) {
    return new TableSummaryJson().nodeId(node).table(name).files(41).sizeBytes(612L << 20).entries(entries)
        .tombstones(tombstones).memtableEntries(inMemory + 20).memtableTombstones(inMemory);
  }

  /** Tombstones in memory, a slow bucket that waits for deletion, what a deleted bucket left, and peace. */
  static BucketListJson withWaits(String node) {
    BucketJson logs = bucket(node, "logs", between(34_000, 62_000), exactly(3_000_000)).kind(SpanKindJson.BUCKET)
        .run(run(between(34_000, 62_000), between(34_000, 68_000))).waitMicros(48_700L).lookedAt(true)
        .deletionBacklog(new DeletionBacklogJson().rows(1_250_000L).bounded(true));
    BucketJson fresh = inMemory(bucket(node, "fresh", exactly(0), exactly(5)), between(981_000, 1_021_000), 1_021_000)
        .kind(SpanKindJson.BUCKET).waitMicros(500_000L).lookedAt(true);
    BucketJson gone = inMemory(bucket(node, null, exactly(12_000), exactly(12_000)), exactly(0), 0)
        .kind(SpanKindJson.UNATTRIBUTED).volume(null).table("fileTable")
        .begin(key("/-12/-34/a").name("/vol1/(bucket 34)/a"))
        .end(key("/-12/-34/\\x00\\xFF")).run(run(exactly(12_000), exactly(12_000))).lookedAt(false);
    return new BucketListJson()
        .addRemarksItem(new RemarkJson().nodeId(node)
            .message("Three buckets hold 97 % of the tombstones, in keyTable and fileTable."))
        .addBucketsItem(fresh).addBucketsItem(logs).addBucketsItem(gone)
        .addBucketsItem(bucket(node, "quiet", exactly(0), exactly(5)).kind(SpanKindJson.BUCKET).lookedAt(true)
            .deletionBacklog(new DeletionBacklogJson().rows(0L).bounded(false)))
        .addNotLookedAtItem(new NotLookedAtJson().nodeId(node).table("fileTable").tombstones(12_000L))
        .addTablesItem(table(node, "keyTable", 230_000, 4_000_000, 1_000_000))
        .addTablesItem(table(node, "fileTable", 12_000, 12_000, 0))
        .addTablesItem(table(node, "openKeyTable", 0, 700, 0));
  }

  static BucketListJson withWaitsOnAllNodes() {
    BucketListJson list = new BucketListJson();
    for (String node : List.of("om1", "om2")) {
      withWaits(node).getRemarks().forEach(list::addRemarksItem);
      withWaits(node).getTables().forEach(list::addTablesItem);
      withWaits(node).getNotLookedAt().forEach(list::addNotLookedAtItem);
      list.addBucketsItem(withWaits(node).getBuckets().get(1));
    }
    return list;
  }

  static BucketListJson widestBuckets() {
    BucketListJson list = new BucketListJson();
    for (String node : List.of("omNode-1", "omNode-2")) {
      list.addBucketsItem(inMemory(
          bucket(node, "logs", between(10_100_000, 12_100_000), between(101_000_000, 121_000_000)),
          between(101_000, 999_000), 999_000).table("deletedDirectoryTable").kind(SpanKindJson.BUCKET)
          .run(run(between(10_100_000, 12_100_000), between(12_200_000, 101_000_000)))
          .sizeBytes(1023L << 20)
          .deletionBacklog(new DeletionBacklogJson().rows(999_000L).bounded(true))
          .waitMicros(999_000L));
    }
    return list;
  }

  static RangeListJson ranges() {
    RangeJson range = new RangeJson().nodeId("om3").rank(1).table("keyTable").volume("vol1").bucket("logs")
        .begin(key("/vol1/logs/2029-01-01")).end(key("/vol1/logs/it's")).files(3).entries(exactly(1_000_000))
        .tombstones(between(890_000, 910_000)).predictedReadBytes(64L << 20).predictedWriteBytes(7L << 20)
        .collateralBytes(1536L).snapshotRetainedBytes(0L).tombstonesPerMegabyte(128_000.4);
    return new RangeListJson().totalCount(1L).addRangesItem(range)
        .addTotalsItem(new PlanTotalsJson().nodeId("om3").ranges(1).tombstones(between(890_000, 910_000))
            .predictedReadBytes(64L << 20).predictedWriteBytes(7L << 20).collateralBytes(1536L)
            .snapshotRetainedBytes(30L << 20))
        .addSkippedItem(new SkippedRangeJson().nodeId("om3").table("fileTable").begin(key("/-1/-2/-3/a"))
            .end(key("/-1/-2/-3/b")).tombstones(exactly(99))
            .tombstoneRatio(Figure.ratio(0.002, 0.004)).reason("TOO_FEW_TOMBSTONES")
            .message("99 tombstones, at least 10,000 are asked for."));
  }

  static RangeListJson rangesOnAllNodes() {
    RangeListJson list = new RangeListJson();
    for (String node : List.of("omNode-1", "omNode-2")) {
      list.addRangesItem(ranges().getRanges().get(0).nodeId(node).volume("volume-of-many").bucket(LONG_NAME)
          .entries(between(10_000_000, 12_000_000)).waitMicros(1_234_000L));
      list.addRangesItem(ranges().getRanges().get(0).nodeId(node).rank(2));
    }
    return list;
  }

  static RangeListJson widestRanges() {
    RangeListJson list = new RangeListJson();
    for (String node : List.of("omNode-1", "omNode-2")) {
      list.addRangesItem(ranges().getRanges().get(0).nodeId(node).rank(1234).table("deletedDirectoryTable")
          .tombstones(between(890_000, 910_000)).entries(between(10_100_000, 12_100_000))
          .predictedReadBytes(1023L << 20).predictedWriteBytes(1023L << 20).collateralBytes(1023L << 20)
          .snapshotRetainedBytes(1023L << 20).oversized(true).l0ReadBytes(1023L << 20).checkReadBytes(1023L << 20)
          .predictedWrite(bytes(1023L << 10, 1023L << 20)).waitMicros(100_000L));
    }
    return list;
  }

  static RangeListJson manyLeftOut() {
    RangeListJson list = ranges().skippedCount(5312L);
    list.getSkipped().get(0).message("SST file 0123456.sst of 0123456789 bytes ".repeat(5) + "is being compacted now.");
    return list;
  }

  static RangeListJson rangesWithReasons() {
    RangeListJson list = ranges();
    list.getRanges().get(0).snapshotRetainedBytes(0L).waitMicros(100_734L)
        .predictedWrite(bytes(5L << 20, 7L << 20)).checkReadBytes(64L << 20)
        .why("A list of /vol1/logs passes 890,000 tombstones before the first key.");
    list.addRangesItem(ranges().getRanges().get(0).rank(2).table("fileTable").volume(null).bucket(null)
        .begin(key("/-12/-34/-56/part-1").name("/vol1/b001/dir/part-1"))
        .end(key("/-12/-99/-56/part-2").name("/vol1/b999/dir/part-2"))
        .bucketCount(1000).firstBucket("/vol1/b001").lastBucket("/vol1/b999")
        .predictedWrite(bytes(900L << 10, 7L << 20)));
    list.getTotals().get(0).ranges(2).predictedReadBytes(128L << 20).predictedWriteBytes(12L << 20)
        .predictedWrite(bytes((5L << 20) + (900L << 10), 14L << 20)).snapshotRetainedBytes(0L);
    list.getSkipped().get(0).predictedReadBytes(67L << 20).predictedWriteBytes(34L << 20);
    return list.addRemarksItem(new RemarkJson().nodeId("om3")
        .message("12,000 rows of /vol1/logs still wait for deletion,"
            + " which makes more tombstones: 'trigger --after-deletions' waits until they are gone, and compacts once"
            + " instead of twice."))
        .addFlushesItem(new FlushCostJson().nodeId("om3").table("keyTable").memtableTombstones(exactly(1_000_000))
            .predictedWriteBytes(24L << 20));
  }

  static RangeListJson onlyInMemory() {
    return new RangeListJson().totalCount(0L).flushes(rangesWithReasons().getFlushes())
        .addTotalsItem(new PlanTotalsJson().nodeId("om3").ranges(0).tombstones(exactly(0)).predictedReadBytes(0L)
            .predictedWriteBytes(0L).collateralBytes(0L).snapshotRetainedBytes(0L));
  }

  static RangeListJson onlyLeftOut() {
    return new RangeListJson().totalCount(0L).skipped(rangesWithReasons().getSkipped()).skippedCount(1L);
  }

  static TurnFiguresJson figures(int done, int total) {
    return new TurnFiguresJson().rangesTotal(total).rangesDone(done).rangesDropped(0).predictedReadBytes(600L << 20)
        .predictedWriteBytes(420L << 20).readBytes(590L << 20).writeBytes(410L << 20).tombstonesBefore(1_200_000L)
        .tombstonesAfter(1_200L).waitedMillis(61_000L);
  }

  static JobJson running() {
    return job(9, JobStateJson.RUNNING,
        new TurnJson().nodeId("om1").state(TurnStateJson.SUCCEEDED).started("2030-06-01T11:00:00Z")
            .ended("2030-06-01T12:02:03Z").figures(figures(12, 12).seekMicrosBefore(35_500L).seekMicrosAfter(220L)),
        new TurnJson().nodeId("om2").state(TurnStateJson.RUNNING).started("2030-06-01T12:03:00Z")
            .figures(figures(3, 12).rangesDropped(2).writeBytes(99L << 20))
            .waitingFor(new WaitJson().reason(WaitReasonJson.L0_FILES).message("21 L0 files, writes slow down at 20.")),
        new TurnJson().nodeId("om3").state(TurnStateJson.WAITING))
        .flush(true).afterDeletions(true).preempt(true).moveLeader(true)
        .endUser("alice").started("2030-06-01T10:59:59Z").notBefore("2030-06-01T10:00:00Z")
        .window("Sat-Sun Europe/Berlin except 2030-05-31 2030-06-01").daysOff("2030-05-31 2030-06-01")
        .maxWriteRate(50L << 20)
        .targets(new TargetsJson().volume("vol1").addBucketsItem("/vol1/logs").addTablesItem("keyTable"))
        .thresholds(new ThresholdsJson().minRatio(0.3).minTombstones(10_000L).top(5).maxEntries(1_000_000L)
            .maxBytes(256L << 20).maxTotalBytes(20L << 30))
        .waitingFor(new WaitJson().reason(WaitReasonJson.OTHER_TURN).message("om2 is at its turn."));
  }

  static JobJson widest() {
    return job(9, JobStateJson.RUNNING, new TurnJson().nodeId("omNode-1").state(TurnStateJson.SUCCEEDED)
        .started("2030-06-01T11:00:00Z").ended("2030-06-01T23:59:59Z")
        .message("12345 entries that are in memory only were not compacted. ".repeat(3))
        .waitingFor(new WaitJson().reason(WaitReasonJson.L0_FILES)
            .message("21 L0 files, writes slow down at 20. ".repeat(5)))
        .figures(figures(1234, 1234).seekMicrosBefore(99_900L).seekMicrosAfter(10_100L).waitedMillis(3_599_000L)
            .largeStepBytes(1023L << 20).flushedBytes(1023L << 20)))
        .waitingFor(new WaitJson().reason(WaitReasonJson.RING_UNHEALTHY)
            .message("The ring is not healthy. ".repeat(6)));
  }

  static JobJson partial() {
    return job(12, JobStateJson.PARTIAL,
        new TurnJson().nodeId("om1").state(TurnStateJson.SKIPPED).reason(TurnReasonJson.UNREACHABLE)
            .message("om1 did not answer for 2 minutes.").ended("2030-06-01T11:00:00Z"),
        new TurnJson().nodeId("om3").state(TurnStateJson.SUCCEEDED).started("2030-06-01T11:00:00Z")
            .ended("2030-06-01T11:00:42Z").figures(figures(1, 1)))
        .cancelledBy("bob").ended("2030-06-01T11:00:42Z").moveLeader(true)
        .retryOf("1d2b3c4d-6f4e-4a0b-8f3f-0c9d3a525e6f").retriedBy("c36c8acf-c4d4-30bd-9130-7812a5c0298c")
        .addRetryNodeIdsItem("om1")
        .leaderMove(new LeaderMoveJson().from("om1").to("om3").asked("2030-06-01T10:59:59Z")
            .moved("2030-06-01T11:00:00Z"))
        .targets(new TargetsJson().keyRanges(List.of(
            new KeyRangeJson().table("keyTable").begin(key("/vol1/a")).end(key("/vol1/b")))));
  }

  static JobListJson jobs() {
    return new JobListJson().totalCount(2L).addJobsItem(running()).addJobsItem(partial());
  }
}
