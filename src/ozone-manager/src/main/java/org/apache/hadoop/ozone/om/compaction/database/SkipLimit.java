// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.rocksdb.AbstractRocksIterator;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Limits how many dead keys an iterator steps over in a row, and tells whether it gave up because of that. */
public final class SkipLimit {
  /** The default limit: about 0.1 s for entries in memory. */
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
