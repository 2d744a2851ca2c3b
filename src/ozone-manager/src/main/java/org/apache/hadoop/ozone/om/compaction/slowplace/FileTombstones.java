// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

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
  private final SstKeys keys;

  /** @throws RocksDBException if the file was deleted or cannot be read */
  FileTombstones(OmDatabase database, SstFile file) throws RocksDBException {
    keys = new SstKeys(database, file);
  }

  @Override
  public byte[] next(byte[] from, byte[] end) throws RocksDBException, DatabaseUnavailableException {
    byte[] lastPut = keys.read(from, end, 1, puts -> lastPutBeforeTombstones(puts, from));
    return lastPut == null ? null : lastPut != from ? Keys.after(lastPut)
        : HiddenEntries.first(from, end, (begin, middle) -> keys.holds(begin, middle));
  }

  /**
   * Returns the last put before two adjacent tombstones, or {@code from} if no put comes before them. Returns null if
   * the puts end without such tombstones. After {@link #MAX_KEYS} puts, returns the last put read.
   */
  private static byte[] lastPutBeforeTombstones(SstFileReaderIterator puts, byte[] from) throws RocksDBException {
    byte[] last = from;
    int passed = 0;
    for (puts.seekToFirst(); puts.isValid() && passed < MAX_KEYS; puts.next()) {
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
