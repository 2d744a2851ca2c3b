// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.RocksDatabase.ColumnFamily;
import org.apache.hadoop.hdds.utils.db.RocksDatabaseException;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksIterator;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The OM's RocksDB as one unit of work sees it. The OM replaces its database when it installs a checkpoint, without
 * telling anybody: take a new instance for each unit of work and keep none.
 *
 * <p>A native call on a closed handle kills the JVM. {@link RocksDatabase} counts the calls under way and closes only
 * when there are none, but offers just a few calls that are counted so. {@link #read} extends that protection to any
 * call: an open iterator of RocksDatabase counts as a call under way for as long as it is open.
 */
public final class OmDatabase {
  /** Ozone keeps nothing in RocksDB's default column family, so an iterator over it pins no files. */
  private static final String EMPTY_TABLE = "default";

  private final OMMetadataManager metadata;
  private final RDBStore store;

  private OmDatabase(OMMetadataManager metadata, RDBStore store) {
    this.metadata = metadata;
    this.store = store;
  }

  /** A native call, or several, on the database. Keep it short: the OM cannot close its database meanwhile. */
  @FunctionalInterface
  public interface NativeRead<T> {
    T from(RocksDB db) throws RocksDBException, DatabaseUnavailableException;
  }

  /**
   * The database that the OM has open now.
   *
   * @param metadata asked for each time, as the OM replaces its metadata manager's store
   * @throws DatabaseUnavailableException if there is none
   */
  public static OmDatabase current(Supplier<? extends OMMetadataManager> metadata)
      throws DatabaseUnavailableException {
    OMMetadataManager manager = metadata.get();
    DBStore store = manager == null ? null : manager.getStore();
    if (!(store instanceof RDBStore) || store.isClosed()) {
      throw new DatabaseUnavailableException(null);
    }
    return new OmDatabase(manager, (RDBStore) store);
  }

  /** The metadata manager that this database belongs to. */
  public OMMetadataManager metadata() {
    return metadata;
  }

  /** Ozone's wrapper, whose public methods are safe against a close meanwhile. */
  public RocksDatabase rocks() {
    return store.getDb();
  }

  /** Directory of the SST files. */
  public File directory() {
    return store.getDbLocation();
  }

  /** Where the checkpoints of Ozone snapshots are, a directory each. */
  File snapshots() {
    return new File(store.getSnapshotsParentDir());
  }

  public boolean isOpen() {
    return !store.isClosed();
  }

  /** Whether both are the same open database, not only the same directory. */
  public boolean isSameAs(OmDatabase other) {
    return other != null && store == other.store;
  }

  /** A stock OM's database has every table. */
  public ColumnFamily columnFamily(String table) throws DatabaseUnavailableException {
    ColumnFamily family = rocks().getColumnFamily(table);
    if (family == null) {
      throw unavailable(new IllegalStateException("It has no table " + table));
    }
    return family;
  }

  /**
   * A property of RocksDB that is a number.
   *
   * @param property e.g. {@code rocksdb.num-deletes-active-mem-table}
   */
  public long number(String table, String property) throws DatabaseUnavailableException {
    try {
      return Long.parseUnsignedLong(rocks().getProperty(columnFamily(table), property));
    } catch (RocksDatabaseException | NumberFormatException e) {
      throw unavailable(e);
    }
  }

  /**
   * Runs native calls while the database is kept from being closed.
   *
   * @throws DatabaseUnavailableException if the database is closed, be it meanwhile
   * @throws DatabaseFaultException if RocksDB failed though it is open
   */
  public <T> T read(NativeRead<T> read) throws DatabaseUnavailableException {
    try (ManagedRocksIterator keepsOpen = rocks().newIterator(columnFamily(EMPTY_TABLE), false)) {
      return read.from(rocks().getManagedRocksDb().get());
    } catch (RocksDBException | RocksDatabaseException e) {
      throw unavailable(e);
    }
  }

  /**
   * What it means that the database has failed.
   *
   * @return to be thrown if it is closed
   * @throws DatabaseFaultException if it is open
   */
  public DatabaseUnavailableException unavailable(Exception failure) {
    if (isOpen()) {
      throw new DatabaseFaultException(failure);
    }
    return new DatabaseUnavailableException(failure);
  }
}
