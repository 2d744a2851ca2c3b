// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Iterates over the live keys of a table as a list does, and stops before it skips more than a few dead entries. A walk
 * whose time is over stops at the last live key that it has read.
 */
final class LiveKeyWalk {
  private static final int STRIDE = 32;

  private final OmDatabase database;
  private final String table;
  private final ReadTier tier;
  private final long fewDeadEntries;
  private final Duration time;

  /**
   * @param fewDeadEntries maximum number of adjacent dead entries (tombstones, hidden entries) that a walk skips
   * @param time           a walk stops at a live key after about this time
   */
  LiveKeyWalk(OmDatabase database, String table, ReadTier tier, long fewDeadEntries, Duration time) {
    this.database = database;
    this.table = table;
    this.tier = tier;
    this.fewDeadEntries = fewDeadEntries;
    this.time = time;
  }

  /** The key at which a walk has stopped, and the reason. Immutable. */
  static final class Stop {
    private final byte[] last;
    private final byte[] next;
    private final boolean atDeadEntries;

    private Stop(byte[] last, byte[] next, boolean atDeadEntries) {
      this.last = last;
      this.next = next;
      this.atDeadEntries = atDeadEntries;
    }

    /** The last live key before the dead entries that stopped the walk; null if the walk read no live key. */
    byte[] last() {
      return last;
    }

    /** The live key to continue from; null at the end of the table, and if dead entries stopped the walk. */
    byte[] next() {
      return next;
    }

    /**
     * True if the walk stopped because more than a few dead entries follow its last live key, or fewer that took all of
     * its time.
     */
    boolean isAtDeadEntries() {
      return atDeadEntries;
    }
  }

  private <T> T iterate(OmDatabase.KeysRead<T> steps) throws DatabaseUnavailableException {
    return database.readKeys(tier, table, null, null, fewDeadEntries, time, steps);
  }

  /**
   * Walks over live keys, beginning at a key.
   *
   * @param end  the walk stops at or after this key, up to 32 live keys later, because it checks every 32nd key
   * @param most approximate number of live keys to read
   */
  Stop from(byte[] begin, byte[] end, int most) throws DatabaseUnavailableException {
    byte[][] marked = {begin};
    Stop stop = iterate(keys -> walk(keys, begin, end, most, marked));
    // Null means that dead entries stopped the walk, or that its time was over. This walk noted only every 32nd key,
    // because copying a key takes as long as moving the iterator. A second walk finds the last key before.
    return stop != null ? stop : iterate(keys -> walkEachKey(keys, marked[0]));
  }

  /**
   * Returns null if dead entries or RocksDB's clock stop the walk; {@code marked} then holds a live key a few keys
   * before.
   */
  private Stop walk(RocksIterator keys, byte[] begin, byte[] end, int most, byte[][] marked)
      throws RocksDBException {
    long began = System.nanoTime();
    int passed = 0;
    for (keys.seek(begin); keys.isValid(); keys.next()) {
      if (passed % STRIDE == 0) {
        byte[] key = keys.key();
        boolean isLate = passed > 0 && System.nanoTime() - began >= time.toNanos();
        if (passed >= most || isLate || Keys.compare(key, end) >= 0) {
          return new Stop(null, key, false);
        }
        marked[0] = key;
      }
      passed++;
    }
    return SkipLimit.gaveUp(keys) ? null : new Stop(null, null, false);
  }

  private static Stop walkEachKey(RocksIterator keys, byte[] begin) throws RocksDBException {
    byte[] last = null;
    int passed = 0;
    for (keys.seek(begin); keys.isValid() && passed <= STRIDE; keys.next()) {
      last = keys.key();
      passed++;
    }
    if (keys.isValid()) {
      // The first walk was slower, or a client has since written a live key among the dead entries.
      return new Stop(last, keys.key(), false);
    }
    if (passed > 1 && SkipLimit.ranOutOfTime(keys)) {
      return new Stop(last, last, false);
    }
    // If the time did not do for one key, dead entries may have taken it: the caller counts them in steps.
    return new Stop(last, null, SkipLimit.gaveUp(keys));
  }
}
