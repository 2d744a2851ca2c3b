// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.RocksDatabase.ColumnFamily;
import org.apache.hadoop.hdds.utils.db.RocksDatabaseException;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksIterator;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.Range;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SizeApproximationFlag;

/**
 * The OM's RocksDB. Get a new instance for each piece of work, because the OM can replace its database.
 *
 * <p>A native call on a closed handle kills the JVM. {@link #read} keeps the database open during a native call.
 */
public final class OmDatabase {
  /**
   * RocksDB's default column family, which is empty in Ozone. {@link #read} keeps the database open by an iterator over
   * this table. An iterator over another table would keep replaced files on disk.
   */
  static final String EMPTY_TABLE = "default";

  private final OMMetadataManager metadata;
  private final RDBStore store;

  /** A database without an OM. Tables may be missing. Users are told of read errors, because there is no OM log. */
  interface Copy {
    void noteFault(Exception failure);
  }

  private OmDatabase(OMMetadataManager metadata, RDBStore store) {
    this.metadata = metadata;
    this.store = store;
  }

  /**
   * Makes native calls on the database. The calls should be short, because the OM cannot close its database meanwhile.
   */
  @FunctionalInterface
  public interface NativeRead<T> {
    T from(RocksDB db) throws RocksDBException, DatabaseUnavailableException;
  }

  /** Reads live keys with an iterator that is not positioned yet. {@link #readKeys} closes the iterator. */
  @FunctionalInterface
  public interface KeysRead<T> {
    T from(RocksIterator keys) throws RocksDBException;
  }

  /**
   * @param metadata supplies the OM's current metadata manager, {@code om::getMetadataManager}
   * @throws DatabaseUnavailableException if no database is open
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

  public OMMetadataManager metadata() {
    return metadata;
  }

  /** Ozone's wrapper of the database; its public methods are safe to call while the database is being closed. */
  public RocksDatabase rocks() {
    return store.getDb();
  }

  public File directory() {
    return store.getDbLocation();
  }

  /** {@code name} is, for example, {@code 000123.sst}. */
  public File file(String name) {
    return new File(directory(), name);
  }

  /** Directory with the checkpoints of Ozone snapshots, one directory each. */
  File snapshots() {
    return new File(directory().getParentFile(), OzoneConsts.OM_SNAPSHOT_CHECKPOINT_DIR);
  }

