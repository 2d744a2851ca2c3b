// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.rocksdb.AbstractRocksIterator;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Limits the dead keys that an iterator steps over, and tells whether it gave up. */
public final class SkipLimit {
  /** About 0.1 s of stepping in memory. */
  public static final long DEFAULT_KEYS = 500_000;

  private SkipLimit() {
  }

  /** @throws RocksDBException if the iterator ended for another reason than its limit */
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
