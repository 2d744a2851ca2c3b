// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.MutableColumnFamilyOptions;

/**
 * A table as an OM leaves it: written in the order of its clients, flushed when a memtable is full, compacted by
 * RocksDB automatically, with every size about a 1000th of the OM's. Nothing is written while RocksDB compacts, so that
 * the same writes make the same tree.
 */
final class LivedTable implements AutoCloseable {
  static final String TABLE = "keyTable";
  /** With more files in level 0 a turn waits until RocksDB has compacted them. */
  private static final int MAX_FLUSHES_AT_REST = 6;
  private static final long TARGET_FILE_BYTES = 64 << 10;
  private static final long MEMTABLE_BYTES = 256 << 10;
  private static final int BYTES_BESIDES_THE_VALUE = 84;
  private static final int DEFAULT_FILES_OF_A_COMPACTION = 25;
  private static final String REPEATED = "replication=RATIS/THREE,owner=hadoop,acl=";

  final OpenOmDb db;
  final Random random;
  private final List<byte[]> buckets = new ArrayList<>();
  private long unflushed;
  private boolean resting;
  private int flushesAtRest;

  private LivedTable(Path directory, long seed, int filesOfACompaction) throws Exception {
    random = new Random(seed);
    db = OpenOmDb.in(directory);
    db.rocksDb().setOptions(db.handle(TABLE), MutableColumnFamilyOptions.builder()
        .setTargetFileSizeBase(TARGET_FILE_BYTES).setMaxBytesForLevelBase(16 * TARGET_FILE_BYTES)
        .setMaxCompactionBytes(filesOfACompaction * TARGET_FILE_BYTES)
        // Some lives end with ten files in level 0, for which a turn would wait.
        .setLevel0SlowdownWritesTrigger(100).build());
    for (int bucket = 0; bucket < Life.BUCKETS; bucket++) {
      buckets.add(db.bucket(name(bucket), BucketLayout.OBJECT_STORE, TABLE));
    }
  }

  static LivedTable in(Path directory, long seed) throws Exception {
    return new LivedTable(directory, seed, DEFAULT_FILES_OF_A_COMPACTION);
  }

  /** A table whose compactions may take up to this many files of target size. */
  static LivedTable inCompactionsOf(int files, Path directory, long seed) throws Exception {
    return new LivedTable(directory, seed, files);
  }

  static String name(int bucket) {
    return String.format("bucket-%03d", bucket);
  }

  byte[] key(int bucket, int row) {
    return OpenOmDb.key(buckets.get(bucket), row);
  }

  /** Puts new rows into a bucket. */
  void fill(int bucket, int rows) throws Exception {
    for (int row = 0; row < rows; row++) {
      put(bucket, row);
    }
  }

  /** Half of a value is random as block ids and times are, half repeats as names and locations do. */
  void put(int bucket, int row) throws Exception {
    byte[] value = new byte[200 + random.nextInt(200)];
    random.nextBytes(value);
    for (int i = value.length / 2; i < value.length; i++) {
      value[i] = (byte) REPEATED.charAt(i % REPEATED.length());
    }
    db.put(TABLE, key(bucket, row), value);
    wrote(value.length);
  }

  void delete(int bucket, int row) throws Exception {
    db.delete(TABLE, key(bucket, row));
    wrote(0);
  }

  private void wrote(int valueBytes) throws Exception {
    unflushed += BYTES_BESIDES_THE_VALUE + valueBytes;
    if (unflushed >= MEMTABLE_BYTES && flushesAtRest < MAX_FLUSHES_AT_REST) {
      flush();
      flushesAtRest += resting ? 1 : 0;
    }
  }

  void flush() throws Exception {
    unflushed = 0;
    db.flush(TABLE);
    if (!resting) {
      // A pending compaction may start running, and one that has ended may have made others pending: so ask twice.
      Awaitility.await().atMost(1, TimeUnit.MINUTES).pollDelay(0, TimeUnit.MILLISECONDS)
          .pollInterval(1, TimeUnit.MILLISECONDS)
          .until(() -> !isAnything("compaction-pending") && !isAnything("num-running-compactions")
              && !isAnything("compaction-pending"));
    }
  }

  private boolean isAnything(String property) throws Exception {
    return db.rocksDb().getLongProperty(db.handle(TABLE), "rocksdb." + property) > 0;
  }

  /** Moves all rows to the last level, as in an old table. */
  void age() throws Exception {
    flush();
    try (CompactRangeOptions options = new CompactRangeOptions()) {
      db.rocksDb().compactRange(db.handle(TABLE), null, null, options);
    }
  }

  /** Stops automatic compaction, as if it had not had time yet. */
  void rest() throws Exception {
    flush();
    resting = true;
    db.withoutAutomaticCompaction(TABLE);
  }

  @Override
  public void close() throws Exception {
    db.close();
  }
}
