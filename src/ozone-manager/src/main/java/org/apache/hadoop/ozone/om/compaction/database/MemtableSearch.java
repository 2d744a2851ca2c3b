// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ReadTier;

/**
 * Searches the memtables for keys and tombstones of a span. The estimate of {@link OmDatabase#memtableEntries} may be
 * far off if the memtables are full; an iterator over the memtables that gives up after a dead key shows whether there
 * are any.
 */
public final class MemtableSearch {
  /** Live keys to pass at most: a few milliseconds' worth. */
  private static final int MAX_LIVE_KEYS = 10_000;

  private MemtableSearch() {
  }

  /** Whether the memtables may hold a key of a span. False is certain but for one or two tombstones alone. */
  public static boolean mayHoldKeys(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.memtableEntries(span) > 0
        || database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), 1, live -> {
          live.seekToFirst();
          return live.isValid() || SkipLimit.gaveUp(live);
        });
  }

  /**
   * Whether the memtables may hold tombstones of a span: also true if a key was written twice, or after too many live
   * keys. One or two tombstones alone are missed.
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
