// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.rocksdb.RocksDBException;

/** An SST file or the memtables of a table, which can tell roughly where the next tombstones are. */
interface TombstoneSource {
  /** Highest number of live keys that one call reads, which takes some milliseconds unless values are large. */
  int MAX_KEYS = 16_384;

  /**
   * Finds the next key at which a series of tombstones in this source may begin; null if there is none.
   *
   * @param from inclusive
   * @param end  exclusive
   * @throws RocksDBException if the file was deleted meanwhile, or is damaged
   */
  byte[] next(byte[] from, byte[] end) throws RocksDBException, DatabaseUnavailableException;
}
