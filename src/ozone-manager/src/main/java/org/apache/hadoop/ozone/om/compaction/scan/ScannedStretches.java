// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.DenseRuns;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;

/** Collects counts for every few hundred live keys, and sums them up for pieces, which lie between two cuts. */
final class ScannedStretches {
  /** Minimum number of tombstones in a dense run, and the maximum drop of its score; see {@link DenseRuns}. */
  private static final int LEAST_RUN = 500;
  /** Maximum number of dense runs of tombstones that one file's counts show, because every run takes memory. */
  private static final int MAX_RUNS = 32;
  /** A group of keys that are counted together is dense if at least this part of its entries is tombstones. */
  private static final double DENSE = 0.3;

  private final List<byte[]> ends = new ArrayList<>();
  private final List<Long> live = new ArrayList<>();
  private final List<Long> skipped = new ArrayList<>();
  private final BitSet pieceEnds = new BitSet();

  /** {@code key} is the first key behind the stretch. */
  void end(byte[] key, long liveKeys, long skippedKeys) {
    ends.add(key);
    live.add(liveKeys);
    skipped.add(skippedKeys);
  }

  /** Ends a piece with its last stretch; {@code key} is the first one behind it, null for the last piece. */
  void endPiece(byte[] key, long liveKeys, long skippedKeys) {
    end(key, liveKeys, skippedKeys);
    pieceEnds.set(ends.size() - 1);
  }

  long entries() {
    return live.stream().mapToLong(Long::longValue).sum() + skipped();
  }

  long skipped() {
    return skipped.stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the pieces, cut further at dense runs of tombstones. Correct only if each skipped entry is a tombstone. */
  ScannedFile withRuns() {
    BitSet cuts = (BitSet) pieceEnds.clone();
    double[] entries = new double[ends.size()];
    double[] tombstones = new double[ends.size()];
    for (int i = 0; i < entries.length; i++) {
      tombstones[i] = skipped.get(i);
      entries[i] = live.get(i) + tombstones[i];
    }
    List<DenseRuns.Run> runs = new ArrayList<>(DenseRuns.of(entries, tombstones, DENSE, LEAST_RUN));
    runs.removeIf(run -> run.tombstones() < LEAST_RUN);
    runs.sort(Comparator.comparingDouble(DenseRuns.Run::tombstones).reversed());
    for (DenseRuns.Run run : runs.subList(0, Math.min(MAX_RUNS, runs.size()))) {
      cuts.set(run.last());
      if (run.first() > 0) {
        cuts.set(run.first() - 1);
      }
    }
    return cut(cuts);
  }

  private ScannedFile cut(BitSet at) {
    int pieces = at.cardinality();
    byte[][] cuts = new byte[pieces - 1][];
    long[] entries = new long[pieces];
    long[] tombstones = new long[pieces];
    int piece = 0;
    for (int i = 0; i < ends.size(); i++) {
      entries[piece] += live.get(i) + skipped.get(i);
      tombstones[piece] += skipped.get(i);
      if (at.get(i) && piece < pieces - 1) {
        cuts[piece++] = ends.get(i);
      }
    }
    return new ScannedFile(cuts, new FileProfile(cuts, entries, tombstones));
  }
}
