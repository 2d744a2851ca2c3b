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
  private final PieceCounts counts;

  /**
   * @param cuts   ascending, each once
   * @param counts one piece more than there are cuts
   * @throws IllegalArgumentException if the numbers do not match
   */
  public FileProfile(byte[][] cuts, PieceCounts counts) {
    if (counts.pieces() != cuts.length + 1) {
      throw new IllegalArgumentException("Counts of " + counts.pieces() + " pieces for " + cuts.length + " cuts");
    }
    this.cuts = cuts;
    this.counts = counts;
  }

  public int stretches() {
    return counts.pieces();
  }

  /** The first key after stretch {@code i}. */
  public byte[] cut(int i) {
    return cuts[i];
  }

  /** Puts and tombstones together. */
  public long entries(int stretch) {
    return counts.entries(stretch);
  }

  public long tombstones(int stretch) {
    return counts.tombstones(stretch);
  }

  /** First key of a stretch of the file. */
  public byte[] begin(SstFile file, int stretch) {
    return stretch == 0 ? file.smallestKey() : cuts[stretch - 1];
  }

  /** First key after a stretch of the file. */
  byte[] end(SstFile file, int stretch) {
    return stretch == cuts.length ? Keys.after(file.largestKey()) : cuts[stretch];
  }

  /**
   * A last key for the stretch: a key of it, or one before the next stretch after which no key of it comes that is
   * valid UTF-8. Where a key is not, it may be the stretch's first.
   */
  public byte[] lastKey(SstFile file, int stretch) {
    return stretch == cuts.length ? file.largestKey()
        : Keys.max(begin(file, stretch), Keys.before(cuts[stretch]));
  }
}
