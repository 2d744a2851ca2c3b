// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.slowlist.RowWaits;
import org.apache.hadoop.ozone.om.compaction.slowplace.PlacesOfTable;

/** One page of {@code /buckets}, and what is said of all rows together. Slow rows stand where they were measured to. */
final class PageOfRows implements BucketRows.Sink {
  /** Rows that are measured are found by this order, which does not change by it. */
  static final RowOrder<BucketRow> BY_RUN = BucketRow.order(BucketSort.RUN);

  private final FirstRows<BucketRow> first;
  private final boolean twinsStandTogether;
  private final RowWaits waits;
  private final NavigableMap<RowPosition, BucketRow> slow = new TreeMap<>();
  private final BucketRemarks remarks = new BucketRemarks();
  private long unmeasured;

  /**
   * @param first the page
   * @param sort its order
   * @param waits of all rows; null where nothing is measured
   * @param slow  the rows where lists are slow
   */
  PageOfRows(FirstRows<BucketRow> first, BucketSort sort, RowWaits waits, List<BucketRow> slow) {
    this.first = first;
    this.twinsStandTogether = sort != BucketSort.NAME;
    this.waits = waits;
    slow.forEach(row -> this.slow.put(BY_RUN.position(row), row));
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
    unmeasured += countUnmeasured(row, count, twins);
  }

  private boolean isOneSlow(BucketRow row, int count, IntFunction<BucketRow> twins) {
    return !slow.isEmpty()
        && !slow.subMap(BY_RUN.position(row), true, BY_RUN.position(twins.apply(count - 1)), true).isEmpty();
  }

  private long countUnmeasured(BucketRow row, int count, IntFunction<BucketRow> twins) {
    if (waits == null || !row.mayBeSlow()) {
      return 0;
    }
    PlacesOfTable places = waits.places(row.span().span().table());
    BucketSpan last = count == 1 ? row.span().span() : twins.apply(count - 1).span().span();
    if (!places.isNotMeasured(BucketSpan.unattributed(last.table(), row.span().span().begin(), last.end()))) {
      return 0;
    }
    return IntStream.range(0, count).mapToObj(i -> i == 0 ? row : twins.apply(i))
        .filter(each -> places.isNotMeasured(each.span().span()) && !slow.containsKey(BY_RUN.position(each))).count();
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

  /** The number of rows where a list is slow. */
  long slowCount() {
    return slow.size();
  }

  /** The number of rows where a list may be slow at keys that nobody looked at. */
  long unmeasuredCount() {
    return unmeasured;
  }

  BucketRemarks remarks() {
    return remarks;
  }
}
