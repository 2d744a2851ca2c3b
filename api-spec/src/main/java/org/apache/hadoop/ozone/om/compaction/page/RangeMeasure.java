// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import org.apache.hadoop.ozone.om.compaction.model.RangeSort;

/** What a list of planned ranges is sorted by, on one node and over several. */
public interface RangeMeasure {
  /** That it removes at most. */
  long tombstones();

  /** That it is predicted to read and to write. */
  long movedBytes();

  long entries();

  /** The place at which a job compacts it on its node, from 1 on. */
  int rank();

  /** The largest comes first; 0 where rows are sorted by name. */
  static double of(RangeMeasure row, RangeSort by) {
    switch (by) {
      case NAME:
        return 0;
      case TOMBSTONES:
        return row.tombstones();
      case SIZE:
        return row.movedBytes();
      case ENTRIES:
        return row.entries();
      default:
        return -row.rank();
    }
  }
}
