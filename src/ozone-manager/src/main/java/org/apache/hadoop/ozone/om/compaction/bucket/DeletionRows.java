// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Counts rows that wait for deletion. deletedTable has them by names, {@code /volume/bucket/key/objectId}, and for some
 * open files of FSO buckets by ids (see {@code SpanTables}); deletedDirectoryTable by ids, {@code
 * /volumeId/bucketId/parentId/name/objectId}. Both tables are full of tombstones of processed rows, so counting gives
 * up after a number of them.
 */
public final class DeletionRows {
  /** A row after many tombstones costs as much as these, and there may be many such rows. */
  private static final long MAX_NANOS = 500_000_000;

  private final long maxSkippedKeys;

  public DeletionRows() {
    this(SkipLimit.DEFAULT_KEYS);
  }

  /** @param maxSkippedKeys consecutive tombstones to step over before giving up; positive */
  public DeletionRows(long maxSkippedKeys) {
    this.maxSkippedKeys = maxSkippedKeys;
  }

  /** @param bucket need not exist any more */
  public DeletionBacklog ofBucket(OmDatabase database, String volume, String bucket)
      throws DatabaseUnavailableException {
    OMMetadataManager metadata = database.metadata();
    String names = path(volume, bucket);
    try {
      OmBucketInfo record = metadata.getBucketTable().get(metadata.getBucketKey(volume, bucket));
      Long volumeId = volumeId(metadata, volume);
      if (record == null || volumeId == null || !record.getBucketLayout().isFileSystemOptimized()) {
        return count(database, null, names);
      }
      String ids = path(volumeId.toString(), Long.toString(record.getObjectID()));
      // Names may be digits: then rows of deletedTable belong to the bucket with these names.
      return metadata.getBucketTable().get(ids) == null ? count(database, ids, names, ids)
          : count(database, ids, names);
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  /** Counts for all buckets of a volume, including deleted ones. */
  public DeletionBacklog ofVolume(OmDatabase database, String volume) throws DatabaseUnavailableException {
    OMMetadataManager metadata = database.metadata();
    try {
      Long volumeId = volumeId(metadata, volume);
      String names = path(volume);
      if (volumeId == null) {
        return count(database, null, names);
      }
      String ids = path(volumeId.toString());
      return metadata.getVolumeTable().get(ids) == null ? count(database, ids, names, ids)
          : count(database, ids, names);
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  /** All rows of both tables. */
  public DeletionBacklog ofEverything(OmDatabase database) throws DatabaseUnavailableException {
    return count(database, "", "");
  }

  /** All rows of one table. */
  public DeletionBacklog ofTable(OmDatabase database, String table) throws DatabaseUnavailableException {
    return count(database, Collections.singletonList(new Rows(table, "")));
  }

  private static DatabaseUnavailableException unavailable(IOException failure) {
    return failure instanceof DatabaseUnavailableException ? (DatabaseUnavailableException) failure
        : new DatabaseUnavailableException(failure);
  }

  private static Long volumeId(OMMetadataManager metadata, String volume) throws IOException {
    OmVolumeArgs record = metadata.getVolumeTable().get(metadata.getVolumeKey(volume));
    return record == null ? null : record.getObjectID();
  }

  private static String path(String... parts) {
    return OzoneConsts.OM_KEY_PREFIX + String.join(OzoneConsts.OM_KEY_PREFIX, parts);
  }

  /**
   * Directories first: their files move from deletedDirectoryTable to deletedTable, and must not be missed.
   *
   * @param directories path in deletedDirectoryTable, null for none
   * @param files paths in deletedTable
   */
  private DeletionBacklog count(OmDatabase database, String directories, String... files)
      throws DatabaseUnavailableException {
    List<Rows> places = new ArrayList<>();
    if (directories != null) {
      places.add(new Rows(OMDBDefinition.DELETED_DIR_TABLE, directories));
    }
    for (String path : files) {
      places.add(new Rows(OMDBDefinition.DELETED_TABLE, path));
    }
    return count(database, places);
  }

  private DeletionBacklog count(OmDatabase database, List<Rows> places) throws DatabaseUnavailableException {
    return database.read(db -> {
      long deadline = System.nanoTime() + MAX_NANOS;
      DeletionBacklog backlog = DeletionBacklog.NONE;
      for (Rows rows : places) {
        backlog = backlog.plus(count(db, database, rows, DeletionBacklog.MAX_ROWS - backlog.rows(), deadline));
      }
      return backlog;
    });
  }

  private DeletionBacklog count(RocksDB db, OmDatabase database, Rows rows, long most, long deadline)
      throws RocksDBException, DatabaseUnavailableException {
    try (ManagedReadOptions options = new ManagedReadOptions();
         ManagedSlice begin = rows.begin == null ? null : new ManagedSlice(rows.begin);
         ManagedSlice end = rows.end == null ? null : new ManagedSlice(rows.end)) {
      options.setFillCache(false);
      options.setMaxSkippableInternalKeys(maxSkippedKeys);
      if (begin != null) {
        options.setIterateLowerBound(begin);
        options.setIterateUpperBound(end);
      }
      try (RocksIterator keys = db.newIterator(database.columnFamily(rows.table).getHandle(), options)) {
        long found = 0;
        for (keys.seekToFirst(); keys.isValid(); keys.next()) {
          if (found == most || System.nanoTime() - deadline > 0) {
            return rows.backlog(found, true);
          }
          found++;
        }
        return rows.backlog(found, SkipLimit.gaveUp(keys));
      }
    }
  }

  /** Rows of a table below a path; of the whole table if the path is empty. */
  private static final class Rows {
    private final String table;
    private final byte[] begin;
    private final byte[] end;

    Rows(String table, String path) {
      this.table = table;
      this.begin = path.isEmpty() ? null : (path + OzoneConsts.OM_KEY_PREFIX).getBytes(StandardCharsets.UTF_8);
      this.end = path.isEmpty() ? null : Arrays.copyOf(begin, begin.length);
      if (end != null) {
        end[end.length - 1]++;
      }
    }

    DeletionBacklog backlog(long found, boolean bounded) {
      return table.equals(OMDBDefinition.DELETED_DIR_TABLE) ? DeletionBacklog.ofDirectories(found, bounded)
          : DeletionBacklog.ofKeys(found, bounded);
    }
  }
}
