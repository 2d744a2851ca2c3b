// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * The distribution of one SST file's entries over its keys: stretches with exact counts. Stretch {@code i} holds the
 * keys from {@code cut(i - 1)}, inclusive, to {@code cut(i)}, exclusive; the first begins with the file's smallest key,
 * the last ends with its largest. Immutable; the arrays are shared, not copied.
 */
public final class FileProfile {
  private final byte[][] cuts;
  private final long[] entries;
  private final long[] tombstones;

  /**
   * @param cuts       ascending, each once
   * @param entries    puts and tombstones together, of each stretch: one more than there are cuts
   * @param tombstones of each stretch; at most its entries count
   * @throws IllegalArgumentException if the numbers do not match
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

  /** The first key after stretch {@code i}. */
  public byte[] cut(int i) {
    return cuts[i];
  }

  /** Puts and tombstones together. */
  public long entries(int stretch) {
    return SstFile.clamp(entries[stretch], SstFile.MOST);
  }

  public long tombstones(int stretch) {
    return SstFile.clamp(tombstones[stretch], entries(stretch));
  }

  /** First key of a stretch of the file. */
  public byte[] begin(SstFile file, int stretch) {
    return stretch == 0 ? file.smallestKey() : cuts[stretch - 1];
  }

  /**
   * A last key for the stretch: a key of it, or one between its last key and the next stretch, with no valid UTF-8 key
   * of the stretch behind it. If no such key exists, it may be the stretch's first key.
   */
  public byte[] lastKey(SstFile file, int stretch) {
    return stretch == cuts.length ? file.largestKey()
        : Keys.max(begin(file, stretch), Keys.before(cuts[stretch]));
  }
}
