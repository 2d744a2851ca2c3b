// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.managed.ManagedRocksIterator;
import org.apache.hadoop.ozone.om.OzoneManager;
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
    long[] nanos = new long[TIMES];
    for (int i = 0; i < TIMES; i++) {
      try (ManagedRocksIterator iterator = database.newIterator(database.getColumnFamily(table))) {
        nanos[i] = nanosOfSeek(iterator.get(), prefix);
      }
    }
    return medianOf(nanos);
  }

  static long nanosOfSeek(RocksIterator iterator, byte[] prefix) {
    long begin = System.nanoTime();
    iterator.seek(prefix);
    return System.nanoTime() - begin;
  }

  static Duration medianOf(long[] nanos) {
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[nanos.length / 2]);
  }
}
