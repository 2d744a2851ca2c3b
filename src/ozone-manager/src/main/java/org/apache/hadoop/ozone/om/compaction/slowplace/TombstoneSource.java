// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;

/** Something that holds tombstones, and can tell about where the next ones are. */
interface TombstoneSource {
  /**
   * Finds where to look for the next tombstones.
   *
   * @param from inclusive
   * @param end  exclusive
   * @return a key from {@code from} on, with no two tombstones in a row before it; null if there are none before the
   *     end
   */
  byte[] next(byte[] from, byte[] end) throws DatabaseUnavailableException;
}
