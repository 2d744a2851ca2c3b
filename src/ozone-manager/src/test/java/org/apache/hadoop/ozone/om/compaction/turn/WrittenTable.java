// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.rocksdb.MutableColumnFamilyOptions;

/**
 * A table of buckets written in the order of its clients, with every size a 1000th of the OM's. Nothing is written
 * while RocksDB compacts, so that the same writes make the same tree.
 */
final class WrittenTable implements AutoCloseable {
  static final String TABLE = "keyTable";
  static final int BUCKETS = 9;
  static final int ROWS = 600;
  /** The bucket that becomes slow. */
  static final int SLOW = 4;
  static final int ROWS_OF_SLOW = 3 * ROWS;
  static final long TARGET_FILE_BYTES = 64 << 10;
  private static final long MEMTABLE_BYTES = 2 * TARGET_FILE_BYTES;
  private static final int BYTES_BESIDES_THE_VALUE = 100;
  private static final byte[] REPEATED = "replication=RATIS/THREE,owner=hadoop,acl=".getBytes();

  final OpenOmDb db;
  private final List<byte[]> buckets = new ArrayList<>();
  private final Random random = new Random(1);
  private long unflushed;
  private boolean resting;

  WrittenTable(Path directory) throws Exception {
    db = OpenOmDb.in(directory);
    db.rocksDb().setOptions(db.handle(TABLE), MutableColumnFamilyOptions.builder()
        .setTargetFileSizeBase(TARGET_FILE_BYTES).setMaxBytesForLevelBase(4 * TARGET_FILE_BYTES).build());
    for (int i = 0; i < BUCKETS; i++) {
      buckets.add(db.bucket("bucket" + i, BucketLayout.OBJECT_STORE, TABLE));
    }
  }

  /** Moves all rows to the last level, as in an old table; the slow bucket has the given number of rows. */
  void age(int rowsOfSlow) throws Exception {
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      for (int row = 0; row < (bucket == SLOW ? rowsOfSlow : ROWS); row++) {
        put(bucket, row);
      }
    }
    unflushed = 0;
    db.settle(TABLE);
  }

  /** Half of a value is random as block ids and times are, half repeats as names and locations do. */
  void put(int bucket, int row) throws Exception {
    byte[] value = new byte[200 + random.nextInt(200)];
    random.nextBytes(value);
    for (int i = value.length / 2; i < value.length; i++) {
      value[i] = REPEATED[i % REPEATED.length];
    }
    db.put(TABLE, key(bucket, row), value);
    wrote(value.length);
  }

  void delete(int bucket, int row) throws Exception {
    db.delete(TABLE, key(bucket, row));
    wrote(0);
  }

  /** Writes any row of any bucket, old or new. */
  void touch() throws Exception {
    put(random.nextInt(BUCKETS), random.nextInt(2 * ROWS));
  }

  byte[] key(int bucket, int row) {
    return OpenOmDb.key(buckets.get(bucket), row);
  }

  private void wrote(int valueBytes) throws Exception {
    unflushed += BYTES_BESIDES_THE_VALUE + valueBytes;
    if (unflushed > MEMTABLE_BYTES) {
      flush();
    }
  }

  void flush() throws Exception {
    unflushed = 0;
    db.flush(TABLE);
    if (!resting) {
      Awaitility.await().atMost(1, TimeUnit.MINUTES).pollInterval(1, TimeUnit.MILLISECONDS)
          .until(() -> isZero("compaction-pending") && isZero("num-running-compactions"));
    }
  }

  private boolean isZero(String property) throws Exception {
    return "0".equals(db.rocksDb().getProperty(db.handle(TABLE), "rocksdb." + property));
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
