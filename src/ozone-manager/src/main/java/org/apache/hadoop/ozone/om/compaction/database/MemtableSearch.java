// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ReadTier;

/**
 * Searches the memtables for keys and tombstones of a span. The estimate of {@link OmDatabase#memtableEntries} may be
 * far off if the memtables are full, so an iterator over the memtables is used too. The iterator gives up at the third
 * dead entry in a row, which shows that the span has dead entries.
 */
public final class MemtableSearch {
  /** Maximum number of live keys to pass, which takes a few milliseconds. */
  private static final int MAX_LIVE_KEYS = 10_000;

  private MemtableSearch() {
  }

  /**
   * Returns true if the memtables hold or may hold keys of a span. If false, they hold one or two tombstones at most.
   */
  public static boolean mayHoldKeys(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.memtableEntries(span) > 0
        || MemtableKeys.showsEntry(database, span.table(), span.begin(), span.end());
  }

  /**
   * Returns true if the memtables may hold tombstones of a span. It overlooks one or two tombstones in a row. The
   * result is also true if one key was written several times, or if the search stopped after {@link #MAX_LIVE_KEYS}
   * keys.
   */
  public static boolean mayHoldTombstones(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), 1, live -> {
      int left = MAX_LIVE_KEYS;
      for (live.seekToFirst(); live.isValid() && left > 0; live.next()) {
        left--;
      }
      return left == 0 || SkipLimit.gaveUp(live);
    });
  }
}
