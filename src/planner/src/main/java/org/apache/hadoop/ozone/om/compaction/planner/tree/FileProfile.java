// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * How the entries of one SST file spread over its keys: the file cut into stretches, each with exact counts. Stretch
 * {@code i} holds the keys from {@code cut(i - 1)}, inclusive, to {@code cut(i)}, exclusive; the first begins with the
 * file's smallest key, the last ends with its largest. Immutable; the arrays are shared, not copied.
 */
public final class FileProfile {
  private final byte[][] cuts;
  private final PieceCounts counts;

  /**
   * @param cuts   ascending, each once
   * @param counts of one piece more than there are cuts
   * @throws IllegalArgumentException if the numbers do not fit
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

  /** Behind stretch {@code i}. */
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

  /** First key of a stretch of the file that this is the profile of. */
  public byte[] begin(SstFile file, int stretch) {
    return stretch == 0 ? file.smallestKey() : cuts[stretch - 1];
  }

  /** First key behind a stretch of the file. */
  byte[] end(SstFile file, int stretch) {
    return stretch == cuts.length ? Keys.after(file.largestKey()) : cuts[stretch];
  }

  /** A key of the stretch, or just before the next, after which no key of the stretch comes. */
  public byte[] lastKey(SstFile file, int stretch) {
    return stretch == cuts.length ? file.largestKey() : Keys.before(cuts[stretch]);
  }
}
