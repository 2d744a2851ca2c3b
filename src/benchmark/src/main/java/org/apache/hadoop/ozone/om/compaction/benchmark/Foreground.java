// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** A writer that is held back by nothing but RocksDB, and a reader beside it, until it is closed. */
final class Foreground implements AutoCloseable {
  private static final int MAX_OPERATIONS = 20_000_000;
  private static final long NANOS_OF_MICRO = 1_000;

  private final OmDb db;
  private final Bucket[] buckets;
  private final int keysOfBucket;
  private final ColumnFamilyHandle table;
  private final long began = System.nanoTime();
  private final Operations writer;
  private final Operations reader;
  private volatile boolean stopped;

  /** @param buckets whose keys are rewritten and read, in no order */
  Foreground(OmDb db, Bucket[] buckets, int keysOfBucket) {
    this.db = db;
    this.buckets = buckets;
    this.keysOfBucket = keysOfBucket;
    this.table = db.handle(buckets[0].table());
    byte[] value = new KeyRecords(1).next(buckets[0], 0);
    writer = new Operations("benchmark-writer", 1, key -> db.rocksDb().put(table, key, value));
    reader = new Operations("benchmark-reader", 2, key -> db.rocksDb().get(table, key));
    writer.start();
    reader.start();
  }

  /** Nanoseconds since the begin. */
  long now() {
    return System.nanoTime() - began;
  }

  private interface Operation {
    void on(byte[] key) throws RocksDBException;
  }

  /** Does the same again and again, each time with another key, and remembers how long it took. */
  private final class Operations extends Thread {
    private final SplittableRandom random;
    private final Operation operation;
    /** When each ended, microseconds since the begin, and how long it took, nanoseconds. */
    private final int[] ended = new int[MAX_OPERATIONS];
    private final int[] took = new int[MAX_OPERATIONS];
    private volatile int count;
    private volatile RocksDBException fault;

    Operations(String name, int seed, Operation operation) {
      super(name);
      this.random = new SplittableRandom(seed);
      this.operation = operation;
    }

    @Override
    public void run() {
      try {
        for (int next = 0; next < MAX_OPERATIONS && !stopped; next++) {
          byte[] key = buckets[random.nextInt(buckets.length)].key(random.nextInt(keysOfBucket));
          long from = System.nanoTime();
          operation.on(key);
          long to = System.nanoTime();
          ended[next] = (int) ((to - began) / NANOS_OF_MICRO);
          took[next] = (int) Math.min(Integer.MAX_VALUE, to - from);
          count = next + 1;
        }
      } catch (RocksDBException e) {
        fault = e;
      }
    }

    private Pace pace(long from, long to) {
      int[] latencies = Arrays.copyOfRange(took, index(from), index(to));
      Arrays.sort(latencies);
      int done = latencies.length;
      return done == 0 ? new Pace(0, Double.POSITIVE_INFINITY, (to - from) / 1e6)
          : new Pace(done / ((to - from) / 1e9), latencies[(int) (done * 0.99)] / 1e3, latencies[done - 1] / 1e6);
    }

    private int index(long time) {
      int found = Arrays.binarySearch(ended, 0, count, (int) (time / NANOS_OF_MICRO));
      return found >= 0 ? found : -found - 1;
    }

    private void end() throws InterruptedException, RocksDBException {
      join();
      if (fault != null) {
        throw fault;
      }
    }
  }

  /** Throughput and latencies of a writer or reader in some time. */
  record Pace(double perSecond, double p99Micros, double worstMillis) { }

  /** @param from nanoseconds since the begin */
  Pace puts(long from, long to) {
    return writer.pace(from, to);
  }

  /** @param from nanoseconds since the begin */
  Pace gets(long from, long to) {
    return reader.pace(from, to);
  }

  /** Ends both; what they met can still be asked for. */
  @Override
  public void close() throws InterruptedException, RocksDBException {
    stopped = true;
    writer.end();
    reader.end();
  }
}
