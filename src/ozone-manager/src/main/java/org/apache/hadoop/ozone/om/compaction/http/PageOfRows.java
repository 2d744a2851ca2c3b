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
  private final NavigableMap<RowPosition, BucketRow> measured = new TreeMap<>();
  private final NavigableMap<RowPosition, BucketRow> slow = new TreeMap<>();
  private final BucketRemarks remarks = new BucketRemarks();
  private long worthMeasuring;

  /**
   * @param first the page
   * @param sort its order
   * @param longest rows that were measured before
   */
  PageOfRows(FirstRows<BucketRow> first, BucketSort sort, List<BucketRow> longest) {
    this.first = first;
    this.twinsStandTogether = sort != BucketSort.NAME;
    note(longest);
  }

  private void note(List<BucketRow> rows) {
    for (BucketRow row : rows) {
      if (row.slowPlace().isMeasured()) {
        measured.put(BY_RUN.position(row), row);
      }
      if (row.slowPlace().isSlow()) {
        slow.put(BY_RUN.position(row), row);
      }
    }
  }

  @Override
  public void take(BucketRow row, int count, IntFunction<BucketRow> twins) {
    if (count > 1 && (!twinsStandTogether || isOneSlow(row, count, twins))) {
      for (int i = 0; i < count; i++) {
        BucketRow one = i == 0 ? row : twins.apply(i);
        take(one, 1, place -> one);
      }
      return;
    }
    first.takeInOrder(slow.isEmpty() ? row : slow.getOrDefault(BY_RUN.position(row), row), count, twins);
    remarks.take(row, count, twins);
    worthMeasuring += isWorthMeasuring(row) ? count : 0;
  }

  private boolean isOneSlow(BucketRow row, int count, IntFunction<BucketRow> twins) {
    return !slow.isEmpty()
        && !slow.subMap(BY_RUN.position(row), true, BY_RUN.position(twins.apply(count - 1)), true).isEmpty();
  }

  private static boolean isWorthMeasuring(BucketRow row) {
    return row.tombstonesInARow() >= QueryRules.FEW_TOMBSTONES;
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

  /** Takes up what was measured of the rows that are shown. */
  void noteShown() {
    note(first.rows());
  }

  /** The number of rows where a list is slow, as far as they were measured. */
  long slowCount() {
    return slow.size();
  }

  /** The number of rows with tombstones enough for a wait that were not measured. */
  long unmeasuredCount() {
    return worthMeasuring - measured.values().stream().filter(PageOfRows::isWorthMeasuring).count();
  }

  BucketRemarks remarks() {
    return remarks;
  }
}
