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
   * Returns false if the memtables hold no key of a span, except possibly one or two tombstones; true if they hold or
   * possibly hold more.
   */
  public static boolean mayHoldKeys(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.memtableEntries(span) > 0
        || database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), 1, live -> {
          live.seekToFirst();
          return live.isValid() || SkipLimit.gaveUp(live);
        });
  }

  /**
   * Returns true if the memtables possibly hold tombstones of a span; false if they hold none, except possibly one or
   * two in a row before, between or after live keys. The result is also true if one key was written several times, or
   * if the search stopped after {@link #MAX_LIVE_KEYS} keys.
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
