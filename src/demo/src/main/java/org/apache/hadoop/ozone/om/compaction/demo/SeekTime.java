// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksIterator;

/** The time to find the first live key of a bucket, which is a part of the time for the first page of a list. */
public final class SeekTime {
  private static final int TIMES = 7;

  private SeekTime() {
  }

  /**
   * @param prefix of the bucket's keys
   * @return the median of a few seeks, each with a new iterator, like each list
   */
  public static Duration median(OzoneManager om, String table, byte[] prefix) throws IOException {
    RocksDatabase database = ((RDBStore) om.getMetadataManager().getStore()).getDb();
    return median(database.getManagedRocksDb().get(), database.getColumnFamily(table).getHandle(), prefix);
  }

  static Duration median(RocksDB database, ColumnFamilyHandle table, byte[] prefix) {
    long[] nanos = new long[TIMES];
    for (int i = 0; i < TIMES; i++) {
      try (RocksIterator iterator = database.newIterator(table)) {
        long begin = System.nanoTime();
        iterator.seek(prefix);
        nanos[i] = System.nanoTime() - begin;
      }
    }
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[nanos.length / 2]);
  }
}
