// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRange;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanModel;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRangePrices;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/**
 * The worst of what a plan leaves out, with the reason and, as far as a bounded time reaches, the price of taking it
 * too.
 */
final class RejectedRangeRows {
  private static final Duration PRICING = Duration.ofMillis(300);
  private static final int MAX_PRICED = 100;

  private static final RowOrder<RejectedRange> MOST_TOMBSTONES_FIRST = new RowOrder<>("left out", left -> RowPosition
      .byMeasure(left.target().tombstones().most(), left.target().span().table(), left.keys().begin()));

  private final String nodeId;
  private final KeyNames names;
  private final FirstRows<RejectedRange> first;
  private final List<RejectedRange> worst;
  private final RejectedRangePrices prices;

  /** @param most rows */
  RejectedRangeRows(String nodeId, NodePlan plan, int most) {
    this.nodeId = nodeId;
    this.names = plan.statistics().names();
    this.first = new FirstRows<>(MOST_TOMBSTONES_FIRST, null, most);
    plan.ranges().leftOut().forEach(first::take);
    this.worst = first.rows();
    long until = System.nanoTime() + PRICING.toNanos();
    this.prices = RejectedRangePrices.of(plan.ranges(),
        worst.stream().filter(RejectedRangePrices::isByChoice).limit(MAX_PRICED).collect(Collectors.toList()),
        () -> System.nanoTime() - until >= 0);
  }

  /** All that is left out, with a row or not. */
  long count() {
    return first.count();
  }

  /** Those with most tombstones first. */
  List<SkippedRange> rows() {
    PlanModel model = new PlanModel(nodeId, names::of);
    return worst.stream().map(left -> model.leftOut(left, prices.of(left))).collect(Collectors.toList());
  }

  /** One sentence on the part of named targets that is left out; empty if none is. */
  Optional<Remark> remark() {
    List<RejectedRange> staying = worst.stream().filter(this::stays).collect(Collectors.toList());
    if (staying.isEmpty()) {
      return Optional.empty();
    }
    long most = staying.stream().mapToLong(left -> left.target().tombstones().most()).sum();
    long least = staying.stream().mapToLong(left -> left.target().tombstones().least()).sum();
    boolean one = staying.size() == 1;
    return Optional.of(new Remark().nodeId(nodeId).message((first.count() > worst.size() ? "At least " : "")
        + Words.count(staying.size()) + (one ? " stretch" : " stretches") + " of what is named, with "
        + Words.count(new CountInterval(least, most))
        + " tombstones, " + (one ? "is" : "are") + " left out" + price(staying)
        + "; 'preview --show-skipped' says which and why."));
  }

  /** Whether tombstones may be in it that the plan does not get rid of. */
  private boolean stays(RejectedRange left) {
    RejectedRangePrices.Price price = prices.of(left);
    return left.reason() == RejectedRange.Reason.BEING_COMPACTED
        || RejectedRangePrices.isByChoice(left) && (price == null || !price.isNothing());
  }

  private String price(List<RejectedRange> staying) {
    long read = 0;
    long written = 0;
    for (RejectedRange left : staying) {
      RejectedRangePrices.Price price = prices.of(left);
      if (price == null) {
        return "";
      }
      read += price.readBytes();
      written += price.writeBytes();
    }
    return "; taking " + (staying.size() == 1 ? "it" : "them") + " too reads at most " + Words.bytes(read)
        + " and writes at most " + Words.bytes(written);
  }
}
