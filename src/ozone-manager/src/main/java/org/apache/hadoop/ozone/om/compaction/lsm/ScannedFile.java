// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.PieceCounts;

/** What a scan has found in a file, for the cuts it was made with and for any coarser ones. Immutable. */
final class ScannedFile {
  private final byte[][] cuts;
  private final PieceCounts counts;

  /** @param counts null if the file does not tell */
  ScannedFile(byte[][] cuts, PieceCounts counts) {
    this.cuts = cuts;
    this.counts = counts;
  }

  byte[][] cuts() {
    return cuts.clone();
  }

  int pieces() {
    return cuts.length + 1;
  }

  /** Whether another scan with these cuts could tell more. */
  boolean answers(byte[][] asked) {
    return counts == null || positions(asked) != null;
  }

  /** Null if unknown. */
  PieceCounts count(byte[][] asked) {
    int[] positions = counts == null ? null : positions(asked);
    if (positions == null) {
      return null;
    }
    long[] entries = new long[asked.length + 1];
    long[] tombstones = new long[asked.length + 1];
    int piece = 0;
    for (int own = 0; own < pieces(); own++) {
      if (piece < positions.length && own > positions[piece]) {
        piece++;
      }
      entries[piece] += counts.entries(own);
      tombstones[piece] += counts.tombstones(own);
    }
    return new PieceCounts(entries, tombstones);
  }

  /** Where the asked cuts are among the own ones; null if one is missing. */
  private int[] positions(byte[][] asked) {
    int[] positions = new int[asked.length];
    int own = 0;
    for (int i = 0; i < asked.length; i++) {
      while (own < cuts.length && !Arrays.equals(cuts[own], asked[i])) {
        own++;
      }
      if (own == cuts.length) {
        return null;
      }
      positions[i] = own;
    }
    return positions;
  }

  /** The own cuts and these, so that a new scan serves whoever asked before as well. */
  byte[][] cutsWith(byte[][] others) {
    List<byte[]> all = new ArrayList<>(cuts.length + others.length);
    int i = 0;
    int j = 0;
    while (i < cuts.length || j < others.length) {
      int order = i == cuts.length ? 1 : j == others.length ? -1 : Keys.compare(cuts[i], others[j]);
      all.add(order <= 0 ? cuts[i] : others[j]);
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return all.toArray(new byte[0][]);
  }
}
