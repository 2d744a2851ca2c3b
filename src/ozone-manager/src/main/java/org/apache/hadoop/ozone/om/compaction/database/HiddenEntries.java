// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.RocksDBException;

/** Finds the first or last entry between two keys by bisection, tombstones included; iterators show only puts. */
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
    /** True if a put or tombstone lies from {@code begin}, inclusive, to {@code end}, exclusive. */
    boolean holds(byte[] begin, byte[] end) throws RocksDBException, DatabaseUnavailableException;
  }

  /** A key at or shortly before the first entry from begin, inclusive, to end, exclusive, where at least one lies. */
  public static byte[] first(byte[] begin, byte[] end, EntryProbe probe)
      throws RocksDBException, DatabaseUnavailableException {
    return edge(begin, end, probe);
  }

  /** A key shortly after the last entry from begin, inclusive, to end, exclusive, where at least one lies. */
  public static byte[] last(byte[] begin, byte[] end, EntryProbe probe)
      throws RocksDBException, DatabaseUnavailableException {
    return edge(end, begin, probe);
  }

  /** A key close to the first entry on the way from {@code from} to {@code to}, with no entry before it on the way. */
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
