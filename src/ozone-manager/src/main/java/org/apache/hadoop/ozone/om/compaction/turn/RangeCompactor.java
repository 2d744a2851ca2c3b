// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Optional;
import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;

/**
 * Compacts one range of one table while automatic compactions continue.
 *
 * <p>Does not use {@code RocksDatabase.compactRange}, which closes OM's whole database when a compaction fails.
 */
final class RangeCompactor {
  private final OmDatabase database;
  private final InstalledRocksDb rocksDb;

  RangeCompactor(OmDatabase database) {
    this(database, InstalledRocksDb.loaded());
  }

  RangeCompactor(OmDatabase database, InstalledRocksDb rocksDb) {
    this.database = database;
    this.rocksDb = rocksDb;
  }

  /**
   * Calls RocksDB's compactRange once.
   *
   * @param lowest whether RocksDB rewrites files of the deepest level even if nothing is merged into them
   * @return bytes that all compactions and flushes of the table read and wrote during the call
   * @throws DatabaseUnavailableException if the database was closed meanwhile; nothing is lost then
   * @throws TurnEndedException if RocksDB fails, or if it is not known which files this version of RocksDB compacts
   */
  Traffic compact(String table, KeyRange keys, BottommostLevelCompaction lowest)
      throws DatabaseUnavailableException, TurnEndedException {
    Optional<String> unknown = rocksDb.refusal();
    if (unknown.isPresent()) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, unknown.get());
    }
    try {
      return database.read(rocksDb -> {
        ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
        Traffic before = Traffic.of(rocksDb, handle);
        try (ManagedCompactRangeOptions options = new ManagedCompactRangeOptions()) {
          options.setExclusiveManualCompaction(false);
          options.setBottommostLevelCompaction(lowest);
          rocksDb.compactRange(handle, keys.begin(), keys.lastKey(), options);
        }
        return Traffic.of(rocksDb, handle).since(before);
      });
    } catch (DatabaseFaultException e) {
      throw TurnEndedException.failed("compact " + table, e);
    }
  }

  /** kForce only for a rewrite of the deepest level in place, as else RocksDB would rewrite the step's own output. */
  static BottommostLevelCompaction lowest(FileStep step) {
    return step.isForced() ? BottommostLevelCompaction.kForce : BottommostLevelCompaction.kIfHaveCompactionFilter;
  }
}
