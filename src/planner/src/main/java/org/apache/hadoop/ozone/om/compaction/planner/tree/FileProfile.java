// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * The distribution of one SST file's entries over its keys: key intervals (stretches) with exact counts. Interval
 * {@code i} holds the keys from {@code cut(i - 1)}, inclusive, to {@code cut(i)}, exclusive. Arrays are shared, not
 * copied.
 */
public final class FileProfile {
  private final byte[][] cuts;
  private final long[] entries;
  private final long[] tombstones;

  /**
   * @param cuts       keys between the intervals, ascending, without duplicates
   * @param entries    number of puts and tombstones of each interval; one interval more than cuts
   * @throws IllegalArgumentException if the lengths of the arrays do not match
   */
  public FileProfile(byte[][] cuts, long[] entries, long[] tombstones) {
    if (entries.length != cuts.length + 1 || tombstones.length != entries.length) {
      throw new IllegalArgumentException("Entries of " + entries.length + " and tombstones of " + tombstones.length
          + " stretches for " + cuts.length + " cuts");
    }
    this.cuts = cuts;
    this.entries = entries;
    this.tombstones = tombstones;
  }

  public int stretches() {
    return entries.length;
  }

  public byte[] cut(int i) {
    return cuts[i];
  }

  /** The interval that holds a key, if the file has the key. Earlier intervals hold smaller keys only. */
  public int stretchOf(byte[] key) {
    return Keys.first(cuts.length, i -> Keys.compare(cuts[i], key) > 0);
  }

  public long entries(int stretch) {
    return SstFile.clamp(entries[stretch], SstFile.MOST);
  }

  public long tombstones(int stretch) {
    return SstFile.clamp(tombstones[stretch], entries(stretch));
  }

  public byte[] begin(SstFile file, int stretch) {
    return stretch == 0 ? file.smallestKey() : cuts[stretch - 1];
  }

  /** An upper bound, inclusive, of an interval's keys. No valid UTF-8 key lies between it and the next interval. */
  public byte[] lastKey(SstFile file, int stretch) {
    return stretch == cuts.length ? file.largestKey()
        : Keys.max(begin(file, stretch), Keys.before(cuts[stretch]));
  }
}
