// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import org.apache.hadoop.ozone.om.compaction.model.BucketSort;

/** What a list of bucket spans is sorted by, on one node and over several: upper bounds of what is an interval. */
public interface BucketMeasure {
  long tombstones();

  /** In [0,1]. */
  double tombstoneRatio();

  long sizeBytes();

  long entries();

  /** Of the slowest seek; -1 if none was measured. */
  long seekMicros();

  /** Tombstones that lie together, on disk or in memory: how slow a list may be. */
  long tombstonesInARow();

  /** The largest comes first; 0 where rows are sorted by name. */
  static double of(BucketMeasure row, BucketSort by) {
    switch (by) {
      case NAME:
        return 0;
      case TOMBSTONES:
        return row.tombstones();
      case RATIO:
        return row.tombstoneRatio();
      case SIZE:
        return row.sizeBytes();
      case ENTRIES:
        return row.entries();
      case SEEK:
        // Between equal ones the tombstones decide, whose part is in [0,1).
        return row.seekMicros() + 1 - 1.0 / (1 + row.tombstonesInARow());
      default:
        return row.tombstonesInARow();
    }
  }
}
