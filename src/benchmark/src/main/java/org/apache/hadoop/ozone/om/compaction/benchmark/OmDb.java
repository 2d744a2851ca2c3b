// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** An om.db as OM itself opens it, with all options that OM sets, and raw rows in its keyTable. */
final class OmDb implements AutoCloseable {
  static final String TABLE = "keyTable";
  static final String VOLUME = "benchmark";
  private static final String DB = "om.db";
  /** About what the record of a key with one block takes. */
  private static final int VALUE_BYTES = 200;
  private static final long FIRST_ID = Long.MIN_VALUE + 1_000;

  private final Path directory;
  private final OmMetadataManagerImpl metadata;

  private OmDb(Path directory) throws IOException {
    this.directory = directory;
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    metadata = new OmMetadataManagerImpl(conf, null);
  }

  /** A database without rows. @param directory of its own; what is in it is deleted */
  static OmDb create(Path directory) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
    return new OmDb(directory);
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

  /** What all keys of a bucket begin with; the bucket is made if it is not there. */
  String bucket(String name) throws IOException {
    if (metadata.getBucketTable().get(metadata.getBucketKey(VOLUME, name)) == null) {
      metadata.getVolumeTable().put(metadata.getVolumeKey(VOLUME), OmVolumeArgs.newBuilder().setVolume(VOLUME)
          .setAdminName("admin").setOwnerName("owner").setObjectID(FIRST_ID).build());
      metadata.getBucketTable().put(metadata.getBucketKey(VOLUME, name), OmBucketInfo.newBuilder().setVolumeName(VOLUME)
          .setBucketName(name).setObjectID(FIRST_ID + 1 + name.hashCode()).setBucketLayout(BucketLayout.OBJECT_STORE)
          .build());
    }
    return "/" + VOLUME + "/" + name + "/";
  }

  static byte[] key(String bucket, int number) {
    return String.format(Locale.ROOT, "%s%09d", bucket, number).getBytes(StandardCharsets.UTF_8);
  }

  /** Cannot be compressed, as most of a key's record cannot. */
  static byte[] value(SplittableRandom random) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return value;
  }

  void flush() throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      rocksDb().flush(options, handle());
    }
  }

  /** Brings all rows of the table to its lowest level. */
  void settle() throws RocksDBException {
    rocksDb().compactRange(handle());
  }

  OMMetadataManager metadata() {
    return metadata;
  }

  RocksDB rocksDb() {
    return ((RDBStore) metadata.getStore()).getDb().getManagedRocksDb().get();
  }

  ColumnFamilyHandle handle() {
    return ((RDBStore) metadata.getStore()).getDb().getColumnFamily(TABLE).getHandle();
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
