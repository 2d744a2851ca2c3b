// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksObjectUtils;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Writes, flushes and compacts the tables of an om.db past the OM. */
public abstract class OmTables implements AutoCloseable {
  private static final int VALUE_BYTES = 100;

  static {
    ManagedRocksObjectUtils.loadRocksDBLibrary();
  }

  private final Random random = new Random(1);
  /** A write to the log takes longer than all else of a put, and no test needs it: closing a database flushes it. */
  private final WriteOptions withoutLog = new WriteOptions().setDisableWAL(true);

  /** Those of a database that somebody else opens and closes. */
  public static OmTables of(OMMetadataManager metadata) {
    return new OmTables() {
      @Override
      public OMMetadataManager metadata() {
        return metadata;
      }
    };
  }

  public abstract OMMetadataManager metadata();

  public void put(String table, String key) throws RocksDBException {
    put(table, bytes(key));
  }

  public void put(String table, byte[] key) throws RocksDBException {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    put(table, key, value);
  }

  public void put(String table, byte[] key, byte[] value) throws RocksDBException {
    rocks().put(handle(table), withoutLog, key, value);
  }

  public void delete(String table, String key) throws RocksDBException {
    delete(table, bytes(key));
  }

  public void delete(String table, byte[] key) throws RocksDBException {
    rocks().delete(handle(table), withoutLog, key);
  }

  /** Writes the memtable into a file of level 0. */
  public void flush(String table) throws RocksDBException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      rocks().flush(options, handle(table));
    }
  }

  /** Compacts the whole table to the last level, which drops its tombstones. */
  public void compact(String table) throws RocksDBException {
    try (CompactRangeOptions options = new CompactRangeOptions()
        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
      rocks().compactRange(handle(table), null, null, options);
    }
  }

  /** Sets the size of files that compactions of the table write. */
  public void targetFileBytes(String table, long bytes) throws RocksDBException {
    rocks().setOptions(handle(table), MutableColumnFamilyOptions.builder().setTargetFileSizeBase(bytes)
        .setMaxBytesForLevelBase(bytes * 1_000).build());
  }

  /** Sets the maximum bytes of a compaction of the table. */
  public void maxCompactionBytes(String table, long bytes) throws RocksDBException {
    rocks().setOptions(handle(table), MutableColumnFamilyOptions.builder().setMaxCompactionBytes(bytes).build());
  }

  /** Switches automatic compactions of the table off. */
  public void holdStill(String table) throws RocksDBException {
    rocks().setOptions(handle(table), MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  public RocksDB rocks() {
    return ((RDBStore) metadata().getStore()).getDb().getManagedRocksDb().get();
  }

  public ColumnFamilyHandle handle(String table) {
    return ((RDBStore) metadata().getStore()).getDb().getColumnFamily(table).getHandle();
  }

  public static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    withoutLog.close();
  }
}
