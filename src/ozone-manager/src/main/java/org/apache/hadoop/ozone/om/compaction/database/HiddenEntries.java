// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.RocksDBException;

/** Finds by halving where the first or the last of some entries lies that an iterator does not show. */
public final class HiddenEntries {
  /** A bit each: enough for keys of some dozen bytes that have nothing in common with where the search begins. */
  private static final int MAX_STEPS = 512;

  private HiddenEntries() {
  }

  /** Tells whether any entry lies between two keys. */
  @FunctionalInterface
  public interface Look {
    /**
     * @param begin inclusive
     * @param end   exclusive
     */
    boolean holds(byte[] begin, byte[] end) throws RocksDBException, DatabaseUnavailableException;
  }

  /**
   * @param begin inclusive
   * @param end   exclusive; an entry lies between both
   * @return a key with no entry between {@code begin} and it, as close to the first entry as the steps suffice for
   */
  public static byte[] first(byte[] begin, byte[] end, Look look)
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

  /**
   * @param begin inclusive
   * @param end   exclusive; an entry lies between both
   * @return a key with no entry between it and {@code end}, as close to the last entry as the steps suffice for
   */
  public static byte[] last(byte[] begin, byte[] end, Look look)
      throws RocksDBException, DatabaseUnavailableException {
    byte[] some = begin;
    byte[] none = end;
    for (int step = 0; step < MAX_STEPS && !Arrays.equals(none, some); step++) {
      byte[] middle = KeyInterpolation.between(some, none, 0.5);
      if (middle == null) {
        break;
      }
      if (look.holds(middle, none)) {
        some = middle;
      } else {
        none = middle;
      }
    }
    return none;
  }
}
