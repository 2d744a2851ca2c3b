// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.HiddenEntries;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;

/** Finds tombstones in one SST file by an iterator that gives up at two adjacent tombstones. Keeps the file open. */
final class FileTombstones implements TombstoneSource, AutoCloseable {
  /** The clock is read once for so many puts. */
  private static final int STRIDE = 32;

  private final SstKeys keys;
  private final long nanos;

  /**
   * @param time a call reads puts for about this long
   * @throws RocksDBException if the file was deleted or cannot be read
   */
  FileTombstones(OmDatabase database, SstFile file, Duration time) throws RocksDBException {
    keys = new SstKeys(database, file);
    nanos = time.toNanos();
  }

  @Override
  public byte[] next(byte[] from, byte[] end) throws RocksDBException, DatabaseUnavailableException {
    byte[] lastPut = keys.read(from, end, 1, puts -> lastPutBeforeTombstones(puts, from));
    return lastPut == null ? null : lastPut != from ? Keys.after(lastPut)
        : HiddenEntries.first(from, end, (begin, middle) -> keys.holds(begin, middle));
  }

  /**
   * Returns the last put before two adjacent tombstones, or {@code from} if no put comes before them. Returns null if
   * the puts end without such tombstones. After {@link #MAX_KEYS} puts, or once its time is over, returns the last put
   * read.
   */
  private byte[] lastPutBeforeTombstones(SstFileReaderIterator puts, byte[] from) throws RocksDBException {
    long began = System.nanoTime();
    byte[] last = from;
    int passed = 0;
    for (puts.seekToFirst(); puts.isValid() && passed < MAX_KEYS; puts.next()) {
      if (passed > 0 && passed % STRIDE == 0 && System.nanoTime() - began >= nanos) {
        break;
      }
      last = puts.key();
      passed++;
    }
    return puts.isValid() || SkipLimit.gaveUp(puts) ? last : null;
  }

  @Override
  public void close() {
    keys.close();
  }
}
