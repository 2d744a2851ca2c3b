// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/** How a file's content spreads over its keys: pieces in key order. The arrays are shared with other files. */
final class SimulatedPieces {
  final int[] begins;
  final int[] ends;
  final double[] bytes;
  final double[] puts;
  final double[] tombstones;
  /** The first piece that is the file's, and the one behind the last. */
  final int from;
  final int to;

  SimulatedPieces(int[] begins, int[] ends, double[] bytes, double[] puts, double[] tombstones, int from, int to) {
    this.begins = begins;
    this.ends = ends;
    this.bytes = bytes;
    this.puts = puts;
    this.tombstones = tombstones;
    this.from = from;
    this.to = to;
  }

  /** From the first to the last piece that is not empty; there is one. */
  Stretch hull() {
    int first = from;
    while (isEmpty(first)) {
      first++;
    }
    int last = to - 1;
    while (isEmpty(last)) {
      last--;
    }
    return new Stretch(begins[first], ends[last]);
  }

  boolean isEmpty(int piece) {
    return bytes[piece] <= 0;
  }

  /** Whether the file may hold a key of the stretch. */
  boolean overlap(Stretch keys) {
    for (int piece = from; piece < to; piece++) {
      if (!isEmpty(piece) && begins[piece] <= keys.last && keys.first <= ends[piece]) {
        return true;
      }
    }
    return false;
  }
}
