// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionSettings;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.awaitility.Awaitility;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** An om.db as OM itself opens it, with all options that OM sets. */
final class OmDb implements AutoCloseable {
  static final String VOLUME = "benchmark";
  private static final String DB = "om.db";
  private static final int FILES_OF_BASE_LEVEL = 4;
  private static final long FIRST_ID = Long.MIN_VALUE + 1_000;

  private final Path directory;
  private final OmMetadataManagerImpl metadata;

  private OmDb(Path directory) throws IOException {
    this(directory, new OzoneConfiguration());
  }

  private OmDb(Path directory, OzoneConfiguration conf) throws IOException {
    this.directory = directory;
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    metadata = new OmMetadataManagerImpl(conf, null);
  }

  /** A database without rows. @param directory of its own; what is in it is deleted */
  static OmDb create(Path directory) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
    return new OmDb(directory);
  }

  /** The same, with memtables of another size. */
  static OmDb create(Path directory, String memtable) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.metastore.rocksdb.cf.write.buffer.size", memtable);
    return new OmDb(directory, conf);
  }

  /** Of the SST files that are written from now on. Base level and compactions have as many of them as in an OM. */
  void setFileSize(String table, long bytes) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder().setTargetFileSizeBase(bytes)
        .setMaxBytesForLevelBase(FILES_OF_BASE_LEVEL * bytes)
        .setMaxCompactionBytes(CompactionSettings.ofTargetFileBytes(bytes).maxCompactionBytes()).build());
  }

  /** @param directory of its own; what is in it is deleted. SST files are shared until either has compacted them */
  OmDb copy(Path directory) throws IOException, RocksDBException {
    delete(directory);
    Files.createDirectories(directory);
    try (Checkpoint checkpoint = Checkpoint.create(rocksDb())) {
      checkpoint.createCheckpoint(directory.resolve(DB).toString());
    }
    return new OmDb(directory);
  }

  /** The bucket is made if it is not there. */
  Bucket bucket(String name, BucketLayout layout) throws IOException {
    long id = FIRST_ID + 1 + Integer.toUnsignedLong(name.hashCode());
    String key = metadata.getBucketKey(VOLUME, name);
    if (metadata.getBucketTable().get(key) == null) {
      put(metadata.getVolumeTable(), metadata.getVolumeKey(VOLUME), OmVolumeArgs.newBuilder().setVolume(VOLUME)
          .setAdminName("admin").setOwnerName("owner").setObjectID(FIRST_ID).build());
      put(metadata.getBucketTable(), key, OmBucketInfo.newBuilder().setVolumeName(VOLUME).setBucketName(name)
          .setObjectID(id).setBucketLayout(layout).build());
    }
    return layout.isFileSystemOptimized()
        ? new Bucket(name, OMDBDefinition.FILE_TABLE, metadata.getOzonePathKey(FIRST_ID, id, id, ""))
        : new Bucket(name, OMDBDefinition.KEY_TABLE, "/" + VOLUME + "/" + name + "/");
  }

  /** OM looks for volumes and buckets in its caches only, which are filled when the database is opened. */
  private static <T> void put(Table<String, T> table, String key, T value) throws IOException {
    table.put(key, value);
    table.addCacheEntry(new CacheKey<>(key), CacheValue.get(1, value));
  }

  Bucket bucket(String name) throws IOException {
    return bucket(name, BucketLayout.OBJECT_STORE);
  }

  void put(Bucket bucket, int number, byte[] value) throws RocksDBException {
    rocksDb().put(handle(bucket.table()), bucket.key(number), value);
  }

  void delete(Bucket bucket, int number) throws RocksDBException {
    rocksDb().delete(handle(bucket.table()), bucket.key(number));
  }

  /** All its rows. */
  void deleteAll(Bucket bucket) throws RocksDBException {
    byte[] begin = bucket.begin();
    try (RocksIterator rows = rocksDb().newIterator(handle(bucket.table()))) {
      for (rows.seek(begin); rows.isValid() && startsWith(rows.key(), begin); rows.next()) {
        rocksDb().delete(handle(bucket.table()), rows.key());
      }
    }
  }

  private static boolean startsWith(byte[] key, byte[] begin) {
    return key.length >= begin.length && Arrays.equals(key, 0, begin.length, begin, 0, begin.length);
  }

  void flush(String table) throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      rocksDb().flush(options, handle(table));
    }
  }

  /** Brings all rows of a table to its lowest level. */
  void settle(String table) throws RocksDBException {
    flush(table);
    rocksDb().compactRange(handle(table));
  }

  /** Waits until RocksDB has compacted all that it wants to by itself. */
  void rest() {
    Awaitility.await("automatic compactions").pollInterval(Duration.ofMillis(20)).atMost(Duration.ofMinutes(10))
        .until(() -> number("rocksdb.compaction-pending") + number("rocksdb.num-running-compactions")
            + number("rocksdb.mem-table-flush-pending") == 0);
  }

  /** From now on RocksDB compacts the table only when it is told to. */
  void holdStill(String table) throws RocksDBException {
    rocksDb().setOptions(handle(table), MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  private long number(String property) throws RocksDBException {
    return rocksDb().getAggregatedLongProperty(property);
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
    return files(table, any -> true);
  }

  List<Path> filesOfLevel(String table, int level) {
    return files(table, file -> file.level() == level);
  }

  private List<Path> files(String table, Predicate<LiveFileMetaData> chosen) {
    byte[] name = table.getBytes(StandardCharsets.UTF_8);
    return rocksDb().getLiveFilesMetaData().stream().filter(file -> Arrays.equals(file.columnFamilyName(), name))
        .filter(chosen).map(file -> directory.resolve(DB + file.fileName())).toList();
  }

  /** Bytes of all SST files. */
  long sizeOnDisk() {
    try (Stream<Path> files = Files.list(directory.resolve(DB))) {
      return files.filter(file -> file.toString().endsWith(".sst")).map(Path::toFile).mapToLong(File::length).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opened anew: nothing is in any cache of its own. */
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
