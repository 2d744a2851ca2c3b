// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ReadTier;

/**
 * Searches memtables for keys and tombstones of a span. {@link OmDatabase#memtableEntries} may be far off if much is in
 * memory; an iterator over the memtables that gives up after a dead key shows whether there are any.
 */
public final class MemtableSearch {
  /** A few milliseconds. */
  private static final int MAX_LIVE_KEYS = 10_000;

  private MemtableSearch() {
  }

  /** Whether the memtables hold any key of a span; one or two tombstones alone may be missed. */
  public static boolean mayHoldKeys(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.memtableEntries(span) > 0
        || database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), 1, live -> {
          live.seekToFirst();
          return live.isValid() || SkipLimit.gaveUp(live);
        });
  }

  /**
   * Also true for a key that was written twice, or if too many live keys come first; one or two tombstones are missed.
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
