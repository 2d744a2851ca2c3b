// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksIterator;

/**
 * Searches memtables for tombstones of a span. {@link OmDatabase#memtableEntries} may be far off if much is in memory;
 * an iterator over the memtables that gives up after a dead key shows whether there are any.
 */
public final class MemtableSearch {
  /** A few milliseconds. */
  private static final int MAX_LIVE_KEYS = 10_000;

  private MemtableSearch() {
  }

  /**
   * Also true for a key that was written twice, or if too many live keys come first; one or two tombstones are missed.
   */
  public static boolean mayHoldTombstones(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = new ManagedReadOptions();
           ManagedSlice begin = new ManagedSlice(span.begin());
           ManagedSlice end = new ManagedSlice(span.end())) {
        options.setReadTier(ReadTier.MEMTABLE_TIER);
        options.setMaxSkippableInternalKeys(1);
        options.setIterateLowerBound(begin);
        options.setIterateUpperBound(end);
        try (RocksIterator live = db.newIterator(database.columnFamily(span.table()).getHandle(), options)) {
          int left = MAX_LIVE_KEYS;
          for (live.seekToFirst(); live.isValid() && left > 0; live.next()) {
            left--;
          }
          return left == 0 || SkipLimit.gaveUp(live);
        }
      }
    });
  }
}
