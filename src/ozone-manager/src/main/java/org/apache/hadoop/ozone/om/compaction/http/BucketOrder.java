// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;

/** The order of bucket spans: largest upper bound first, or by name. */
final class BucketOrder extends RowOrder<SpanCensus> {
  private static final long serialVersionUID = 1L;

  private final BucketSort by;

  BucketOrder(BucketSort by) {
    super("buckets " + by);
    this.by = by;
  }

  @Override
  RowPosition position(SpanCensus row) {
    BucketSpan span = row.span();
    return by == BucketSort.NAME
        ? RowPosition.byName(span.volume(), span.bucket(), span.table(), span.begin())
        : RowPosition.byMeasure(measure(row), span.table(), span.begin());
  }

  private double measure(SpanCensus row) {
    switch (by) {
      case RATIO:
        return row.tombstoneRatio().most();
      case SIZE:
        return row.ownBytes() + row.sharedBytes();
      case ENTRIES:
        return row.entries().most();
      default:
        return row.tombstones().most();
    }
  }
}
