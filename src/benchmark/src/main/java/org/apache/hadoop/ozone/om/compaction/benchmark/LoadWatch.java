// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.concurrent.TimeUnit;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** Looks on, until it is closed, at what waits in a table for RocksDB's own compactions. */
final class LoadWatch implements AutoCloseable {
  private static final long TICK_MILLIS = 50;

  private final OmDb db;
  private final ColumnFamilyHandle table;
  private final Thread thread = new Thread(this::watch, "benchmark-load");
  private volatile boolean stopped;
  private volatile long mostFiles;
  private volatile long mostPendingBytes;

  LoadWatch(OmDb db, String table) {
    this.db = db;
    this.table = db.handle(table);
    thread.start();
  }

  private void watch() {
    try {
      while (!stopped) {
        mostFiles = Math.max(mostFiles, Long.parseLong(db.rocksDb().getProperty(table, "rocksdb.num-files-at-level0")));
        mostPendingBytes = Math.max(mostPendingBytes,
            db.rocksDb().getLongProperty(table, "rocksdb.estimate-pending-compaction-bytes"));
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Files in level 0, at most. */
  long mostFiles() {
    return mostFiles;
  }

  long mostPendingBytes() {
    return mostPendingBytes;
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
