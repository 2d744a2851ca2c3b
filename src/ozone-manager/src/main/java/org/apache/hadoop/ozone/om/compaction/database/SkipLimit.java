// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import org.rocksdb.AbstractRocksIterator;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Tells whether an iterator gave up: it had skipped too many adjacent dead entries, or its time was over. */
public final class SkipLimit {
  /** The default limit; skipping this many entries in memory takes about 0.1 s. */
  public static final long DEFAULT_KEYS = 500_000;

  private SkipLimit() {
  }

  /** @throws RocksDBException if the iterator ended because of an error */
  public static boolean gaveUp(AbstractRocksIterator<?> keys) throws RocksDBException {
    return ended(keys) != null;
  }

  /** False if it gave up because of what it has skipped; throws as {@link #gaveUp} does. */
  public static boolean ranOutOfTime(AbstractRocksIterator<?> keys) throws RocksDBException {
    return ended(keys) == Status.Code.TimedOut;
  }

  /** Returns the limit at which the iterator gave up; null if at none. */
  private static Status.Code ended(AbstractRocksIterator<?> keys) throws RocksDBException {
    try {
      keys.status();
      return null;
    } catch (RocksDBException e) {
      Status.Code code = e.getStatus() == null ? null : e.getStatus().getCode();
      if (code == Status.Code.Incomplete || code == Status.Code.TimedOut) {
        return code;
      }
      throw e;
    }
  }
}
