// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.Range;

/** The number of a span's entries in memtables, as RocksDB estimates it from the shape of its skip lists. */
public final class MemtableEstimate {
  private MemtableEstimate() {
  }

  /** Puts and tombstones together; an estimate that takes some microseconds. */
  public static long entries(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedSlice begin = new ManagedSlice(span.begin());
           ManagedSlice end = new ManagedSlice(span.end())) {
        return Math.max(0, db.getApproximateMemTableStats(
            database.columnFamily(span.table()).getHandle(), new Range(begin, end)).count);
      }
    });
  }
}
