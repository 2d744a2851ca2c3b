// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a compaction may turn out smaller or larger because of files that do not exist yet: where one of them will
 * end is known but roughly, so the range may need one less on each side, or one more, with all that lies below.
 */
final class RoughEdges {
  static final RoughEdges NONE = new RoughEdges(1, 1);

  /** In bytes that the compaction is expected to read. */
  final double leastPart;
  final double mostPart;

  private RoughEdges(double leastPart, double mostPart) {
    this.leastPart = leastPart;
    this.mostPart = mostPart;
  }

  /**
   * @param upper files of the level that overlap the range, by key, at least one
   * @param bytes of all inputs
   */
  static RoughEdges of(Stretch range, List<SimulatedFile> upper, SimulatedLevel level, SimulatedLevel below,
      double bytes) {
    SimulatedFile first = upper.get(0);
    SimulatedFile last = upper.get(upper.size() - 1);
    boolean roughBegin = isRough(first, range);
    boolean roughEnd = isRough(last, range);
    if (!roughBegin && !roughEnd) {
      return NONE;
    }
    double least;
    int from = roughBegin ? 1 : 0;
    int to = upper.size() - (roughEnd ? 1 : 0);
    if (from < to) {
      least = withBelow(upper.subList(from, to), below);
    } else {
      // That one may turn out narrow, with next to nothing below it.
      least = Math.min(first.bytes, last.bytes);
    }
    List<SimulatedFile> more = new ArrayList<>(upper);
    if (roughBegin) {
      more.addAll(level.neighbours(first, -1));
    }
    if (roughEnd) {
      more.addAll(level.neighbours(last, 1));
    }
    return new RoughEdges(Math.min(1, least / bytes), Math.max(1, withBelow(more, below) / bytes));
  }

  /** Bytes that would have to be merged down if a file next to the range had keys in it. */
  static double ofNext(Stretch range, SimulatedLevel level, SimulatedLevel below) {
    double most = 0;
    for (SimulatedFile next : level.around(range)) {
      if (next.live == null) {
        most = Math.max(most, next.bytes + SimulatedFile.bytes(below.overlapping(next.keys.with(range))));
      }
    }
    return most;
  }

  /**
   * The same if not even the spread of what was written is known: then each end may lie over as much of the level below
   * as RocksDB lets a file lie over.
   */
  RoughEdges reachingOver(double mostBelowOne, SimulatedLevel below, double bytes) {
    if (this == NONE) {
      return this;
    }
    double more = Math.min(2 * mostBelowOne, SimulatedFile.bytes(below.files));
    return new RoughEdges(leastPart, Math.max(mostPart, (bytes + more) / bytes));
  }

  private static boolean isRough(SimulatedFile file, Stretch range) {
    return file.live == null && !range.contains(file.keys);
  }

  private static double withBelow(List<SimulatedFile> upper, SimulatedLevel below) {
    return SimulatedFile.bytes(upper) + SimulatedFile.bytes(below.overlapping(SimulatedFile.hull(upper)));
  }
}
