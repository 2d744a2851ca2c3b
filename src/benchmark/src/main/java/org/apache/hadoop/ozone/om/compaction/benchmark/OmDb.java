// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.TableRows;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.awaitility.Awaitility;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.TableProperties;

/** An om.db opened as OM opens it, with all options that OM sets. */
final class OmDb implements AutoCloseable {
  static final String VOLUME = "benchmark";
  private static final String DB = "om.db";
  private static final int FILES_OF_BASE_LEVEL = 4;
  private static final long FIRST_ID = Long.MIN_VALUE + 1_000;

  private final Path directory;
  private final OmMetadataManagerImpl metadata;
  private final KeyRecords records = new KeyRecords();

  private OmDb(Path directory) throws IOException {
    this.directory = directory;
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    // An OM keeps write-ahead logs for 20 minutes, which nothing here reads: 24 GB at 100,000,000 keys.
    conf.set("hadoop.hdds.db.rocksdb.WAL_ttl_seconds", "0");
    metadata = new OmMetadataManagerImpl(conf, null);
  }

  /** Creates a database without rows. @param directory used for nothing else; its content is deleted */
  static OmDb create(Path directory) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
    return new OmDb(directory);
  }

  /** Sets the target size of new SST files; base level and compactions are scaled with it. */
  void setFileSize(String table, long bytes) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder().setTargetFileSizeBase(bytes)
        .setMaxBytesForLevelBase(FILES_OF_BASE_LEVEL * bytes)
        .setMaxCompactionBytes(CompactionSettings.ofTargetFileBytes(bytes).maxCompactionBytes()).build());
  }

  /** Sets the size of the first level below level 0, by which RocksDB decides how many levels a table has. */
  void setBaseLevelSize(String table, long bytes) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder().setMaxBytesForLevelBase(bytes).build());
  }

  /**
   * Copies the database; copy and original share SST files until one of them compacts these. @param directory used for
   * nothing else; its content is deleted
   */
  OmDb copy(Path directory) throws IOException, RocksDBException {
    delete(directory);
    Files.createDirectories(directory);
    try (Checkpoint checkpoint = Checkpoint.create(rocksDb())) {
      checkpoint.createCheckpoint(directory.resolve(DB).toString());
    }
    return new OmDb(directory);
  }

  /** Creates the bucket if it does not exist. */
  Bucket bucket(String name, BucketLayout layout) throws IOException {
    return bucket(VOLUME, name, layout);
  }

  Bucket bucket(String volume, String name, BucketLayout layout) throws IOException {
    if (metadata.getVolumeTable().get(metadata.getVolumeKey(volume)) == null) {
      put(metadata.getVolumeTable(), metadata.getVolumeKey(volume), OmVolumeArgs.newBuilder().setVolume(volume)
          .setAdminName("admin").setOwnerName("owner").setObjectID(id(volume)).build());
    }
    if (metadata.getBucketTable().get(metadata.getBucketKey(volume, name)) == null) {
      put(metadata.getBucketTable(), metadata.getBucketKey(volume, name), OmBucketInfo.newBuilder()
          .setVolumeName(volume).setBucketName(name).setBucketLayout(layout).setObjectID(id(volume + '/' + name))
          .build());
    }
    String table = layout.isFileSystemOptimized() ? OMDBDefinition.FILE_TABLE : OMDBDefinition.KEY_TABLE;
    return new Bucket(volume, name, BucketRows.of(metadata, table, volume, name));
  }

  /** An id as a Ratis ring assigns it: negative, and in another order than the names. */
  private static long id(String name) {
    return FIRST_ID + (new SplittableRandom(name.hashCode()).nextLong() >>> 3);
  }

  /**
   * Puts a record, also into the cache: OM looks up volumes and buckets only there, and fills it when it opens the
   * database.
   */
  private static <T> void put(Table<String, T> table, String key, T value) throws IOException {
    table.put(key, value);
    table.addCacheEntry(new CacheKey<>(key), CacheValue.get(1, value));
  }

  void put(Bucket bucket, int row) throws RocksDBException {
    rocksDb().put(handle(bucket.table()), bucket.key(row), records.next(bucket, row));
  }

  void put(TableRows rows, int row) throws RocksDBException {
    rocksDb().put(handle(rows.table()), rows.key(row), rows.value(row));
  }

  void delete(TableRows rows, int row) throws RocksDBException {
    rocksDb().delete(handle(rows.table()), rows.key(row));
  }

  /** Deletes all rows of a bucket. */
  void deleteAll(Bucket bucket) throws RocksDBException {
    try (RocksIterator rows = rocksDb().newIterator(handle(bucket.table()))) {
      byte[] begin = bucket.begin();
      for (rows.seek(begin); rows.isValid() && Arrays.mismatch(begin, rows.key()) == begin.length; rows.next()) {
        rocksDb().delete(handle(bucket.table()), rows.key());
      }
    }
  }

  void flush(String table) throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      rocksDb().flush(options, handle(table));
    }
  }

  /** Moves all rows of a table to its lowest level. */
  void settle(String table) throws RocksDBException {
    flush(table);
    rocksDb().compactRange(handle(table));
  }

  /** Waits until RocksDB's automatic compactions have ended. */
  void rest() {
    Awaitility.await("automatic compactions").pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(10))
        .until(() -> rocksDb().getAggregatedLongProperty("rocksdb.compaction-pending")
            + rocksDb().getAggregatedLongProperty("rocksdb.num-running-compactions")
            + rocksDb().getAggregatedLongProperty("rocksdb.mem-table-flush-pending") == 0);
  }

  /** Switches automatic compaction of the table off. */
  void holdStill(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  /** Bytes moved by compactions and flushes of a table since the database was opened. */
  CompactionBytes moved(String table) throws RocksDBException {
    return CompactionBytes.of(rocksDb(), handle(table));
  }

  /** Number of tombstones in files and in memtables. */
  long tombstones(String table) throws RocksDBException {
    return rocksDb().getPropertiesOfAllTables(handle(table)).values().stream()
        .mapToLong(TableProperties::getNumDeletions).sum()
        + rocksDb().getLongProperty(handle(table), "rocksdb.num-deletes-active-mem-table")
        + rocksDb().getLongProperty(handle(table), "rocksdb.num-deletes-imm-mem-tables");
  }

  /** Removes the database's files from the page cache, so that a compaction reads them from disk. */
  void leavePageCache() throws IOException, InterruptedException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        // dd writes nothing here: it syncs the file, after which the kernel drops its pages.
        int exitCode = new ProcessBuilder(List.of("dd", "if=/dev/null", "of=" + file, "oflag=nocache",
            "conv=notrunc,fdatasync", "count=0", "status=none")).inheritIO().start().waitFor();
        if (exitCode != 0) {
          throw new IOException("dd ended with " + exitCode + " at " + file);
        }
      }
    }
  }

  OmMetadataManagerImpl metadata() {
    return metadata;
  }

  RocksDB rocksDb() {
    return ((RDBStore) metadata.getStore()).getDb().getManagedRocksDb().get();
  }

  ColumnFamilyHandle handle(String table) {
    return ((RDBStore) metadata.getStore()).getDb().getColumnFamily(table).getHandle();
  }

  /** The SST files of a table. */
  List<Path> files(String table) {
    byte[] name = table.getBytes(StandardCharsets.UTF_8);
    return rocksDb().getLiveFilesMetaData().stream().filter(file -> Arrays.equals(file.columnFamilyName(), name))
        .map(file -> directory.resolve(DB + file.fileName())).toList();
  }

  /** The largest compaction that began after a moment; only known once the database has been opened again. */
  CompactionBytes.Largest largestSince(Instant began) throws IOException {
    return CompactionBytes.Largest.since(directory.resolve(DB), began);
  }

  /** Closes the database and opens it again, without cached blocks. */
  OmDb reopened() throws IOException {
    metadata.stop();
    return new OmDb(directory);
  }

  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> content = Files.walk(directory)) {
        for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    metadata.stop();
    delete(directory);
  }
}
