// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Walks over the live keys of a table as a list does, and stops where a list passes more than a few dead entries before
 * the next live key: RocksDB ends an iterator that skips more ({@code max_skippable_internal_keys}), by count and
 * without a clock. Each call is one short unit of work, after which the database can be closed; none fills the block
 * cache.
 */
final class LiveKeyWalk {
  private static final int STRIDE = 32;

  private final OmDatabase database;
  private final String table;
  private final ReadTier tier;
  private final long fewDeadEntries;

  /** @param fewDeadEntries that a list passes without a stop */
  LiveKeyWalk(OmDatabase database, String table, ReadTier tier, long fewDeadEntries) {
    this.database = database;
    this.table = table;
    this.tier = tier;
    this.fewDeadEntries = fewDeadEntries;
  }

  /** Where a walk has stopped, and why. Immutable. */
  static final class Stop {
    private final byte[] last;
    private final byte[] next;
    private final boolean atDeadEntries;

    private Stop(byte[] last, byte[] next, boolean atDeadEntries) {
      this.last = last;
      this.next = next;
      this.atDeadEntries = atDeadEntries;
    }

    /** The last live key before dead entries; null if no live key was passed. */
    byte[] last() {
      return last;
    }

    /** The live key to go on from; null at the end of the table, and at dead entries. */
    byte[] next() {
      return next;
    }

    /** Whether more than a few dead entries follow the last live key. */
    boolean isAtDeadEntries() {
      return atDeadEntries;
    }
  }

  private interface Steps<T> {
    T of(RocksIterator keys) throws RocksDBException;
  }

  private <T> T iterate(long maxSkipped, Steps<T> steps) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = new ManagedReadOptions()) {
        options.setReadTier(tier);
        options.setFillCache(false);
        options.setMaxSkippableInternalKeys(maxSkipped);
        try (RocksIterator keys = db.newIterator(database.columnFamily(table).getHandle(), options)) {
          return steps.of(keys);
        }
      }
    });
  }

  /**
   * Walks from a key on.
   *
   * @param end  stops at the first live key from here on, or some live keys behind it
   * @param most live keys to pass, about
   */
  Stop from(byte[] begin, byte[] end, int most) throws DatabaseUnavailableException {
    byte[][] marked = {begin};
    Stop stop = iterate(fewDeadEntries, keys -> walk(keys, begin, end, most, marked));
    // Only every so many keys were looked at, as each takes as long as a step.
    return stop != null ? stop : iterate(fewDeadEntries, keys -> walkEachKey(keys, marked[0]));
  }

  /** Null at dead entries; then {@code marked} is a key not far before them. */
  private static Stop walk(RocksIterator keys, byte[] begin, byte[] end, int most, byte[][] marked)
      throws RocksDBException {
    int passed = 0;
    for (keys.seek(begin); keys.isValid(); keys.next()) {
      if (passed % STRIDE == 0) {
        byte[] key = keys.key();
        if (passed >= most || Keys.compare(key, end) >= 0) {
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
    // A client may have written there meanwhile.
    return keys.isValid() ? new Stop(last, keys.key(), false) : new Stop(last, null, SkipLimit.gaveUp(keys));
  }

  /** What lies before a key. Immutable. */
  static final class Before {
    private final byte[] key;
    private final boolean known;

    private Before(byte[] key, boolean known) {
      this.key = key;
      this.known = known;
    }

    /** The last live key before; null if there is none. */
    byte[] key() {
      return key;
    }

    /** False if too many dead entries lie between. */
    boolean isKnown() {
      return known;
    }
  }

  /** Finds the last live key before another. */
  Before before(byte[] key) throws DatabaseUnavailableException {
    return iterate(SkipLimit.DEFAULT_KEYS, keys -> {
      keys.seekForPrev(key);
      if (keys.isValid() && Keys.compare(keys.key(), key) == 0) {
        keys.prev();
      }
      boolean gaveUp = SkipLimit.gaveUp(keys);
      return new Before(keys.isValid() ? keys.key() : null, !gaveUp);
    });
  }

  /**
   * Whether a list passes at least this many dead entries from a key on, before the next live key. Right behind a live
   * key it is the list that comes from there, as that also passes the older versions of this key.
   */
  boolean passes(byte[] from, long deadEntries) throws DatabaseUnavailableException {
    boolean isBehindAKey = from.length > 0 && from[from.length - 1] == 0;
    byte[] first = isBehindAKey ? Keys.before(from) : from;
    return iterate(Math.max(1, deadEntries - 1), keys -> {
      keys.seek(first);
      if (isBehindAKey && keys.isValid() && Keys.compare(keys.key(), first) == 0) {
        keys.next();
      }
      return SkipLimit.gaveUp(keys);
    });
  }
}
