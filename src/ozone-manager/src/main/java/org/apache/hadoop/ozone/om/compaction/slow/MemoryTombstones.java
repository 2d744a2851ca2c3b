// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.HiddenEntries;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;

/** Finds where more than a few tombstones lie between two live keys of a table's memtables; ignores SST files. */
final class MemoryTombstones implements TombstoneSource {
  private final OmDatabase database;
  private final String table;
  private final LiveKeyWalk live;

  MemoryTombstones(OmDatabase database, String table, long fewDeadEntries, Duration time) {
    this.database = database;
    this.table = table;
    this.live = new LiveKeyWalk(database, table, ReadTier.MEMTABLE_TIER, fewDeadEntries, time);
  }

  @Override
  public byte[] next(byte[] from, byte[] end) throws RocksDBException, DatabaseUnavailableException {
    LiveKeyWalk.Stop stop = live.from(from, end, MAX_KEYS);
    if (!stop.isAtDeadEntries()) {
      return stop.next() == null || Keys.compare(stop.next(), end) >= 0 ? null : stop.next();
    }
    return stop.last() != null ? Keys.after(stop.last()) : !holds(from, end) ? null
        : HiddenEntries.first(from, end, this::holds);
  }

  private boolean holds(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    return MemtableKeys.showsEntry(database, table, begin, end);
  }
}
