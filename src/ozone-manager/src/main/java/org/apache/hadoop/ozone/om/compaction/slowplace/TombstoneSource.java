// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;

/** SST file or memtables that can tell roughly where their next tombstones are. */
interface TombstoneSource {
  /**
   * Finds the next tombstones of the source.
   *
   * @param from inclusive
   * @param end  exclusive
   * @return a key at or after {@code from}, with no two tombstones in a row between {@code from} and it; null if there
   *         are no tombstones before the end
   */
  byte[] next(byte[] from, byte[] end) throws DatabaseUnavailableException;
}
