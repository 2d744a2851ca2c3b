// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.RocksDBException;

/**
 * Finds the first or the last entry between two keys by bisection. It finds puts and tombstones; iterators show only
 * puts.
 */
public final class HiddenEntries {
  /**
   * Maximum number of steps of a bisection. Each step settles about one bit, so these are enough for 64 bytes of a key.
   */
  private static final int MAX_STEPS = 512;

  private HiddenEntries() {
  }

  /** Checks whether there is an entry between two keys. */
  @FunctionalInterface
  public interface EntryProbe {
    /**
     * Returns true if an entry, put or tombstone, lies between two keys.
     *
     * @param begin inclusive
     * @param end   exclusive
     */
    boolean holds(byte[] begin, byte[] end) throws RocksDBException, DatabaseUnavailableException;
  }

  /**
   * Finds a key near the first entry between two keys.
   *
   * @param begin inclusive
   * @param end   exclusive; at least one entry lies between {@code begin} and {@code end}
   * @return a key at or shortly before the first entry
   */
  public static byte[] first(byte[] begin, byte[] end, EntryProbe probe)
      throws RocksDBException, DatabaseUnavailableException {
    return edge(begin, end, probe);
  }

  /**
   * Finds a key near the last entry between two keys.
   *
   * @param begin inclusive
   * @param end   exclusive; at least one entry lies between {@code begin} and {@code end}
   * @return a key shortly after the last entry
   */
  public static byte[] last(byte[] begin, byte[] end, EntryProbe probe)
      throws RocksDBException, DatabaseUnavailableException {
    return edge(end, begin, probe);
  }

  /**
   * Bisects from one key towards another, and returns a key close to the first entry on the way.
   *
   * @param from before or behind {@code to}
   * @return a key from {@code from} to {@code to}; no entry lies between {@code from} and this key
   */
  private static byte[] edge(byte[] from, byte[] to, EntryProbe probe)
      throws RocksDBException, DatabaseUnavailableException {
    byte[] none = from;
    byte[] some = to;
    for (int step = 0; step < MAX_STEPS && !Arrays.equals(none, some); step++) {
      byte[] middle = KeyInterpolation.between(Keys.min(none, some), Keys.max(none, some), 0.5);
      if (middle == null) {
        break;
      }
      if (probe.holds(Keys.min(none, middle), Keys.max(none, middle))) {
        some = middle;
      } else {
        none = middle;
      }
    }
    return none;
  }
}
