// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Optional;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.RocksDatabaseException;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksIterator;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;

/**
 * Keeps OM's RocksDB from being freed while native handles are in use: a freed handle crashes the process. A hold does
 * not keep the database from being closed. RocksDB then aborts what runs, and its memory is freed once every hold is
 * given back, so a hold must be short, or spent inside RocksDB.
 *
 * <p>RocksDatabase counts its users, but hands a reference out only together with an iterator. So a hold is an
 * iterator, over the default column family, which OM leaves empty: it pins no SST file. A public
 * {@code RocksDatabase.acquire()} would replace it.
 */
final class DatabaseHold implements AutoCloseable {
  private static final String DEFAULT_COLUMN_FAMILY = "default";

  private final RDBStore store;
  private final ManagedRocksIterator reference;

  private DatabaseHold(RDBStore store, ManagedRocksIterator reference) {
    this.store = store;
    this.reference = reference;
  }

  /**
   * @param metadata may be null
   * @return empty while OM has no open database: it stops, or installs a checkpoint
   */
  static Optional<DatabaseHold> on(OMMetadataManager metadata) {
    DBStore store = metadata == null ? null : metadata.getStore();
    return store instanceof RDBStore ? on((RDBStore) store) : Optional.empty();
  }

  private static Optional<DatabaseHold> on(RDBStore store) {
    RocksDatabase database = store.getDb();
    RocksDatabase.ColumnFamily empty = database.getColumnFamily(DEFAULT_COLUMN_FAMILY);
    try {
      return Optional.of(new DatabaseHold(store, database.newIterator(empty)));
    } catch (RocksDatabaseException closed) {
      return Optional.empty();
    }
  }

  RDBStore store() {
    return store;
  }

  RocksDatabase database() {
    return store.getDb();
  }

  /** The native database. To be used only before {@link #close}. */
  RocksDB rocksDb() {
    return database().getManagedRocksDb().get();
  }

  /** @return null if there is no such table */
  ColumnFamilyHandle table(String name) {
    RocksDatabase.ColumnFamily family = database().getColumnFamily(name);
    return family == null ? null : family.getHandle();
  }

  @Override
  public void close() {
    reference.close();
  }
}
