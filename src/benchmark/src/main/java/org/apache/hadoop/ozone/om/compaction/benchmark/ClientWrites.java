// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;

/**
 * Clients that put and delete 200 rows a second until closed: every other operation in a slow bucket, the others in any
 * bucket, two puts for each delete. Their keys lie between those of the case. So the memtable soon has keys of every
 * range, but not the keys by which a step takes its file.
 */
final class ClientWrites implements AutoCloseable {
  private static final int PER_SECOND = 200;
  private static final int AT_ONCE = 200;

  private final OmDb db;
  private final Case.Scene scene;
  private final KeyRecords records = new KeyRecords();
  private final SplittableRandom random = new SplittableRandom(2);
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
    Thread thread = new Thread(task, "benchmark-clients");
    thread.setDaemon(true);
    return thread;
  });
  private final ScheduledFuture<?> writing;
  private int written;

  ClientWrites(OmDb db, Case.Scene scene) throws RocksDBException {
    this.db = db;
    this.scene = scene;
    while (written < AT_ONCE) {
      write();
    }
    writing = clock.scheduleAtFixedRate(this::writeNext, 0, TimeUnit.SECONDS.toNanos(1) / PER_SECOND,
        TimeUnit.NANOSECONDS);
  }

  private void writeNext() {
    try {
      write();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write() throws RocksDBException {
    Bucket bucket = written % 2 == 0 ? scene.places().get(random.nextInt(scene.places().size())).bucket()
        : scene.buckets().get(random.nextInt(scene.buckets().size()));
    int row = random.nextInt(scene.rows());
    byte[] key = bucket.keyBehind(row);
    if (written++ % 3 == 2) {
      db.rocksDb().delete(db.handle(bucket.table()), key);
    } else {
      db.rocksDb().put(db.handle(bucket.table()), key, records.next(bucket, row));
    }
  }

  /** @throws IllegalStateException if a write failed, so that the measurement is void */
  @Override
  public void close() throws InterruptedException {
    boolean failed = writing.isDone();
    clock.shutdownNow();
    clock.awaitTermination(1, TimeUnit.MINUTES);
    try {
      if (failed) {
        writing.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("Clients could not write", e.getCause());
    }
  }
}
