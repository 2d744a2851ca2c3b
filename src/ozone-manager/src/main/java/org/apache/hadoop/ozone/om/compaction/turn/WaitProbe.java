// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.rocksdb.ReadTier;

/** Measures the time of a list's seek to a live key. The seek gives up after very many dead entries. */
final class WaitProbe {
  /** A seek that takes longer is measured a second time: tombstones slow down both seeks, a busy processor only one. */
  private static final long DOUBTFUL_MICROS = 1_000;

  private WaitProbe() {
  }

  /**
   * Returns the microseconds of the seek from a key to the next live key; the shorter time if it was measured twice.
   * Like a list, the seek does not stop at the end of a bucket.
   */
  static long micros(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    long first = measure(database, table, key);
    return first < DOUBTFUL_MICROS ? first : Math.min(first, measure(database, table, key));
  }

  private static long measure(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.READ_ALL_TIER, table, null, null, SkipLimit.DEFAULT_KEYS, keys -> {
      long started = System.nanoTime();
      keys.seek(key);
      long micros = (System.nanoTime() - started) / 1_000;
      // A seek that fails does so at once, and is no measurement.
      SkipLimit.gaveUp(keys);
      return micros;
    });
  }
}
