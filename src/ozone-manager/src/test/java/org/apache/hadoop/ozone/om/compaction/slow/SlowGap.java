// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/**
 * The truth about a place that is slow, or nearly so: what a list passes there by RocksDB's own count.
 *
 * @param micros what a list waits for that
 */
public record SlowGap(TableWalk.Gap gap, double micros, WaitLimit limit) {
  /** Fewer dead entries are taken for fast, however large their values are. */
  private static final int FEW = 8;
  /** Dead entries in memory are counted within a fiftieth. */
  private static final double NEARLY = 0.97;

  /** All places of a table that are slow or nearly so, in key order. */
  public static List<SlowGap> in(RocksDB db, ColumnFamilyHandle table, WaitLimit limit) throws RocksDBException {
    List<SlowGap> slow = new ArrayList<>();
    for (TableWalk.Gap gap : TableWalk.gaps(db, table, Math.min(FEW, limit.fewDeadEntries()))) {
      byte[] behind = gap.behind() == null ? SpanTables.behindAllKeys() : gap.behind();
      long bytes;
      try (Slice from = new Slice(gap.key()); Slice to = new Slice(behind)) {
        bytes = db.getApproximateSizes(table, List.of(new Range(from, to)), SizeApproximationFlag.INCLUDE_FILES)[0];
      }
      // At the end of the table RocksDB counts one less.
      long dead = TableWalk.deadEntries(db, table, gap) + (gap.behind() == null ? 1 : 0);
      double micros = dead * WaitLimit.MICROS_OF_A_DEAD_ENTRY
          + bytes * WaitLimit.MICROS_OF_A_MEBIBYTE / (1 << 20);
      if (micros >= limit.micros() * NEARLY) {
        slow.add(new SlowGap(gap, micros, limit));
      }
    }
    return slow;
  }

  /** True if it is slow beyond doubt. */
  public boolean isSlow() {
    return micros - (gap.behind() == null ? WaitLimit.MICROS_OF_A_DEAD_ENTRY : 0) > limit.micros();
  }
}
