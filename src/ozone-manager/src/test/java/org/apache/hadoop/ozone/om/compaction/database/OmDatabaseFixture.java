// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.DBProfile;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.hdds.utils.db.managed.ManagedColumnFamilyOptions;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.awaitility.Awaitility;
import org.rocksdb.LiveFileMetaData;

/** The real metadata manager of an OM over a directory of its own, without the rest of the OM. */
public final class OmDatabaseFixture extends OmTables {
  /** Negative, as the ids that a Ratis ring assigns. */
  private static final long FIRST_ID = Long.MIN_VALUE + 1_000;

  private final OzoneConfiguration conf = new OzoneConfiguration();
  private final AtomicLong nextId = new AtomicLong(FIRST_ID);
  private OmMetadataManagerImpl metadata;

  public OmDatabaseFixture(Path directory) throws IOException {
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    metadata = new OmMetadataManagerImpl(conf, null);
  }

  /** Opens a database. */
  @FunctionalInterface
  public interface Opening {
    void open() throws IOException;
  }

  /**
   * Opens a database whose keyTable is not compacted automatically. To switch that off afterwards is too late: RocksDB
   * 10 begins at once to empty levels above the base level.
   */
  public static void still(Opening opening) throws IOException {
    ManagedColumnFamilyOptions options = DBProfile.DISK.getColumnFamilyOptions();
    options.setDisableAutoCompactions(true);
    options.setReused(true);
    OMDBDefinition.KEY_TABLE_DEF.setCfOptions(options);
    try {
      opening.open();
    } finally {
      OMDBDefinition.KEY_TABLE_DEF.setCfOptions(null);
    }
  }

  @Override
  public OMMetadataManager metadata() {
    return metadata;
  }

  /** Closes the database and opens it again, as by a restart or a checkpoint install. */
  public void reopen(int maxOpenFiles) throws IOException {
    stop();
    conf.setInt(OMConfigKeys.OZONE_OM_DB_MAX_OPEN_FILES, maxOpenFiles);
    metadata.start(conf);
  }

  /**
   * Closes the database, as while the OM is stopped or swaps it. Where the flush before that fails, as RocksDB has met
   * a corrupt file, Ozone's RocksDatabase is closed by a thread of its own, for which its close does not wait: RocksDB
   * would write files into a folder that is deleted meanwhile.
   */
  public void stop() throws IOException {
    metadata.stop();
    Awaitility.await("the thread that closes the database").until(() ->
        Thread.getAllStackTraces().keySet().stream().noneMatch(thread -> thread.getName().startsWith("DBCloser-")));
  }

  public OmVolumeArgs volume(String name) throws IOException {
    OmVolumeArgs volume = OmVolumeArgs.newBuilder().setVolume(name).setAdminName("admin").setOwnerName("owner")
        .setObjectID(nextId.getAndAdd(256)).build();
    String key = metadata.getVolumeKey(name);
    metadata.getVolumeTable().put(key, volume);
    metadata.getVolumeTable().addCacheEntry(new CacheKey<>(key), CacheValue.get(1, volume));
    return volume;
  }

  public OmBucketInfo bucket(String volume, String name, BucketLayout layout) throws IOException {
    return put(OmBucketInfo.newBuilder().setVolumeName(volume).setBucketName(name).setBucketLayout(layout)
        .setObjectID(nextId.getAndAdd(256)).build());
  }

  public OmBucketInfo link(String volume, String name, String sourceVolume, String sourceBucket) throws IOException {
    return put(OmBucketInfo.newBuilder().setVolumeName(volume).setBucketName(name).setSourceVolume(sourceVolume)
        .setSourceBucket(sourceBucket).setObjectID(nextId.getAndAdd(256)).build());
  }

  private OmBucketInfo put(OmBucketInfo bucket) throws IOException {
    String key = metadata.getBucketKey(bucket.getVolumeName(), bucket.getBucketName());
    metadata.getBucketTable().put(key, bucket);
    metadata.getBucketTable().addCacheEntry(new CacheKey<>(key), CacheValue.get(1, bucket));
    return bucket;
  }

  /** Deletes the record of a bucket and leaves its keys. */
  public void forgetBucket(String volume, String name) throws IOException {
    String key = metadata.getBucketKey(volume, name);
    metadata.getBucketTable().delete(key);
    metadata.getBucketTable().addCacheEntry(new CacheKey<>(key), CacheValue.get(2));
  }

  /** Overwrites the first keys of every file of the table with zeroes. */
  public void corrupt(String table) throws IOException {
    for (LiveFileMetaData file : rocks().getLiveFilesMetaData()) {
      if (table.equals(new String(file.columnFamilyName(), StandardCharsets.UTF_8))) {
        overwrite(file, 0, (int) file.size() / 4);
      }
    }
  }

  /** Overwrites a part of a file with zeroes. */
  public static void overwrite(LiveFileMetaData file, long from, int bytes) throws IOException {
    try (RandomAccessFile content = new RandomAccessFile(file.path() + file.fileName(), "rw")) {
      content.seek(from);
      content.write(new byte[bytes]);
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    super.close();
  }
}
