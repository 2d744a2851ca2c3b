// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** A writer that is held back by nothing but RocksDB, and a reader beside it, until it is closed. */
final class Foreground implements AutoCloseable {
  private static final int MAX_PUTS = 20_000_000;

  private final OmDb db;
  private final Bucket[] buckets;
  private final int keysOfBucket;
  private final ColumnFamilyHandle table;
  /** When each put ended, nanoseconds since the begin, and how long it took. */
  private final long[] ended = new long[MAX_PUTS];
  private final int[] took = new int[MAX_PUTS];
  private final long began = System.nanoTime();
  private final Thread writer = new Thread(this::write, "benchmark-writer");
  private final Thread reader = new Thread(this::read, "benchmark-reader");
  private volatile int puts;
  private volatile boolean stopped;
  private volatile RocksDBException fault;

  /** @param buckets whose keys are rewritten and read, in no order */
  Foreground(OmDb db, Bucket[] buckets, int keysOfBucket) {
    this.db = db;
    this.buckets = buckets;
    this.keysOfBucket = keysOfBucket;
    this.table = db.handle(buckets[0].table());
    writer.start();
    reader.start();
  }

  /** Nanoseconds since the begin. */
  long now() {
    return System.nanoTime() - began;
  }

  private void write() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] value = new KeyRecords(1).next(buckets[0], 0);
    try {
      for (int put = 0; put < MAX_PUTS && !stopped; put++) {
        byte[] key = key(random);
        long from = System.nanoTime();
        db.rocksDb().put(table, key, value);
        long to = System.nanoTime();
        ended[put] = to - began;
        took[put] = (int) Math.min(Integer.MAX_VALUE, to - from);
        puts = put + 1;
      }
    } catch (RocksDBException e) {
      fault = e;
    }
  }

  private void read() {
    SplittableRandom random = new SplittableRandom(2);
    try {
      while (!stopped) {
        db.rocksDb().get(table, key(random));
      }
    } catch (RocksDBException e) {
      fault = e;
    }
  }

  private byte[] key(SplittableRandom random) {
    return buckets[random.nextInt(buckets.length)].key(random.nextInt(keysOfBucket));
  }

  /** Throughput and latencies of a writer in some time. */
  record Puts(double perSecond, double p99Micros, double worstMillis) { }

  /** @param from nanoseconds since the begin */
  Puts puts(long from, long to) {
    int first = index(from);
    int last = index(to);
    int[] latencies = Arrays.copyOfRange(took, first, last);
    Arrays.sort(latencies);
    int count = latencies.length;
    return count == 0 ? new Puts(0, Double.POSITIVE_INFINITY, (to - from) / 1e6)
        : new Puts(count / ((to - from) / 1e9), latencies[(int) (count * 0.99)] / 1e3, latencies[count - 1] / 1e6);
  }

  private int index(long time) {
    int found = Arrays.binarySearch(ended, 0, puts, time);
    return found >= 0 ? found : -found - 1;
  }

  @Override
  public void close() throws InterruptedException, RocksDBException {
    stopped = true;
    writer.join();
    reader.join();
    if (fault != null) {
      throw fault;
    }
  }
}
