// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.Objects;

/** The entries and tombstones of one SST file by piece. Immutable; the arrays are shared. */
public final class PieceCounts {
  private final long[] entries;
  private final long[] tombstones;

  /**
   * @param entries    puts and tombstones together, per piece in key order
   * @param tombstones per piece in key order; at most the entries of the piece count
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public PieceCounts(long[] entries, long[] tombstones) {
    this.entries = Objects.requireNonNull(entries, "entries");
    this.tombstones = Objects.requireNonNull(tombstones, "tombstones");
    if (entries.length != tombstones.length) {
      throw new IllegalArgumentException(
          "Entries of " + entries.length + " pieces but tombstones of " + tombstones.length);
    }
  }

  public int pieces() {
    return entries.length;
  }

  public long entries(int piece) {
    return SstFile.clamp(entries[piece], SstFile.MOST);
  }

  public long tombstones(int piece) {
    return SstFile.clamp(tombstones[piece], entries(piece));
  }
}
