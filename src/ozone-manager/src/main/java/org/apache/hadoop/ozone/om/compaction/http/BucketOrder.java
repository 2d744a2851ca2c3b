// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.SpanStatistics;

/** The order of bucket spans: largest upper bound first, or by name. */
final class BucketOrder extends RowOrder<BucketRow> {
  private static final long serialVersionUID = 1L;
  /** More than any span holds. */
  private static final double MORE_THAN_ALL = 1e18;

  private final BucketSort by;

  BucketOrder(BucketSort by) {
    super("buckets " + by);
    this.by = by;
  }

  @Override
  RowPosition position(BucketRow row) {
    BucketSpan span = row.span().span();
    if (row.kind() == SpanKind.HEAD) {
      return RowPosition.ofHead(by == BucketSort.NAME ? 0 : measure(row), span.table(), span.begin());
    }
    return by == BucketSort.NAME
        ? RowPosition.byName(span.volume(), span.bucket(), span.table(), span.begin())
        : RowPosition.byMeasure(measure(row), span.table(), span.begin());
  }

  /** Whether rows that differ in nothing but keys and names stand in the order of their keys. */
  boolean isByMeasure() {
    return by != BucketSort.NAME;
  }

  private double measure(BucketRow row) {
    SpanStatistics span = row.span();
    switch (by) {
      case TOMBSTONES:
        return span.tombstones().most();
      case RATIO:
        return span.tombstoneRatio().most();
      case SIZE:
        return span.ownBytes() + span.sharedBytes();
      case ENTRIES:
        return span.entries().most();
      case SEEK:
        // What was not measured comes behind all that was.
        return row.slowPlace().isMeasured() ? row.slowPlace().micros() : row.mostInARow() / MORE_THAN_ALL - 1;
      default:
        return row.mostInARow();
    }
  }
}
