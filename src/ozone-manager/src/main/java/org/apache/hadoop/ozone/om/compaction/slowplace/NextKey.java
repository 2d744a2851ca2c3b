// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.RocksDBException;

/** Finds by halving where the first entry lies that an iterator does not show. */
final class NextKey {
  /** Enough for a key that differs in its last digits, however long it is. */
  private static final int MAX_STEPS = 64;

  private NextKey() {
  }

  /** Tells whether any entry lies between two keys. */
  interface Look {
    /** @param begin inclusive; {@code end} is exclusive */
    boolean holds(byte[] begin, byte[] end) throws RocksDBException, DatabaseUnavailableException;
  }

  /**
   * @param begin inclusive
   * @param end   exclusive; an entry lies between both
   * @return a key with no entry between {@code begin} and it, as close to the first entry as the steps suffice for
   */
  static byte[] between(byte[] begin, byte[] end, Look look)
      throws RocksDBException, DatabaseUnavailableException {
    byte[] none = begin;
    byte[] some = end;
    for (int step = 0; step < MAX_STEPS && !Arrays.equals(none, some); step++) {
      byte[] middle = KeyInterpolation.between(none, some, 0.5);
      if (middle == null) {
        break;
      }
      if (look.holds(none, middle)) {
        some = middle;
      } else {
        none = middle;
      }
    }
    return none;
  }
}
