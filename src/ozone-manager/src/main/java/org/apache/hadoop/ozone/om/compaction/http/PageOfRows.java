// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** One page of {@code /buckets}, and what is said of all rows together. Slow rows stand where they were measured to. */
final class PageOfRows implements BucketRows.Sink {
  /** Rows that are measured are found by this order, which does not change by it. */
  static final RowOrder<BucketRow> BY_RUN = BucketRow.order(BucketSort.RUN);

  private final FirstRows<BucketRow> first;
  private final boolean twinsStandTogether;
  private final NavigableMap<RowPosition, BucketRow> slow = new TreeMap<>();
  private final BucketRemarks remarks = new BucketRemarks();
  private final long measured;
  private long worthMeasuring;

  /**
   * @param first the page
   * @param sort its order
   * @param longest rows that were measured before
   */
  PageOfRows(FirstRows<BucketRow> first, BucketSort sort, List<BucketRow> longest) {
    this.first = first;
    this.twinsStandTogether = sort != BucketSort.NAME;
    for (BucketRow row : longest) {
      if (row.slowPlace().isSlow()) {
        slow.put(BY_RUN.position(row), row);
      }
    }
    this.measured = longest.stream().filter(PageOfRows::isMeasured).count();
  }

  @Override
  public void take(BucketRow row) {
    first.take(slow.isEmpty() ? row : slow.getOrDefault(BY_RUN.position(row), row));
    remarks.take(row);
    worthMeasuring += isWorthMeasuring(row) ? 1 : 0;
  }

  @Override
  public void takeTwins(BucketRow row, int count, IntFunction<BucketRow> twins) {
    if (!twinsStandTogether || isOneSlow(row, count, twins)) {
      BucketRows.Sink.super.takeTwins(row, count, twins);
    } else {
      first.takeInOrder(row, count, twins);
      remarks.takeTwins(row, count, twins);
      worthMeasuring += isWorthMeasuring(row) ? count : 0;
    }
  }

  private boolean isOneSlow(BucketRow row, int count, IntFunction<BucketRow> twins) {
    return !slow.isEmpty() && !slow.subMap(BY_RUN.position(row), true,
        BY_RUN.position(count == 1 ? row : twins.apply(count - 1)), true).isEmpty();
  }

  private static boolean isWorthMeasuring(BucketRow row) {
    return row.tombstonesInARow() >= QueryRules.FEW_TOMBSTONES;
  }

  private static boolean isMeasured(BucketRow row) {
    return isWorthMeasuring(row) && row.slowPlace().isMeasured();
  }

  /** In order. */
  List<BucketRow> rows() {
    return first.rows();
  }

  boolean areMore() {
    return first.areMore();
  }

  /** The number of rows on all pages. */
  long count() {
    return first.count();
  }

  /** Rows where a list is slow, as far as they were measured. */
  long slowCount() {
    return slow.isEmpty() ? rows().stream().filter(row -> row.slowPlace().isSlow()).count() : slow.size();
  }

  /** Rows with tombstones enough for a wait that were not measured. */
  long unmeasuredCount() {
    return worthMeasuring - (measured > 0 ? measured : rows().stream().filter(PageOfRows::isMeasured).count());
  }

  BucketRemarks remarks() {
    return remarks;
  }
}
