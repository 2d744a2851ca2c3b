// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.guard;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdds.utils.db.DBColumnFamilyDefinition;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksObjectUtils;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Counts the FSO buckets of an om.db before OM opens it. Misses buckets that are only in the write-ahead log. */
final class FsoBuckets {
  /** Bytes of {@code /volumeId/bucketId/}: ids that OM assigns with Ratis have 20 characters, a minus and 19 digits. */
  static final int PREFIX_BYTES = 43;
  /** Maximum number of SST files that are open at a time. The two tables that are read have only a few files. */
  private static final int OPEN_FILES = 16;

  private int count;
  private String otherPrefix;

  private FsoBuckets() {
  }

  /** {@code db} is the directory of OM's database; may be absent, as before an OM's first start. */
  static FsoBuckets read(File db) throws IOException {
    FsoBuckets buckets = new FsoBuckets();
    if (new File(db, "CURRENT").exists()) {
      Path noLog = Files.createTempDirectory("om-db-without-log");
      try {
        buckets.read(db, noLog);
      } catch (RocksDBException e) {
        throw new IOException("The buckets of " + db + " cannot be read", e);
      } finally {
        Files.delete(noLog);
      }
    }
    return buckets;
  }

  private void read(File db, Path noLog) throws RocksDBException, IOException {
    ManagedRocksObjectUtils.loadRocksDBLibrary();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (ColumnFamilyOptions options = new ColumnFamilyOptions();
        DBOptions dbOptions = new DBOptions().setMaxOpenFiles(OPEN_FILES).setWalDir(noLog.toString());
        RocksDB rocks = RocksDB.openReadOnly(dbOptions, db.getPath(), Arrays.asList(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, options),
            table(OMDBDefinition.VOLUME_TABLE_DEF, options), table(OMDBDefinition.BUCKET_TABLE_DEF, options)),
            handles)) {
      try {
        read(rocks, handles.get(1), handles.get(2));
      } finally {
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private static ColumnFamilyDescriptor table(DBColumnFamilyDefinition<?, ?> table, ColumnFamilyOptions options) {
    return new ColumnFamilyDescriptor(table.getName().getBytes(StandardCharsets.UTF_8), options);
  }

  private void read(RocksDB rocks, ColumnFamilyHandle volumes, ColumnFamilyHandle buckets)
      throws RocksDBException, IOException {
    try (RocksIterator rows = rocks.newIterator(buckets)) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        OmBucketInfo bucket = OMDBDefinition.BUCKET_TABLE_DEF.getValueCodec().fromPersistedFormat(rows.value());
        if (!bucket.isLink() && bucket.getBucketLayout().isFileSystemOptimized()) {
          count++;
          byte[] volume = rocks.get(volumes,
              (OzoneConsts.OM_KEY_PREFIX + bucket.getVolumeName()).getBytes(StandardCharsets.UTF_8));
          if (volume != null && prefix(volume, bucket).length() != PREFIX_BYTES) {
            otherPrefix = Buckets.path(bucket.getVolumeName(), bucket.getBucketName());
          }
        }
      }
      rows.status();
    }
  }

  private static String prefix(byte[] volume, OmBucketInfo bucket) throws IOException {
    OmVolumeArgs record = OMDBDefinition.VOLUME_TABLE_DEF.getValueCodec().fromPersistedFormat(volume);
    return Buckets.path(Long.toString(record.getObjectID()), Long.toString(bucket.getObjectID()))
        + OzoneConsts.OM_KEY_PREFIX;
  }

  /** The number of FSO buckets; links are not counted. */
  int count() {
    return count;
  }

  /** The path {@code /volume/bucket} of an FSO bucket whose prefix is not {@link #PREFIX_BYTES} long; null if none. */
  String otherPrefix() {
    return otherPrefix;
  }
}
