// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.RangeSort;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;

/** The order of planned ranges: as a job compacts them, largest upper bound first, or by name. */
final class RangeOrder extends RowOrder<PlannedRange> {
  private static final long serialVersionUID = 1L;

  private final RangeSort by;

  RangeOrder(RangeSort by) {
    super("ranges " + by);
    this.by = by;
  }

  @Override
  RowPosition position(PlannedRange row) {
    BucketSpan span = row.target().span();
    return by == RangeSort.NAME
        ? RowPosition.byName(span.volume(), span.bucket(), row.table(), row.range().begin())
        : RowPosition.byMeasure(measure(row), row.table(), row.range().begin());
  }

  private double measure(PlannedRange row) {
    switch (by) {
      case TOMBSTONES:
        return row.cost().tombstonesRemoved().most();
      case SIZE:
        return row.cost().readBytes() + row.cost().writeBytes();
      case ENTRIES:
        return row.entries();
      default:
        return -row.rank();
    }
  }
}
