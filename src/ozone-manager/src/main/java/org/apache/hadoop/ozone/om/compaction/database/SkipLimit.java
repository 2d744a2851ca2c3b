// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.rocksdb.AbstractRocksIterator;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells whether an iterator has given up, because it had skipped too many adjacent tombstones and hidden entries. */
public final class SkipLimit {
  /** The default limit; skipping this many entries in memory takes about 0.1 s. */
  public static final long DEFAULT_KEYS = 500_000;

  private SkipLimit() {
  }

  /**
   * Returns true if the iterator gave up at its limit; false if it did not.
   *
   * @throws RocksDBException if the iterator ended because of an error
   */
  public static boolean gaveUp(AbstractRocksIterator<?> keys) throws RocksDBException {
    try {
      keys.status();
      return false;
    } catch (RocksDBException e) {
      if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
        return true;
      }
      throw e;
    }
  }
}
