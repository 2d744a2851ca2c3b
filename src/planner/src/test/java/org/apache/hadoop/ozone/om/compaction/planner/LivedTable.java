// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;

/**
 * A table as an OM leaves it: written in the order of its clients, flushed when a memtable is full, and compacted by
 * RocksDB itself, with every size about a 1000th of the OM's. Nothing is written while RocksDB compacts, so that the
 * same writes make the same tree.
 */
final class LivedTable implements AutoCloseable {
  private static final long TARGET_FILE_BYTES = 64 << 10;
  private static final CompactionSettings SETTINGS = CompactionSettings.ofTargetFileBytes(TARGET_FILE_BYTES);
  private static final long MEMTABLE_BYTES = 256 << 10;
  private static final int BLOCK_BYTES = 1 << 10;
  private static final int BYTES_OF_A_ROW = 24;
  private static final int SETTLED_AFTER_MILLIS = 60_000;

  final RocksTable table;
  final Random random;
  private final int buckets;
  private long unflushed;
  private boolean resting;

  LivedTable(long seed, int buckets) throws RocksDBException {
    this(seed, buckets, SETTINGS);
  }

  private LivedTable(long seed, int buckets, CompactionSettings settings) throws RocksDBException {
    this.buckets = buckets;
    random = new Random(seed);
    table = new RocksTable(new Options().setMaxBytesForLevelBase(16 * TARGET_FILE_BYTES)
        .setWriteBufferSize(64 * MEMTABLE_BYTES).setMaxBackgroundJobs(1)
        .setTableFormatConfig(new BlockBasedTableConfig().setNoBlockCache(true).setBlockSize(BLOCK_BYTES)
            .setIndexBlockRestartInterval(16)), settings);
  }

  /** A table whose compactions end a file where a bucket ends. */
  static LivedTable cutAtBuckets(long seed, int buckets) throws RocksDBException {
    return new LivedTable(seed, buckets, SETTINGS.withPrefixOfFiles(span(0).begin().length));
  }

  /** A table in which a compaction may take so many files of target size, and not 25. */
  static LivedTable inCompactionsOf(int files, long seed, int buckets) throws RocksDBException {
    return new LivedTable(seed, buckets, SETTINGS.withMaxCompactionBytes(files * TARGET_FILE_BYTES));
  }

  /** As a client of the OM names keys of its own choice, here in the order of their numbers. */
  static byte[] key(int bucket, int number) {
    return String.format("/volume/bucket-%03d/key-%08d", bucket, number).getBytes(StandardCharsets.UTF_8);
  }

  static BucketSpan span(int bucket) {
    byte[] begin = String.format("/volume/bucket-%03d/", bucket).getBytes(StandardCharsets.UTF_8);
    byte[] end = begin.clone();
    end[end.length - 1]++;
    return new BucketSpan(RocksTable.NAME, "volume", String.format("bucket-%03d", bucket), begin, end);
  }

  List<BucketSpan> spans() {
    List<BucketSpan> spans = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      spans.add(span(bucket));
    }
    return spans;
  }

  /** Rows of a bucket, all of them new. */
  void fill(int bucket, int rows) throws RocksDBException {
    for (int row = 0; row < rows; row++) {
      put(bucket, row);
    }
  }

  /** Half of a value is as random as block ids and times are, half repeats as names and locations do. */
  void put(int bucket, int row) throws RocksDBException {
    byte[] value = new byte[200 + random.nextInt(200)];
    random.nextBytes(value);
    for (int i = value.length / 2; i < value.length; i++) {
      value[i] = (byte) "replication=RATIS/THREE,owner=hadoop,acl=".charAt(i % 41);
    }
    table.db.put(key(bucket, row), value);
    wrote(value.length);
  }

  void delete(int bucket, int row) throws RocksDBException {
    table.db.delete(key(bucket, row));
    wrote(0);
  }

  private void wrote(int valueBytes) throws RocksDBException {
    // A memtable's entry takes some 60 bytes besides its key and value.
    unflushed += BYTES_OF_A_ROW + 60 + valueBytes;
    if (unflushed >= MEMTABLE_BYTES) {
      flush();
    }
  }

  void flush() throws RocksDBException {
    unflushed = 0;
    table.flush();
    if (!resting) {
      settle();
    }
  }

  /** Waits until RocksDB has compacted what it wants to. */
  private void settle() throws RocksDBException {
    long deadline = System.nanoTime() + SETTLED_AFTER_MILLIS * 1_000_000L;
    // What is not pending any more may run, and what does not run any more may have made more pending.
    while (isAnything("compaction-pending") || isAnything("num-running-compactions")
        || isAnything("compaction-pending")) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("RocksDB does not come to rest: " + table.shape());
      }
      Thread.onSpinWait();
    }
  }

  private boolean isAnything(String property) throws RocksDBException {
    return table.db.getLongProperty("rocksdb." + property) > 0;
  }

  /** All rows at the bottom, as in a table that has been there for long. */
  void age() throws RocksDBException {
    flush();
    table.db.compactRange();
  }

  /** From here on RocksDB compacts only what it is told to, as if there had been no time for it yet. */
  void rest() throws RocksDBException {
    flush();
    resting = true;
    table.db.setOptions(MutableColumnFamilyOptions.builder().setDisableAutoCompactions(true).build());
  }

  @Override
  public void close() {
    table.close();
  }
}
