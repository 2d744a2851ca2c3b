// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.CompactionOptions;
import org.rocksdb.RocksDBException;

/**
 * An om.db of 100,000 buckets, half of them file-system-optimized, and some 15,000 small SST files in its nine tables.
 * In two of a hundred volumes all keys are deleted, and so they are in one bucket that had many. RocksDB compacts
 * nothing by itself.
 */
public final class LargeDatabase implements AutoCloseable {
  /** The bucket with the most tombstones in tables whose keys begin with names. */
  public static final String WORST_BUCKET = "/volume-000/bucket-07";
  /** A bucket with few tombstones. */
  public static final String ORDINARY_BUCKET = "/volume-500/bucket-50";

  private static final int VOLUMES = 1_000;
  private static final int BUCKETS_OF_VOLUME = 100;
  private static final int ONE_IN_LOST = 100;
  private static final int LOST_ROWS = 20_000;
  /** Target size of SST files: less than a block, so that each block becomes a file. */
  private static final long FILE_BYTES = 4 << 10;
  private static final int ROWS_OF_TABLE = 145_000;
  private static final int LOWEST_LEVEL = 6;
  private static final int UPPER_LEVEL = 5;

  private final OmDb db;
  private final SplittableRandom random = new SplittableRandom(1);

  private LargeDatabase(OmDb db) {
    this.db = db;
  }

  /** Makes the database. @param directory used for nothing else; its content is deleted */
  public static LargeDatabase make(Path directory) throws IOException, RocksDBException {
    LargeDatabase made = new LargeDatabase(OmDb.create(directory));
    for (int i = 0; i < VOLUMES * BUCKETS_OF_VOLUME; i++) {
      made.db.bucket(volume(i), bucket(i), i / BUCKETS_OF_VOLUME % 2 == 0 ? BucketLayout.OBJECT_STORE
          : BucketLayout.FILE_SYSTEM_OPTIMIZED);
    }
    for (String table : SpanTables.names()) {
      made.fill(table);
    }
    return made;
  }

  public OMMetadataManager metadata() {
    return db.metadata();
  }

  private static String volume(int bucket) {
    return String.format("volume-%03d", bucket / BUCKETS_OF_VOLUME);
  }

  private static String bucket(int bucket) {
    return String.format("bucket-%02d", bucket % BUCKETS_OF_VOLUME);
  }

  /** The number of the bucket that a row belongs to. In some tables every other volume has rows, in others all have. */
  private static int bucketOf(String table, int row) {
    int bucket = (int) ((long) row * VOLUMES * BUCKETS_OF_VOLUME / ROWS_OF_TABLE);
    int inPair = bucket % (2 * BUCKETS_OF_VOLUME);
    boolean ofFiles = table.contains("irectory") || table.endsWith("ileTable");
    return !ofFiles && !table.endsWith("eyTable") ? bucket
        : bucket - inPair + inPair / 2 + (ofFiles ? BUCKETS_OF_VOLUME : 0);
  }

  private BucketRows rows(String table, int bucket) throws IOException {
    return BucketRows.of(db.metadata(), table, volume(bucket), bucket(bucket));
  }

  /**
   * Puts rows of all buckets on the lowest level; above it, tombstones of all rows of some buckets, and of one row in
   * fifty of the others.
   */
  private void fill(String table) throws IOException, RocksDBException {
    db.holdStill(table);
    db.setFileSize(table, FILE_BYTES);
    for (int row = 0; row < ROWS_OF_TABLE; row++) {
      db.put(rows(table, bucketOf(table, row)), row);
    }
    lower(table, LOWEST_LEVEL);
    BucketRows worst = rows(table, bucketOf(table, 7));
    for (int row = ROWS_OF_TABLE; row < ROWS_OF_TABLE + LOST_ROWS; row++) {
      db.delete(worst, row);
    }
    for (int row = 0; row < ROWS_OF_TABLE; row++) {
      int bucket = bucketOf(table, row);
      if (bucket / BUCKETS_OF_VOLUME % ONE_IN_LOST / 2 == 3 || row % 50 == 0) {
        db.delete(rows(table, bucket), row);
      } else if (row % 8 == 0) {
        db.put(rows(table, bucket), row);
      }
    }
    lower(table, UPPER_LEVEL);
  }

  /** Flushes the memtable and moves its files to a level, cut to the target size. */
  private void lower(String table, int level) throws RocksDBException {
    db.flush(table);
    byte[] name = table.getBytes(StandardCharsets.UTF_8);
    List<String> inLevelZero = db.rocksDb().getLiveFilesMetaData().stream()
        .filter(file -> file.level() == 0 && Arrays.equals(file.columnFamilyName(), name))
        .map(file -> file.path() + file.fileName()).toList();
    try (CompactionOptions options = new CompactionOptions().setOutputFileSizeLimit(FILE_BYTES)) {
      db.rocksDb().compactFiles(options, db.handle(table), inLevelZero, level, -1, null);
    }
  }

  /** Adds a file to level 0 of every table, as wide as the table; a tenth of its rows are tombstones. */
  public void change() throws IOException, RocksDBException {
    for (String table : SpanTables.names()) {
      for (int row = 0; row < ROWS_OF_TABLE; row += 1 + random.nextInt(200)) {
        if (random.nextInt(10) == 0) {
          db.delete(rows(table, bucketOf(table, row)), row);
        } else {
          db.put(rows(table, bucketOf(table, row)), row);
        }
      }
      db.flush(table);
    }
  }

  /** Puts one row of any bucket, as a client does, and adds the time that it took. */
  public void putTimed(Timings timings) {
    int row = random.nextInt(ROWS_OF_TABLE);
    String table = SpanTables.names().iterator().next();
    long from = System.nanoTime();
    try {
      db.put(rows(table, bucketOf(table, row)), row);
    } catch (IOException | RocksDBException e) {
      throw new IllegalStateException(e);
    }
    timings.add(from);
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
