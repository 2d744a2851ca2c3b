// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.CompactionOptions;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * A random LSM tree in a real RocksDB, laid out level by level without automatic compactions. Its files are in memory:
 * what RocksDB reads and writes is counted, not how long a disk takes to sync it.
 */
final class RealTree implements AutoCloseable {
  private static final String TABLE = "default";
  private static final int LEVELS = 7;
  private static final int KEYS_PER_BUCKET = 2_000;
  private static final long TARGET_FILE_BYTES = 32 << 10;

  private final Random random;
  private final int buckets;
  private final int[] percentDeleted;
  private final Statistics statistics = new Statistics();
  private final Env memory = new RocksMemEnv(Env.getDefault());
  private final Options options = new Options().setEnv(memory).setCreateIfMissing(true).setDisableAutoCompactions(true)
      .setLevelCompactionDynamicLevelBytes(true).setTargetFileSizeBase(TARGET_FILE_BYTES)
      .setMaxBytesForLevelBase(8 * TARGET_FILE_BYTES).setStatistics(statistics);
  private final RocksDB db;

  RealTree(long seed, int buckets) throws RocksDBException {
    random = new Random(seed);
    this.buckets = buckets;
    percentDeleted = random.ints(buckets, 0, 100).map(percent -> percent < 60 ? 0 : percent).toArray();
    db = RocksDB.open(options, "/tree");
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
      flush();
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

  private void flush() throws RocksDBException {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      db.flush(wait);
    }
  }

  /** Takes what was written, with the files of a level that it overlaps, to that level. */
  private void sink(int level) throws RocksDBException {
    flush();
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

  LsmTable table() throws RocksDBException {
    List<SstFile> files = new ArrayList<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      files.add(new SstFile(file.fileName(), file.level(), file.smallestKey(), file.largestKey(), file.size(),
          file.numEntries(), file.numDeletions(), file.beingCompacted()));
    }
    return LsmTable.of(TABLE, LEVELS, files).withTargetFileBytes(TARGET_FILE_BYTES)
        .withBaseLevel(Integer.parseInt(db.getProperty("rocksdb.base-level")));
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
      spans.add(new BucketSpan(TABLE, "volume", String.format("bucket-%03d", bucket), prefix(bucket), end));
    }
    return spans;
  }

  /** The cheapest complete way: default mode, then forced only where the bottom still holds tombstones. */
  void compact(KeyRange range) throws RocksDBException {
    compact(range, BottommostLevelCompaction.kIfHaveCompactionFilter);
    LsmTable table = table();
    for (SstFile file : table.files()) {
      if (file.tombstones() > 0 && file.level() > 0 && file.overlaps(range.begin(), range.lastKey())) {
        KeyRange inside = new KeyRange(Keys.max(range.begin(), file.smallestKey()),
            Keys.min(range.lastKey(), file.largestKey()));
        if (table.files().stream().noneMatch(
            other -> other.level() > file.level() && other.overlaps(inside.begin(), inside.lastKey()))) {
          compact(inside, BottommostLevelCompaction.kForce);
        }
      }
    }
  }

  private void compact(KeyRange range, BottommostLevelCompaction bottommost) throws RocksDBException {
    try (CompactRangeOptions compaction = new CompactRangeOptions().setExclusiveManualCompaction(false)
        .setBottommostLevelCompaction(bottommost)) {
      db.compactRange(null, range.begin(), range.lastKey(), compaction);
    }
  }

  long readBytes() {
    return statistics.getTickerCount(TickerType.COMPACT_READ_BYTES);
  }

  long writeBytes() {
    return statistics.getTickerCount(TickerType.COMPACT_WRITE_BYTES);
  }

  /** Files by level, for messages. */
  String shape() throws RocksDBException {
    int[] files = new int[LEVELS];
    table().files().forEach(file -> files[file.level()]++);
    return Arrays.toString(files);
  }

  @Override
  public void close() {
    db.close();
    options.close();
    memory.close();
    statistics.close();
  }
}
