// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeSortJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdFields;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;

/** Answers {@code /ranges}: the ranges that a job would compact on this OM, and what its plan leaves out. */
final class RangesEndpoint {
  /** Time limit for whose keys lie where lists wait, and what mending that costs. */
  private static final Duration FACTS = Duration.ofMillis(300);

  private RangesEndpoint() {
  }

  static RangeListJson ranges(TreeReadContext reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    RowOrder<PlannedRange> order = order(query.oneOf("sort", QueryRules.RANGE_SORT));
    Thresholds thresholds = ThresholdFields.of(query::text);
    Precision precision = query.flag("exact") ? Precision.EXACT : Precision.RANGES;
    boolean showSkipped = query.flag("showSkipped");
    long notBefore = query.time("notBefore").orElse(0);
    int limit = query.limit();
    RowPosition begin = order.begin(query);
    NamedTargets named = query.namedTargets(reads);
    Targets targets = named.targets();
    NodePlan plan = reads.planner().plan(JobSpec.newBuilder().setTargets(targets).setThresholds(thresholds)
        .setFlush(query.flag("flush")).build(), precision).naming(named);

    String nodeId = reads.nodeId();
    FirstRows<PlannedRange> rows = new FirstRows<>(order, begin, limit);
    Map<PlannedRange, Long> retained = new IdentityHashMap<>();
    for (PlannedRange row : plan.ranges().ranges()) {
      rows.take(row);
      retained.put(row, plan.snapshotRetainedBytes(row));
    }
    List<PlannedRange> shown = rows.rows();
    PlanModel model = new PlanModel(nodeId, plan.statistics().names());
    RangeListJson page = new RangeListJson().totalCount(rows.count())
        .addTotalsItem(model.totals(plan.ranges(), plan.price())
        .snapshotRetainedBytes(retained.values().stream().mapToLong(Long::longValue).sum()));
    if (begin == null) {
      BeforeCompacting before = new BeforeCompacting(nodeId, plan, named);
      page.flushes(before.flushes()).remarks(before.remarks())
          .jobsInTheWay(reads.jobsInTheWay(targets, notBefore))
          .targets(named.keys().isPresent() ? JobModel.targets(targets) : null);
      if (targets.getSlow() && plan.ranges().ranges().isEmpty() && page.getFlushes().isEmpty()
          && plan.measured().places().slow().isEmpty()) {
        page.addRemarksItem(ModelMapper.remark(nodeId, "No list is slow on " + nodeId
            + (TargetSpans.isEverything(targets) && targets.getExcludeCount() == 0 ? "" : " among what is named")
            + (plan.measured().places().isComplete() ? "." : " where anybody has looked.")));
      }
      if (targets.getSlow() || TargetSpans.areVolumes(targets)) {
        // A plan of other targets takes all their tombstones, slow lists or not, so it needs no look.
        TargetPlaces places = plan.measured().places();
        PlaceModel.notLookedAt(places.notLookedAt(), places.unreadable()).forEach(sentence ->
            page.addRemarksItem(ModelMapper.remark(nodeId, sentence)));
      }
      plan.ranges().beyondTotal().map(beyond -> LeftOut.message(beyond, thresholds.getMaxTotalBytes()) + '.')
          .ifPresent(sentence -> page.addRemarksItem(ModelMapper.remark(nodeId, sentence)));
    }
    RejectedRangeRows leftOut = begin == null && (showSkipped || !TargetSpans.isEverything(targets))
        ? new RejectedRangeRows(nodeId, plan, limit) : null;
    if (leftOut != null && !TargetSpans.isEverything(targets)) {
      leftOut.remark().ifPresent(page::addRemarksItem);
    }
    page.filesToScan(plan.statistics().filesToScan()).bytesToScan(plan.statistics().bytesToScan());
    if (leftOut != null && showSkipped) {
      page.skippedCount(leftOut.count()).skipped(leftOut.rows());
    }
    Deadline deadline = Deadline.within(FACTS);
    try (PlaceFacts.Finder facts = reads.placeFacts().finder(plan.beforeFlushes(), deadline::isOver)) {
      for (PlannedRange row : shown) {
        Optional<Place> slow = plan.measured().places().slowest(span(row)).filter(Place::isSlow);
        page.addRangesItem(model.range(row, plan.statistics().table(row.table()))
            .snapshotRetainedBytes(retained.get(row)).l0ReadBytes(plan.largeLevelZeroBytes(row))
            .checkReadBytes(plan.checkReadBytes(row)).waitMicros(slow.map(Place::waitMicros).orElse(null))
            .why(slow.isPresent() ? facts.why(slow.get()) : null)
            .lookedAt(plan.measured().places().isNotLookedAt(span(row)) ? false : null));
      }
    }
    if (rows.areMore()) {
      page.nextKey(order.cursor(shown.get(shown.size() - 1)));
    }
    return page;
  }

  /** Returns the order of rows for a sort parameter. Figures are sorted descending, by their upper bounds. */
  private static RowOrder<PlannedRange> order(RangeSortJson by) {
    return new RowOrder<>("ranges " + by, row -> sortKey(row, by), row -> {
      BucketSpan span = row.target().span();
      return by == RangeSortJson.NAME
          ? RowPosition.byName(span.volume(), span.bucket(), row.table(), row.range().begin())
          : RowPosition.bySortKey(sortKey(row, by), row.table(), row.range().begin());
    });
  }

  /**
   * Returns the figure by which ranges are sorted, highest first; 0 to sort by name. A job compacts low ranks first, so
   * ranks are negated.
   */
  private static double sortKey(PlannedRange range, RangeSortJson by) {
    switch (by) {
      case NAME:
        return 0;
      case TOMBSTONES:
        return range.cost().tombstonesRemoved().most();
      case SIZE:
        return range.cost().price().readBytes() + range.cost().price().writeBytes();
      case ENTRIES:
        return range.entries();
      default:
        return -range.rank();
    }
  }

  private static BucketSpan span(PlannedRange range) {
    return BucketSpan.unattributed(range.table(), range.range());
  }
}
