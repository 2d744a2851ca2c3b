// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionStep;
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
   * One call of RocksDB's compactRange.
   *
   * @return what compactions of the table read and wrote meanwhile
   * @throws DatabaseUnavailableException if the database was closed meanwhile: harmless, nothing is lost
   * @throws TurnEndedException if RocksDB cannot do it
   */
  Traffic compact(String table, CompactionStep.Kind kind, KeyRange range)
      throws DatabaseUnavailableException, TurnEndedException {
    try {
      return database.read(rocksDb -> {
        ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
        Traffic before = Traffic.of(rocksDb, handle);
        try (ManagedCompactRangeOptions options = new ManagedCompactRangeOptions()) {
          options.setExclusiveManualCompaction(false);
          options.setBottommostLevelCompaction(bottommost(kind));
          rocksDb.compactRange(handle, range.begin(), range.lastKey(), options);
        }
        return Traffic.of(rocksDb, handle).since(before);
      });
    } catch (DatabaseFaultException e) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "RocksDB could not compact " + table + " ("
          + e.getMessage() + "): look for the cause in om.db's LOG, check the disk, then trigger the job again");
    }
  }

  private static BottommostLevelCompaction bottommost(CompactionStep.Kind kind) {
    return kind == CompactionStep.Kind.MERGE_DOWN
        ? BottommostLevelCompaction.kIfHaveCompactionFilter : BottommostLevelCompaction.kForce;
  }
}
