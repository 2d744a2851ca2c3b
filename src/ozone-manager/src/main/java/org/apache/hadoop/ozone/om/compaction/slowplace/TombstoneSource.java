// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;

/** Holds tombstones and can tell roughly where the next ones are. */
interface TombstoneSource {
  /**
   * Finds the next tombstones of the source.
   *
   * @param from inclusive
   * @param end  exclusive
   * @return a key from {@code from} on that has no two tombstones in a row before it; null if there are none before the
   * end
   */
  byte[] next(byte[] from, byte[] end) throws DatabaseUnavailableException;
}
