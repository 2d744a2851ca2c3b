// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Collection;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Checks whether a table's memtables hold an entry of a range. RocksDB's Java API cannot ask this directly. Memtables
 * hold an entry if any of three checks shows one:
 * <ul>
 * <li>An iterator stops at a live key, or gives up at a few adjacent tombstones.
 * <li>RocksDB estimates for each end of the range how many entries precede it ({@code InlineSkipList::EstimateCount}),
 * and the two estimates differ. If they are equal, the range almost surely has no entry.
 * <li>SST files hold a key as a put, but a read does not find the key, because memtables hold a tombstone of it.
 * </ul>
 */
public final class MemtableKeys {
  /** After this many live keys {@link #mayHoldTombstones} returns true, because reading more would take too long. */
  private static final int MAX_LIVE_KEYS = 10_000;

  private MemtableKeys() {
  }

  /**
   * The range of the memtables' entries. Up to two tombstones for each step of the search can be missed at either end;
   * null if no entry was found, so that there may be one or two tombstones.
   */
  public static KeyRange hull(OmDatabase database, String table) throws DatabaseUnavailableException {
    byte[] begin = SpanTables.firstKey();
    byte[] end = SpanTables.behindAllKeys();
    HiddenEntries.EntryProbe probe = (from, to) -> showsEntry(database, table, from, to);
    try {
      if (!probe.holds(begin, end)) {
        return null;
      }
      byte[] first = HiddenEntries.first(begin, end, probe);
      return new KeyRange(first, HiddenEntries.last(first, end, probe));
    } catch (RocksDBException e) {
      throw database.unavailable(e);
    }
  }

  /** True if a put of an SST file is obsolete: its key is deleted, or memtables hold a newer put of the key. */
  public static boolean hides(OmDatabase database, String table, byte[] put) throws DatabaseUnavailableException {
    // Only iterators read memtables alone: a get of the same tier goes on to the files (DBImpl::GetImpl).
    return database.readKeys(ReadTier.MEMTABLE_TIER, table, put, Keys.after(put), 0, keys -> {
      keys.seekToFirst();
      return keys.isValid();
    }) || database.read(db -> isHidden(db, database.columnFamily(table).getHandle(), put));
  }

  /** True if memtables hold, between two keys, a live key or three adjacent dead entries. */
  public static boolean showsEntry(OmDatabase database, String table, byte[] begin, byte[] end)
      throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, table, begin, end, 1, keys -> {
      keys.seekToFirst();
      return keys.isValid() || SkipLimit.gaveUp(keys);
    });
  }

  /** True if memtables may hold keys of a span. If false, they hold one or two tombstones at most. */
  public static boolean mayHoldKeys(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    // The estimate can be 0 although large memtables hold entries.
    return database.memtableEntries(span) > 0 || showsEntry(database, span.table(), span.begin(), span.end());
  }

  /** True if memtables may hold tombstones of a span. If false, no three tombstones there are adjacent. */
  public static boolean mayHoldTombstones(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), 1, live -> {
      int left = MAX_LIVE_KEYS;
      for (live.seekToFirst(); live.isValid() && left > 0; live.next()) {
        left--;
      }
      return left == 0 || SkipLimit.gaveUp(live);
    });
  }

  /**
   * False if memtables almost surely hold no entry. {@code puts} are live keys of SST files in the range; if a read
   * does not find one, memtables have deleted it.
   */
  public static boolean mayHold(OmDatabase database, String table, KeyRange range, Collection<byte[]> puts)
      throws DatabaseUnavailableException {
    return showsEntry(database, table, range) || database.read(db -> {
      ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
      if (entriesBetween(db, handle, range)) {
        return true;
      }
      for (byte[] put : puts) {
        if (isHidden(db, handle, put)) {
          return true;
        }
      }
      return false;
    });
  }

  /** Iterates backward: a forward iterator checks its limit only at the next entry, so never after the last one. */
  private static boolean showsEntry(OmDatabase database, String table, KeyRange range)
      throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, table, range.begin(), Keys.after(range.lastKey()), 1, keys -> {
      keys.seekToLast();
      return keys.isValid() || SkipLimit.gaveUp(keys);
    });
  }

  private static boolean entriesBetween(RocksDB db, ColumnFamilyHandle handle, KeyRange range) {
    try (ManagedSlice begin = new ManagedSlice(range.begin());
         ManagedSlice end = new ManagedSlice(Keys.after(range.lastKey()))) {
      // RocksDB subtracts the estimates for the two ends, and returns 0 if the difference is negative. So the second
      // call swaps the ends.
      return db.getApproximateMemTableStats(handle, new Range(begin, end)).count != 0
          || db.getApproximateMemTableStats(handle, new Range(end, begin)).count != 0;
    }
  }

  private static boolean isHidden(RocksDB db, ColumnFamilyHandle handle, byte[] key) throws RocksDBException {
    try (ManagedReadOptions options = new ManagedReadOptions()) {
      options.setFillCache(false);
      return db.get(handle, options, key) == null;
    }
  }
}
