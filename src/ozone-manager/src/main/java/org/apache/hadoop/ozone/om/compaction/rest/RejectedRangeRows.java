// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangeCost;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/**
 * Makes rows for the ranges that a plan leaves out, most tombstones first. Some rows have a cost, as far as the time
 * limit allows.
 */
final class RejectedRangeRows {
  private static final Duration PRICING = Duration.ofMillis(300);
  private static final int MAX_PRICED = 100;

  private static final RowOrder<RejectedRange> MOST_TOMBSTONES_FIRST = new RowOrder<>("left out",
      left -> left.target().tombstones().most(), left -> RowPosition.bySortKey(left.target().tombstones().most(),
          left.target().span().table(), left.keys().begin()));

  private final String nodeId;
  private final NodePlan plan;
  private final FirstRows<RejectedRange> first;
  private final List<RejectedRange> worst;
  private final Map<RejectedRange, List<RangeCost>> costs = new IdentityHashMap<>();

  RejectedRangeRows(String nodeId, NodePlan plan, int most) {
    this.nodeId = nodeId;
    this.plan = plan;
    this.first = new FirstRows<>(MOST_TOMBSTONES_FIRST, null, most);
    plan.ranges().leftOut().forEach(first::take);
    this.worst = first.rows();
    Deadline deadline = Deadline.within(PRICING);
    worst.stream().filter(RejectedRange::isByChoice).limit(MAX_PRICED).forEach(left -> {
      if (!deadline.isOver()) {
        costs.put(left, plan.ranges().costs(left));
      }
    });
  }

  /** The number of all ranges and targets that the plan leaves out, including those that have no row here. */
  long count() {
    return first.count();
  }

  List<SkippedRangeJson> rows() {
    PlanModel model = new PlanModel(nodeId, plan.statistics().names());
    return worst.stream().map(left -> model.leftOut(left, costs.get(left),
        plan.statistics().table(left.target().span().table()))).collect(Collectors.toList());
  }

  /** Returns a sentence on the rows whose tombstones the planned ranges may not remove; empty if there are none. */
  Optional<RemarkJson> remark() {
    List<RejectedRange> staying = worst.stream().filter(this::stays).collect(Collectors.toList());
    if (staying.isEmpty()) {
      return Optional.empty();
    }
    long most = staying.stream().mapToLong(left -> left.target().tombstones().most()).sum();
    long least = staying.stream().mapToLong(left -> left.target().tombstones().least()).sum();
    return Optional.of(ModelMapper.remark(nodeId, (first.count() > worst.size() ? "At least " : "")
        + ValueFormat.count(staying.size(), "range") + " of what is named, with "
        + ValueFormat.count(new CountInterval(least, most))
        + " tombstones, " + (staying.size() == 1 ? "is" : "are") + " left out" + price(staying)
        + "; 'preview --show-skipped' of the same says which and why."));
  }

  private boolean stays(RejectedRange left) {
    return left.reason() == RejectionReason.BEING_COMPACTED
        || left.reason() == RejectionReason.CORRUPT_FILE
        || left.isByChoice() && (costs.get(left) == null || !costs.get(left).isEmpty());
  }

  private String price(List<RejectedRange> staying) {
    Price price = Price.NONE;
    for (RejectedRange left : staying) {
      if (costs.get(left) == null || left.reason() == RejectionReason.CORRUPT_FILE) {
        return "";
      }
      price = price.plus(Price.sum(costs.get(left).stream().map(RangeCost::price)));
    }
    return "; taking " + (staying.size() == 1 ? "it" : "them") + " too reads at most "
        + ValueFormat.bytes(price.mostReadBytes()) + " and writes at most " + ValueFormat.bytes(price.mostWriteBytes());
  }
}
