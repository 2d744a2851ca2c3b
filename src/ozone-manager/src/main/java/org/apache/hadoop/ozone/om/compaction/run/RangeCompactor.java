// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;

/**
 * Compacts one range of one table. Never exclusive, so automatic compactions go on; never flushes first, as a fresh L0
 * file as wide as the table would be dragged in (RocksDB itself flushes if its memtable holds a key of the range).
 *
 * <p>Goes around {@code RocksDatabase.compactRange}, which closes OM's whole database when a compaction meets a full
 * disk or a corrupt file. Here the error is reported and the database stays open; whether it may go on is RocksDB's own
 * decision. While a range runs, OM can close its database at any time: RocksDB then ends the range within milliseconds.
 */
final class RangeCompactor {
  private final OmDatabase database;

  /** @param database of this unit of work */
  RangeCompactor(OmDatabase database) {
    this.database = database;
  }

  /**
   * Merges every level above into the lowest level that holds keys of the range. That level's own files are rewritten
   * only where something comes down to them.
   *
   * @return what compactions of the table read and wrote meanwhile
   * @throws DatabaseUnavailableException if the database was closed meanwhile: harmless, nothing is lost
   * @throws TurnEndedException if RocksDB cannot do it
   */
  Traffic mergeDown(String table, KeyRange range) throws DatabaseUnavailableException, TurnEndedException {
    return compact(table, range, BottommostLevelCompaction.kIfHaveCompactionFilter);
  }

  /**
   * Rewrites the files of the range in the lowest level that holds keys of it, without the tombstones that hide nothing
   * any more. To be given a range that {@link #mergeDown} has been through: levels above would be merged down too, and
   * what they bring rewritten twice.
   *
   * @return as {@link #mergeDown}
   */
  Traffic rewriteLowest(String table, KeyRange range) throws DatabaseUnavailableException, TurnEndedException {
    return compact(table, range, BottommostLevelCompaction.kForce);
  }

  private Traffic compact(String table, KeyRange range, BottommostLevelCompaction bottommost)
      throws DatabaseUnavailableException, TurnEndedException {
    try {
      return database.read(rocksDb -> {
        ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
        Traffic before = Traffic.of(rocksDb, handle);
        try (ManagedCompactRangeOptions options = new ManagedCompactRangeOptions()) {
          options.setExclusiveManualCompaction(false);
          options.setBottommostLevelCompaction(bottommost);
          rocksDb.compactRange(handle, range.begin(), range.lastKey(), options);
        }
        return Traffic.of(rocksDb, handle).since(before);
      });
    } catch (DatabaseFaultException e) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "RocksDB could not compact " + table + " ("
          + e.getMessage() + "): look for the cause in om.db's LOG, check the disk, then trigger the job again");
    }
  }
}
