// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.slowlist.RowWaits;
import org.apache.hadoop.ozone.om.compaction.slowplace.PlacesOfTable;

/** Keeps the rows of one page of {@code /buckets}, and collects what the answer says about the rows of all pages. */
final class PageOfRows implements BucketRows.Sink {
  private final FirstRows<BucketRow> first;
  private final boolean twinsStandTogether;
  private final RowWaits waits;
  private final BucketRemarks remarks = new BucketRemarks();
  private long unmeasured;

  /**
   * @param first keeps the rows of the page
   * @param sort  the order of rows
   * @param waits tells which keys are slow to list; null if nothing is measured
   */
  PageOfRows(FirstRows<BucketRow> first, BucketSort sort, RowWaits waits) {
    this.first = first;
    this.twinsStandTogether = sort != BucketSort.NAME;
    this.waits = waits;
  }

  @Override
  public void take(BucketRow row, int count, IntFunction<BucketRow> twins) {
    if (count > 1 && !twinsStandTogether) {
      for (int i = 0; i < count; i++) {
        BucketRow one = i == 0 ? row : twins.apply(i);
        take(one, 1, place -> one);
      }
      return;
    }
    first.takeInOrder(row, count, twins);
    remarks.take(row, count, twins);
    unmeasured += countUnmeasured(row, count, twins);
  }

  private long countUnmeasured(BucketRow row, int count, IntFunction<BucketRow> twins) {
    if (waits == null || !row.mayBeSlow() || row.slowPlace().isSlow()) {
      return 0;
    }
    PlacesOfTable places = waits.places(row.span().span().table());
    BucketSpan last = count == 1 ? row.span().span() : twins.apply(count - 1).span().span();
    if (!places.isNotMeasured(BucketSpan.unattributed(last.table(), row.span().span().begin(), last.end()))) {
      return 0;
    }
    return IntStream.range(0, count).mapToObj(i -> i == 0 ? row : twins.apply(i))
        .filter(each -> places.isNotMeasured(each.span().span())).count();
  }

  /** The number of rows that may be slow to list but have not been measured. */
  long unmeasuredCount() {
    return unmeasured;
  }

  BucketRemarks remarks() {
    return remarks;
  }
}
