// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdds.utils.db.DBProfile;
import org.apache.hadoop.hdds.utils.db.managed.ManagedColumnFamilyOptions;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.DBOptions;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** An om.db of buckets whose keys are deleted: all of some buckets, or the first of each. */
public final class EmptiedBuckets implements AutoCloseable {
  private static final String TABLE = OMDBDefinition.KEY_TABLE;
  /** Name, modification times and blocks of a key, abridged. */
  private static final byte[] SMALL_VALUE = {1, 2, 3, 4, 5, 6, 7, 8};

  /** One in so many ingested buckets is emptied. */
  private static final int EMPTIED = 50;

  private final OmDb db;

  private EmptiedBuckets(OmDb db) {
    this.db = db;
  }

  /**
   * Makes the database.
   *
   * @param directory used for nothing else; its content is deleted
   * @param deleted   how many of the rows of a bucket are deleted
   */
  public static EmptiedBuckets make(Path directory, int buckets, int rows, int deleted)
      throws IOException, RocksDBException {
    EmptiedBuckets made = new EmptiedBuckets(OmDb.create(directory));
    made.db.holdStill(TABLE);
    Bucket[] all = new Bucket[buckets];
    for (int b = 0; b < buckets; b++) {
      all[b] = made.db.bucket(String.format("bucket-%06d", b), BucketLayout.OBJECT_STORE);
      for (int row = 0; row < rows; row++) {
        made.db.put(all[b], row);
      }
    }
    made.db.flush(TABLE);
    made.db.settle(TABLE);
    for (Bucket bucket : all) {
      for (int row = 0; row < deleted; row++) {
        made.db.delete(bucket.rows(), row);
      }
    }
    made.db.flush(TABLE);
    return made;
  }

  /**
   * Makes the database of one bucket whose rows have a mebibyte each, as keys with thousands of blocks have.
   *
   * @param directory used for nothing else; its content is deleted
   * @param deleted   how many rows are deleted, in a row in the middle of the bucket
   */
  public static EmptiedBuckets ofLargeRows(Path directory, int rows, int deleted)
      throws IOException, RocksDBException {
    EmptiedBuckets made = new EmptiedBuckets(OmDb.create(directory));
    made.db.holdStill(TABLE);
    Bucket bucket = made.db.bucket("large", BucketLayout.OBJECT_STORE);
    byte[] value = new byte[1 << 20];
    Random random = new Random(1);
    for (int row = 0; row < rows; row++) {
      random.nextBytes(value);
      made.db.rocksDb().put(made.db.handle(TABLE), bucket.key(row), value);
    }
    made.db.settle(TABLE);
    for (int row = (rows - deleted) / 2; row < (rows + deleted) / 2; row++) {
      made.db.delete(bucket.rows(), row);
    }
    made.db.flush(TABLE);
    return made;
  }

  /**
   * Makes the database of large buckets of which every fiftieth is emptied. Their files are written one by one and
   * ingested, and values have eight bytes, as only keys and tombstones count for a look.
   *
   * @param directory used for nothing else; its content is deleted
   */
  public static EmptiedBuckets ingested(Path directory, int buckets, int rows)
      throws IOException, RocksDBException {
    EmptiedBuckets made = new EmptiedBuckets(OmDb.create(directory));
    made.db.holdStill(TABLE);
    Path files = directory.resolve("ingested");
    Files.createDirectories(files);
    Bucket[] all = new Bucket[buckets];
    for (int b = 0; b < buckets; b++) {
      all[b] = made.db.bucket(String.format("bucket-%06d", b), BucketLayout.OBJECT_STORE);
      Bucket bucket = all[b];
      made.ingest(files.resolve(b + "-put.sst"), (file, row) -> file.put(bucket.key(row), SMALL_VALUE), rows);
    }
    for (int b = EMPTIED / 2; b < buckets; b += EMPTIED) {
      Bucket bucket = all[b];
      made.ingest(files.resolve(b + "-deleted.sst"), (file, row) -> file.delete(bucket.key(row)), rows);
    }
    return made;
  }

  private interface Entry {
    void addTo(SstFileWriter file, int row) throws RocksDBException;
  }

  private void ingest(Path path, Entry entry, int rows) throws RocksDBException {
    try (DBOptions database = new DBOptions();
         ManagedColumnFamilyOptions table = DBProfile.DISK.getColumnFamilyOptions();
         Options options = new Options(database, table);
         EnvOptions env = new EnvOptions();
         SstFileWriter file = new SstFileWriter(env, options);
         IngestExternalFileOptions ingest = new IngestExternalFileOptions().setMoveFiles(true)) {
      file.open(path.toString());
      for (int row = 0; row < rows; row++) {
        entry.addTo(file, row);
      }
      file.finish();
      db.rocksDb().ingestExternalFile(db.handle(TABLE), List.of(path.toString()), ingest);
    }
  }

  public OMMetadataManager metadata() {
    return db.metadata();
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
