// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A real om.db, without an OM around it, to be filled key by key. */
final class OpenOmDb implements AutoCloseable {
  private final Path directory;
  private final AtomicReference<OmMetadataManagerImpl> metadata = new AtomicReference<>();

  private OpenOmDb(Path directory) {
    this.directory = directory;
    open();
  }

  static OpenOmDb in(Path directory) {
    return new OpenOmDb(directory);
  }

  /** Opens it again, as OM does after it has installed a checkpoint. */
  void open() {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    try {
      metadata.set(new OmMetadataManagerImpl(conf, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the OM would answer now: null while it has no metadata manager. */
  OMMetadataManager metadata() {
    return metadata.get();
  }

  RDBStore store() {
    return (RDBStore) metadata().getStore();
  }

  RocksDB rocksDb() {
    return store().getDb().getManagedRocksDb().get();
  }

  ColumnFamilyHandle handle(String table) {
    return store().getDb().getColumnFamily(table).getHandle();
  }

  /** Makes a few thousand keys fill several levels. */
  void shrinkLevels(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder()
        .setTargetFileSizeBase(8 << 10)
        .setMaxBytesForLevelBase(16 << 10)
        .build());
  }

  void withoutAutomaticCompaction(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table),
        MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  void put(String table, byte[] key, byte[] value) throws RocksDBException {
    rocksDb().put(handle(table), key, value);
  }

  void put(String table, String key, byte[] value) throws RocksDBException {
    put(table, bytes(key), value);
  }

  void delete(String table, byte[] key) throws RocksDBException {
    rocksDb().delete(handle(table), key);
  }

  void delete(String table, String key) throws RocksDBException {
    delete(table, bytes(key));
  }

  void flush(String table) throws IOException {
    store().getDb().flush(table);
  }

  /** All of a table into its lowest level: what it looks like after months of life. */
  void settle(String table) throws IOException, RocksDBException {
    flush(table);
    force(table);
  }

  /** Upstream's way: the whole table, forced. */
  void force(String table) throws RocksDBException {
    try (ManagedCompactRangeOptions options = new ManagedCompactRangeOptions()) {
      options.setBottommostLevelCompaction(BottommostLevelCompaction.kForce);
      options.setExclusiveManualCompaction(true);
      rocksDb().compactRange(handle(table), null, null, options);
    }
  }

  List<LiveFileMetaData> files(String table) {
    List<LiveFileMetaData> files = new ArrayList<>();
    for (LiveFileMetaData file : rocksDb().getLiveFilesMetaData()) {
      if (table.equals(new String(file.columnFamilyName(), StandardCharsets.UTF_8))) {
        files.add(file);
      }
    }
    return files;
  }

  long tombstones(String table) {
    return files(table).stream().mapToLong(LiveFileMetaData::numDeletions).sum();
  }

  /** Every live key with its value, in hexadecimal. */
  Map<String, String> contents(String table) {
    Map<String, String> contents = new TreeMap<>();
    try (RocksIterator all = rocksDb().newIterator(handle(table))) {
      for (all.seekToFirst(); all.isValid(); all.next()) {
        contents.put(HexFormat.of().formatHex(all.key()), HexFormat.of().formatHex(all.value()));
      }
    }
    return contents;
  }

  static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** Closes it as OM does, and leaves OM without a store for as long as it stays closed. */
  @Override
  public void close() throws IOException {
    OmMetadataManagerImpl open = metadata.get();
    if (open != null) {
      open.stop();
    }
  }
}
