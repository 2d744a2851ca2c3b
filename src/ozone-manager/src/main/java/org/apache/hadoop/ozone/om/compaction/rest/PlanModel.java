// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RatioIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangeCost;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.BucketsOfRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;

/** Converts plans to the REST model. */
public final class PlanModel {
  private static final double MEGABYTE = 1 << 20;

  private final String nodeId;
  private final KeyNames names;

  public PlanModel(String nodeId, KeyNames names) {
    this.nodeId = nodeId;
    this.names = names;
  }

  public static CountIntervalJson count(CountInterval count) {
    return Figure.interval(count.least(), count.most());
  }

  public static ByteIntervalJson bytes(CountInterval bytes) {
    return new ByteIntervalJson().low(bytes.least()).high(bytes.most());
  }

  public static RatioIntervalJson ratio(SpanStatistics counted) {
    return Figure.ratio(counted.leastRatio(), counted.mostRatio());
  }

  /** The caller sets the measured seeks, the bytes read to verify files, and those that snapshots retain. */
  public RangeJson range(PlannedRange range, TableStatistics table) {
    BucketSpan span = range.target().span();
    SpanStatistics counted = table.of(BucketSpan.unattributed(range.table(), range.range()));
    BucketsOfRange buckets = BucketsOfRange.of(table, range.range());
    boolean named = span.isAttributed();
    Price price = range.cost().price();
    return new RangeJson().nodeId(nodeId).rank(range.rank()).table(range.table())
        .volume(named ? span.volume() : buckets.volume()).bucket(named ? span.bucket() : buckets.bucket())
        .begin(ModelMapper.key(range.range().begin(), names)).end(ModelMapper.key(range.range().lastKey(), names))
        .files(range.files().size()).entries(count(counted.entries()))
        .tombstones(count(range.cost().tombstonesRemoved()))
        .predictedReadBytes(price.readBytes()).predictedWriteBytes(price.writeBytes())
        .predictedWrite(bytes(price.writeInterval()))
        .collateralBytes(range.cost().collateralBytes())
        .tombstonesPerMegabyte(range.cost().removedPerByte() * MEGABYTE).oversized(range.isOversized())
        .bucketCount(buckets.count()).firstBucket(buckets.first()).lastBucket(buckets.last());
  }

  /** Without the bytes that snapshots retain; {@code price} is that of the ranges and the flushes before them. */
  public PlanTotalsJson totals(CompactionPlan plan, Price price) {
    return new PlanTotalsJson().nodeId(nodeId).ranges(plan.ranges().size()).tombstones(count(plan.tombstonesRemoved()))
        .predictedReadBytes(price.readBytes()).predictedWriteBytes(price.writeBytes())
        .predictedWrite(bytes(price.writeInterval())).collateralBytes(plan.collateralBytes());
  }

  /** {@code costs} has one per key range, for after the plan's ranges are compacted; null if not known. */
  public SkippedRangeJson leftOut(RejectedRange left, List<RangeCost> costs, TableStatistics table) {
    SpanStatistics counted = left.target();
    BucketSpan span = counted.span();
    KeyRange keys = left.keys();
    Price price = costs == null ? null : Price.sum(costs.stream().map(RangeCost::price));
    BucketsOfRange buckets = BucketsOfRange.of(table, keys);
    boolean named = span.isAttributed();
    return new SkippedRangeJson().nodeId(nodeId).table(span.table())
        .volume(named ? span.volume() : buckets.volume()).bucket(named ? span.bucket() : buckets.bucket())
        .bucketCount(buckets.count()).firstBucket(buckets.first()).lastBucket(buckets.last())
        .begin(ModelMapper.key(keys.begin(), names)).end(ModelMapper.key(keys.lastKey(), names))
        .tombstones(count(counted.tombstones())).tombstoneRatio(ratio(counted))
        .reason(left.reason().name()).message(LeftOut.sentence(left))
        .predictedReadBytes(price == null ? null : price.readBytes())
        .predictedWriteBytes(price == null ? null : price.writeBytes());
  }
}
