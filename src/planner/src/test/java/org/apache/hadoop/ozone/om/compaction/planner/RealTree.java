// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.rocksdb.CompactionOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A random LSM tree in a real RocksDB, laid out level by level without automatic compactions. */
final class RealTree implements AutoCloseable {
  private static final int KEYS_PER_BUCKET = 2_000;
  private static final long TARGET_FILE_BYTES = 32 << 10;

  private final Random random;
  private final int buckets;
  private final int[] percentDeleted;
  final RocksTable table;
  private final RocksDB db;

  RealTree(long seed, int buckets) throws RocksDBException {
    random = new Random(seed);
    this.buckets = buckets;
    percentDeleted = random.ints(buckets, 0, 100).map(percent -> percent < 60 ? 0 : percent).toArray();
    table = new RocksTable(
        new Options().setDisableAutoCompactions(true).setMaxBytesForLevelBase(8 * TARGET_FILE_BYTES),
        CompactionSettings.ofTargetFileBytes(TARGET_FILE_BYTES));
    db = table.db;
  }

  /** Live keys at the bottom, older changes above, the youngest in overlapping files of level 0. */
  void fill() throws RocksDBException {
    for (int bucket = 0; bucket < buckets; bucket++) {
      for (int key = 0; key < KEYS_PER_BUCKET; key++) {
        put(bucket, key);
      }
    }
    sink(6);
    change(0.5);
    sink(5);
    change(0.3);
    sink(4 + random.nextInt(2));
    int wide = random.nextInt(4);
    for (int i = 0; i < wide; i++) {
      change(0.05);
      table.flush();
    }
  }

  /** Deletes a part of what the buckets lose, and puts a little everywhere. */
  private void change(double part) throws RocksDBException {
    for (int bucket = 0; bucket < buckets; bucket++) {
      int deletes = (int) (KEYS_PER_BUCKET * part * percentDeleted[bucket] / 100);
      int first = random.nextInt(KEYS_PER_BUCKET);
      for (int i = 0; i < deletes; i++) {
        db.delete(key(bucket, (first + i) % KEYS_PER_BUCKET));
      }
      for (int i = 0; i < KEYS_PER_BUCKET * part / 20; i++) {
        put(bucket, random.nextInt(2 * KEYS_PER_BUCKET));
      }
    }
  }

  private void put(int bucket, int key) throws RocksDBException {
    byte[] value = new byte[150 + random.nextInt(200)];
    random.nextBytes(value);
    Arrays.fill(value, 0, value.length / 2, (byte) 'x');
    db.put(key(bucket, key), value);
  }

  private static byte[] prefix(int bucket) {
    return String.format("/volume/bucket-%03d/", bucket).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(int bucket, int key) {
    return String.format("/volume/bucket-%03d/key-%06d", bucket, key).getBytes(StandardCharsets.UTF_8);
  }

  /** Takes what was written, with the files of a level that it overlaps, to that level. */
  private void sink(int level) throws RocksDBException {
    table.flush();
    List<String> names = new ArrayList<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      if (file.level() == 0 || file.level() == level) {
        names.add(file.fileName());
      }
    }
    try (CompactionOptions compaction = new CompactionOptions().setOutputFileSizeLimit(TARGET_FILE_BYTES)) {
      db.compactFiles(compaction, names, level, -1, null);
    }
  }

  /** Whether keys of the bucket were deleted in numbers. */
  boolean hasLostKeys(BucketSpan span) {
    return percentDeleted[Integer.parseInt(span.bucket().substring("bucket-".length()))] > 0;
  }

  List<BucketSpan> spans() {
    List<BucketSpan> spans = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      byte[] end = prefix(bucket);
      end[end.length - 1]++;
      spans.add(new BucketSpan(RocksTable.NAME, "volume", String.format("bucket-%03d", bucket), prefix(bucket), end));
    }
    return spans;
  }

  @Override
  public void close() {
    table.close();
  }
}
