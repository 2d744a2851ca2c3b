// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.google.common.util.concurrent.RateLimiter;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** Threads that write, and perhaps read, until closed. */
final class Foreground implements AutoCloseable {
  /** Operations between two checks of the rate. */
  private static final int AT_ONCE = 50;

  private final List<Bucket> buckets;
  private final int rowsOfBucket;
  private final Operations writer;
  private final Optional<Operations> reader;
  private volatile boolean stopped;

  /** @param buckets whose rows are rewritten, and perhaps read, in random order */
  Foreground(Load load, OmDb db, List<Bucket> buckets, int rowsOfBucket) {
    this.buckets = buckets;
    this.rowsOfBucket = rowsOfBucket;
    ColumnFamilyHandle table = db.handle(buckets.get(0).table());
    byte[] value = new KeyRecords().next(buckets.get(0), 0);
    writer = new Operations("benchmark-writer", 1, load.putsPerSecond, key -> db.rocksDb().put(table, key, value));
    reader = load == Load.WRITER ? Optional.empty()
        : Optional.of(new Operations("benchmark-reader", 2, Double.MAX_VALUE,
            key -> db.rocksDb().get(table, key)));
    writer.start();
    reader.ifPresent(Thread::start);
  }

  /** Which threads put and get keys beside a compaction, and at what rate. */
  enum Load {
    /**
     * A writer of a third of the puts that one core can do; with their flushes and compactions this leaves one of two
     * cores free.
     */
    WRITER(50_000),
    /** A writer and a reader without a limit, each of which fills a core. */
    WRITER_AND_READER(Double.MAX_VALUE);

    private final double putsPerSecond;

    Load(double putsPerSecond) {
      this.putsPerSecond = putsPerSecond;
    }
  }

  private interface Operation {
    void on(byte[] key) throws RocksDBException;
  }

  /** A thread that repeats an operation with changing keys. */
  private final class Operations extends Thread {
    private final SplittableRandom random;
    private final RateLimiter pace;
    private final Operation operation;
    private final Timings timings = new Timings();
    private volatile RocksDBException fault;

    Operations(String name, int seed, double perSecond, Operation operation) {
      super(name);
      this.random = new SplittableRandom(seed);
      this.pace = RateLimiter.create(perSecond);
      this.operation = operation;
    }

    @Override
    public void run() {
      try {
        while (!stopped) {
          pace.acquire(AT_ONCE);
          for (int i = 0; i < AT_ONCE; i++) {
            byte[] key = buckets.get(random.nextInt(buckets.size())).key(random.nextInt(rowsOfBucket));
            long from = System.nanoTime();
            operation.on(key);
            timings.add(from);
          }
        }
      } catch (RocksDBException e) {
        fault = e;
      }
    }

    private void end() throws InterruptedException, RocksDBException {
      join();
      if (fault != null) {
        throw fault;
      }
    }
  }

  /** Latencies of the puts that began within a time. @param from and {@code to}: {@link System#nanoTime} */
  Timings.Latencies putLatencies(long from, long to) {
    return writer.timings.latencies(from, to);
  }

  /**
   * Latencies of the gets that began within a time. @return null without a reader. @param from and {@code to}: {@link
   * System#nanoTime}
   */
  Timings.Latencies getLatencies(long from, long to) {
    return reader.map(reading -> reading.timings.latencies(from, to)).orElse(null);
  }

  @Override
  public void close() throws InterruptedException, RocksDBException {
    stopped = true;
    writer.end();
    if (reader.isPresent()) {
      reader.get().end();
    }
  }
}