  public boolean hasSnapshots() throws DatabaseUnavailableException {
    try {
      return !metadata.getSnapshotInfoTable().isEmpty();
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  public boolean isOpen() {
    return !store.isClosed();
  }

  /** True if both are the same open database; false if one of them was opened later, even in the same directory. */
  public boolean isSameAs(OmDatabase other) {
    return other != null && store == other.store;
  }

  /**
   * Names of all tables whose keys can be looked at and compacted: those of {@link SpanTables}, in their order, then
   * all other column families, by name. Nobody writes to RocksDB's column family {@code default}.
   */
  public List<String> tables() {
    Set<String> tables = new LinkedHashSet<>(SpanTables.names());
    store.getTableNames().values().stream().filter(name -> !name.equals(EMPTY_TABLE)).sorted().forEach(tables::add);
    return new ArrayList<>(tables);
  }

  /** Returns the column family of a table. In a {@link Copy} without this table, returns an empty column family. */
  public ColumnFamily columnFamily(String table) throws DatabaseUnavailableException {
    ColumnFamily family = rocks().getColumnFamily(table);
    if (family == null && metadata instanceof Copy) {
      family = rocks().getColumnFamily(EMPTY_TABLE);
    }
    if (family == null) {
      throw unavailable(new IllegalStateException("It has no table " + table));
    }
    return family;
  }

  /** {@code property} is numeric, e.g. {@code rocksdb.num-deletes-active-mem-table}. */
  public long number(String table, String property) throws DatabaseUnavailableException {
    try {
      return Long.parseUnsignedLong(rocks().getProperty(columnFamily(table), property));
    } catch (RocksDatabaseException | NumberFormatException e) {
      throw unavailable(e);
    }
  }

  /** An upper bound of the bytes that a flush of a table writes: the memory that its memtables take. */
  public long memtableBytes(String table) throws DatabaseUnavailableException {
    return number(table, "rocksdb.cur-size-all-mem-tables");
  }

  /** RocksDB's estimate of a span's puts and tombstones in memory; takes some microseconds. */
  public long memtableEntries(BucketSpan span) throws DatabaseUnavailableException {
    return read(db -> {
      try (ManagedSlice begin = new ManagedSlice(span.begin());
           ManagedSlice end = new ManagedSlice(span.end())) {
        return Math.max(0,
            db.getApproximateMemTableStats(columnFamily(span.table()).getHandle(), new Range(begin, end)).count);
      }
    });
  }

  /** RocksDB's estimate by index blocks alone, exact up to a block or two of each file. */
  public long fileBytes(BucketSpan span) throws DatabaseUnavailableException {
    return read(db -> {
      try (ManagedSlice begin = new ManagedSlice(span.begin());
           ManagedSlice end = new ManagedSlice(span.end())) {
        return db.getApproximateSizes(columnFamily(span.table()).getHandle(),
            Collections.singletonList(new Range(begin, end)), SizeApproximationFlag.INCLUDE_FILES)[0];
      }
    });
  }

  /**
   * Runs native calls and returns their result. The database is not closed meanwhile.
   *
   * @throws DatabaseUnavailableException if the database is closed
   * @throws DatabaseFaultException if RocksDB fails although the database is open
   */
  public <T> T read(NativeRead<T> read) throws DatabaseUnavailableException {
    // RocksDatabase counts an open iterator as a running call, and closes the database only when no call runs.
    try (ManagedRocksIterator keepsOpen = rocks().newIterator(columnFamily(EMPTY_TABLE), false)) {
      return read.from(rocks().getManagedRocksDb().get());
    } catch (RocksDBException | RocksDatabaseException e) {
      throw unavailable(e);
    }
  }

  /**
   * Does as {@link #readKeys(ReadTier, String, byte[], byte[], long, Duration, KeysRead)}, without a limit of time.
   */
  public <T> T readKeys(ReadTier tier, String table, byte[] begin, byte[] end, long maxSkippedKeys, KeysRead<T> keys)
      throws DatabaseUnavailableException {
    return readKeys(tier, table, begin, end, maxSkippedKeys, null, keys);
  }

  /**
   * Reads live keys and returns the result. The database is not closed meanwhile, and the block cache is not filled.
   *
   * @param begin          inclusive; null for the table's first key
   * @param end            exclusive; null for no end
   * @param maxSkippedKeys the iterator gives up after this many adjacent dead entries; see {@link SkipLimit#gaveUp}
   * @param time           the iterator gives up at the first block that it would read from a file after this time, see
   *                       {@link SkipLimit#ranOutOfTime}; null for no limit
   * @throws DatabaseUnavailableException if the database is closed
   * @throws DatabaseFaultException if RocksDB fails although the database is open
   */
  public <T> T readKeys(ReadTier tier, String table, byte[] begin, byte[] end, long maxSkippedKeys, Duration time,
      KeysRead<T> keys) throws DatabaseUnavailableException {
    return read(db -> {
      try (ManagedReadOptions options = new ManagedReadOptions();
           ManagedSlice lower = begin == null ? null : new ManagedSlice(begin);
           ManagedSlice upper = end == null ? null : new ManagedSlice(end)) {
        options.setReadTier(tier);
        options.setFillCache(false);
        options.setMaxSkippableInternalKeys(maxSkippedKeys);
        if (time != null) {
          // RocksDB compares it with the clock on the wall.
          options.setDeadline(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now().plus(time)));
        }
        if (lower != null) {
          options.setIterateLowerBound(lower);
        }
        if (upper != null) {
          options.setIterateUpperBound(upper);
        }
        try (RocksIterator iterator = db.newIterator(columnFamily(table).getHandle(), options)) {
          return keys.from(iterator);
        }
      }
    });
  }

  /** Remembers a read error to tell the user if this is a {@link Copy}; otherwise does nothing. */
  public void noteFault(Exception failure) {
    if (metadata instanceof Copy) {
      ((Copy) metadata).noteFault(failure);
    }
  }

  /**
   * If the database is closed, returns the exception to throw for a failed call.
   *
   * @throws DatabaseFaultException if the database is open; the failure is then logged
   */
  public DatabaseUnavailableException unavailable(Exception failure) {
    if (isOpen()) {
      noteFault(failure);
      ReadFaults.log("A read of om.db failed", failure);
      throw new DatabaseFaultException(failure);
    }
    return new DatabaseUnavailableException(failure);
  }
}
