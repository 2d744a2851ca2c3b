// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotals;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.model.SstFileList;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Converts plans and trees to and from the contract's model, for an OM's own trees and for trees read from text. */
public final class PlanModel {
  private static final double MEGABYTE = 1 << 20;

  private final String nodeId;
  private final Function<byte[], String> names;

  /** @param names resolves the ids of a key; returns null if they are unknown */
  public PlanModel(String nodeId, Function<byte[], String> names) {
    this.nodeId = nodeId;
    this.names = names;
  }

  public static org.apache.hadoop.ozone.om.compaction.model.CountInterval count(CountInterval count) {
    return new org.apache.hadoop.ozone.om.compaction.model.CountInterval().low(count.least()).high(count.most());
  }

  public static RatioInterval ratio(SpanStatistics counted) {
    return new RatioInterval().low(counted.leastRatio()).high(counted.mostRatio());
  }

  /** @param names as in the constructor */
  public static Key key(byte[] key, Function<byte[], String> names) {
    return new Key().text(KeyText.print(key)).base64(key).name(names.apply(key));
  }

  /**
   * The tree of a table, to be planned as the OM plans it, as far as SST metadata allows.
   *
   * @param whole all files of the table, with levels and spans
   * @throws IllegalArgumentException if the files form no valid tree
   */
  public static LsmTree tree(SstFileList whole) {
    String table = whole.getTable();
    List<SstFile> files = whole.getSstFiles().stream().map(file -> new SstFile(file.getName(), file.getLevel(),
        file.getBegin().getBase64(), file.getEnd().getBase64(), file.getSizeBytes(), file.getEntries(),
        file.getTombstones(), file.getBeingCompacted())).collect(Collectors.toList());
    List<BucketSpan> spans = whole.getSpans().stream().map(span -> BucketSpan.below(table, span.getVolume(),
        span.getBucket(), span.getPrefix().getBase64())).collect(Collectors.toList());
    return new LsmTree(LsmTable.of(table, whole.getLevels(), files).withBaseLevel(whole.getBaseLevel())
        .withSettings(CompactionSettings.ofTargetFileBytes(whole.getTargetFileBytes())
            .withMaxCompactionBytes(whole.getMaxCompactionBytes()).withPrefixOfFiles(whole.getPrefixOfFiles())),
        spans);
  }

  /**
   * A range with what the plan knows; seeks, checks and bytes kept for snapshots are not filled in.
   *
   * @param counted the statistics of its keys
   */
  public Range range(PlannedRange range, SpanStatistics counted) {
    BucketSpan span = range.target().span();
    BucketsOfRange buckets = BucketsOfRange.of(counted.table(), range.range());
    boolean named = span.isAttributed();
    return new Range().nodeId(nodeId).rank(range.rank()).table(range.table())
        .volume(named ? span.volume() : buckets.volume()).bucket(named ? span.bucket() : buckets.bucket())
        .begin(key(range.range().begin(), names)).end(key(range.range().lastKey(), names))
        .files(range.files().size()).entries(count(counted.entries()))
        .tombstones(count(range.cost().tombstonesRemoved()))
        .predictedReadBytes(range.cost().readBytes()).predictedWriteBytes(range.cost().writeBytes())
        .predictedWrite(count(range.cost().writeInterval()))
        .collateralBytes(range.cost().collateralBytes()).snapshotRetainedBytes(0L)
        .tombstonesPerMegabyte(range.cost().removedPerByte() * MEGABYTE).oversized(range.isOversized())
        .bucketCount(buckets.count()).firstBucket(buckets.first()).lastBucket(buckets.last());
  }

  /** Totals of a whole plan. */
  public PlanTotals totals(CompactionPlan plan) {
    return new PlanTotals().nodeId(nodeId).ranges(plan.ranges().size()).tombstones(count(plan.tombstonesRemoved()))
        .predictedReadBytes(plan.readBytes()).predictedWriteBytes(plan.writeBytes())
        .predictedWrite(count(plan.writeInterval())).collateralBytes(plan.collateralBytes())
        .snapshotRetainedBytes(0L);
  }

  /**
   * Something that a plan left out.
   *
   * @param costs of compacting it, too; null if not known
   */
  public SkippedRange leftOut(RejectedRange left, List<RangeCost> costs) {
    SpanStatistics counted = left.target();
    BucketSpan span = counted.span();
    KeyRange keys = left.keys();
    return new SkippedRange().nodeId(nodeId).table(span.table()).volume(span.volume()).bucket(span.bucket())
        .begin(key(keys.begin(), names)).end(key(keys.lastKey(), names))
        .tombstones(count(counted.tombstones())).tombstoneRatio(ratio(counted))
        .reason(left.reason().name()).message(left.sentence())
        .predictedReadBytes(costs == null ? null : costs.stream().mapToLong(RangeCost::readBytes).sum())
        .predictedWriteBytes(costs == null ? null : costs.stream().mapToLong(RangeCost::writeBytes).sum());
  }
}
