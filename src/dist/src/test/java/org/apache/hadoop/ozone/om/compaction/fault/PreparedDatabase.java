// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.BatchOperation;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.hdds.utils.db.managed.ManagedCompactRangeOptions;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;

/**
 * An om.db as after a mass delete, made before any OM starts, so that all OMs of a ring begin with the same: in each of
 * several buckets two thirds of the keys are tombstones, in SST files of their own. Also has a bucket for clients,
 * whose keys lie before and behind cold rows that nobody reads.
 */
public final class PreparedDatabase {
  static final String VOLUME = "vol";
  /** The clients' bucket. */
  static final String BUSY = "busy";
  /**
   * Tombstones are in two tables, so that a job has two ranges. With more of them RocksDB would compact level 0
   * automatically.
   */
  static final List<String> DEAD = List.of("dead-1", "dead-2", "dead-3", "dead-4", "dead-5", "dead-6");

  /** See {@link #makeLarge}. */
  static final String LARGE = "large";

  private static final int ROWS = 20_000;
  private static final int COLD_ROWS = 5_000;
  private static final int LARGE_ROWS = 2_000_000;
  private static final int BATCH = 10_000;
  private static final long FILE_BYTES = 256 << 10;
  private static final long LARGE_FILE_BYTES = 4L << 30;
  private static final String OWNER = System.getProperty("user.name");

  private PreparedDatabase() {
  }

  /** A bucket of which two thirds are deleted, with this number of rows in each of some tables. */
  private record Dead(String bucket, BucketLayout layout, List<String> tables, int rows) {
    int deleted() {
      return (int) (rows * 0.7);
    }
  }

  /** @return the folder om.db */
  public static Path make(Path directory) throws IOException, RocksDBException {
    List<Dead> all = new ArrayList<>();
    for (int i = 0; i < DEAD.size(); i++) {
      all.add(i % 2 == 0
          ? new Dead(DEAD.get(i), BucketLayout.OBJECT_STORE,
              List.of(OMDBDefinition.KEY_TABLE, OMDBDefinition.MULTIPART_INFO_TABLE), ROWS)
          : new Dead(DEAD.get(i), BucketLayout.FILE_SYSTEM_OPTIMIZED,
              List.of(OMDBDefinition.FILE_TABLE, OMDBDefinition.DIRECTORY_TABLE), ROWS));
    }
    return make(directory, all, FILE_BYTES);
  }

  /**
   * One dead bucket that is one range of one file: RocksDB compacts it for seconds, and a crash before the end loses
   * all of that.
   *
   * @return the folder om.db
   */
  static Path makeLarge(Path directory) throws IOException, RocksDBException {
    return make(directory, List.of(new Dead(LARGE, BucketLayout.FILE_SYSTEM_OPTIMIZED,
        List.of(OMDBDefinition.FILE_TABLE), LARGE_ROWS)), LARGE_FILE_BYTES);
  }

  private static Path make(Path directory, List<Dead> all, long fileBytes) throws IOException, RocksDBException {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.metadata.dirs", Files.createDirectories(directory).toString());
    OmMetadataManagerImpl metadata = new OmMetadataManagerImpl(conf, null);
    try {
      volume(metadata, VOLUME, 1 << 8);
      // An OM without it creates it when it starts, each with a time of its own.
      volume(metadata, OzoneConfigKeys.OZONE_S3_VOLUME_NAME_DEFAULT, (3L + all.size()) << 8);
      bucket(metadata, BUSY, BucketLayout.OBJECT_STORE, 2 << 8);
      for (int i = 0; i < all.size(); i++) {
        bucket(metadata, all.get(i).bucket(), all.get(i).layout(), (long) (3 + i) << 8);
      }
      RDBStore store = (RDBStore) metadata.getStore();
      for (Dead dead : all) {
        for (String table : dead.tables()) {
          put(store, BucketRows.of(metadata, table, VOLUME, dead.bucket()), dead.rows());
        }
      }
      put(store, BucketRows.of(metadata, OMDBDefinition.KEY_TABLE, VOLUME, BUSY), COLD_ROWS);
      for (String table : all.stream().flatMap(dead -> dead.tables().stream()).collect(Collectors.toSet())) {
        settle(store, table, fileBytes);
      }
      for (Dead dead : all) {
        for (String table : dead.tables()) {
          delete(store, BucketRows.of(metadata, table, VOLUME, dead.bucket()), dead.deleted());
          store.getDb().flush(table);
        }
      }
      store.flushDB();
    } finally {
      metadata.stop();
    }
    return directory.resolve("om.db");
  }

  /** The key of a row of the clients' bucket that no client touches. */
  static byte[] coldKey() {
    return ("/" + VOLUME + "/" + BUSY + "/" + BucketRows.name(COLD_ROWS / 2)).getBytes(StandardCharsets.UTF_8);
  }

  private static void volume(OmMetadataManagerImpl metadata, String name, long id) throws IOException {
    put(metadata.getVolumeTable(), metadata.getVolumeKey(name), OmVolumeArgs.newBuilder().setVolume(name)
        .setAdminName(OWNER).setOwnerName(OWNER).setObjectID(id).setUpdateID(0).build());
  }

  private static void bucket(OmMetadataManagerImpl metadata, String name, BucketLayout layout, long id)
      throws IOException {
    put(metadata.getBucketTable(), metadata.getBucketKey(VOLUME, name), OmBucketInfo.newBuilder().setVolumeName(VOLUME)
        .setBucketName(name).setOwner(OWNER).setBucketLayout(layout).setObjectID(id).setUpdateID(0).build());
  }

  /** Volumes and buckets are looked up in a cache that holds them all. */
  private static <T> void put(Table<String, T> table, String key, T value) throws IOException {
    table.put(key, value);
    table.addCacheEntry(new CacheKey<>(key), CacheValue.get(0, value));
  }

  private static void put(RDBStore store, BucketRows rows, int count) throws IOException {
    inBatches(store, rows, count, (table, batch, row) -> table.putWithBatch(batch, rows.key(row), rows.value(row)));
  }

  private static void delete(RDBStore store, BucketRows rows, int count) throws IOException {
    inBatches(store, rows, count, (table, batch, row) -> table.deleteWithBatch(batch, rows.key(row)));
  }

  private static void inBatches(RDBStore store, BucketRows rows, int count, Write write) throws IOException {
    Table<byte[], byte[]> table = store.getTable(rows.table());
    for (int begin = 0; begin < count; begin += BATCH) {
      try (BatchOperation batch = store.initBatchOperation()) {
        for (int row = begin; row < Math.min(count, begin + BATCH); row++) {
          write.add(table, batch, row);
        }
        store.commitBatchOperation(batch);
      }
    }
  }

  private interface Write {
    void add(Table<byte[], byte[]> table, BatchOperation batch, int row) throws IOException;
  }

  private static void settle(RDBStore store, String table, long fileBytes) throws IOException, RocksDBException {
    RocksDatabase database = store.getDb();
    try (ManagedCompactRangeOptions everything = new ManagedCompactRangeOptions()) {
      everything.setBottommostLevelCompaction(BottommostLevelCompaction.kForce);
      database.getManagedRocksDb().get().setOptions(database.getColumnFamily(table).getHandle(),
          MutableColumnFamilyOptions.builder().setTargetFileSizeBase(fileBytes).build());
      database.flush(table);
      database.compactRange(database.getColumnFamily(table), null, null, everything);
    }
  }
}
