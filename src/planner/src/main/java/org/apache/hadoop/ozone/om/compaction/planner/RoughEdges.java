// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * How far the compaction of a range from one level to the next may turn out smaller or larger because of files that do
 * not exist yet: where one of them begins and ends is known but roughly. At least, none lies across an end of the
 * range. At most, one goes on there until RocksDB closes it: because it is full, or as it would lie over too much of
 * the level below. What the compaction may take or leave outside of its range bears on the ranges there. Of the level
 * below, it takes at least those new files that lie within the upper ones, and at most those next to them, too.
 */
final class RoughEdges {
  /** Of a full file: how full one is when it ends is known no better than how it spreads. */
  private static final double AS_GOOD_AS_FULL = 1.5;

  /** Of the bytes that the compaction is expected to read, those that it reads at least. */
  double leastPart = 1;
  /** Bytes that it may read besides. */
  double moreBytes;
  final List<Spill> spills = new ArrayList<>();

  private final int place;
  private final SimulatedLevel level;
  private final SimulatedLevel below;
  private final double fullFileBytes;
  private final double mostBelowOne;
  private double mostUpper;
  private Stretch reach;

  /** Keys next to a range of which nobody knows whether its compaction takes them, too. */
  static final class Spill {
    private final int place;
    private final Stretch keys;
    private final double bytes;

    private Spill(int place, Stretch keys, double bytes) {
      this.place = place;
      this.keys = keys;
      this.bytes = bytes;
    }
  }

  /**
   * @param place         of the level that is compacted into the next
   * @param levels        of the tree
   * @param fullFileBytes at which RocksDB closes a file
   * @param mostBelowOne  bytes of the next level that RocksDB lets a file lie over
   */
  RoughEdges(int place, List<SimulatedLevel> levels, double fullFileBytes, double mostBelowOne) {
    this.place = place;
    this.level = levels.get(place);
    this.below = levels.get(place + 1);
    this.fullFileBytes = fullFileBytes;
    this.mostBelowOne = mostBelowOne;
  }

  /**
   * @param range   to be compacted
   * @param earlier spills of ranges that are compacted before
   * @return this
   */
  RoughEdges of(Stretch range, List<Spill> earlier) {
    List<SimulatedFile> upper = level.overlapping(range);
    List<SimulatedFile> sure = new ArrayList<>(upper);
    mostUpper = SimulatedFile.bytes(upper);
    reach = upper.isEmpty() ? null : SimulatedFile.hull(upper);
    boolean mayBeGone = false;
    for (Spill spill : earlier) {
      if (spill.place == place && spill.keys.overlaps(range)) {
        mayBeGone |= sure.removeIf(file -> file.keys.overlaps(spill.keys));
        mostUpper += spill.bytes;
        reach(spill.keys.intersection(range));
      }
    }
    edge(new Stretch(0, range.first - 1), range, upper.isEmpty() ? null : upper.get(0), level::before, sure);
    edge(new Stretch(range.last + 1, Integer.MAX_VALUE), range, upper.isEmpty() ? null : upper.get(upper.size() - 1),
        level::behind, sure);
    double expected = upper.isEmpty() ? 0 : withBelow(upper);
    double most = reach == null ? 0 : mostUpper + bytesBelow(reach) + newNextTo(reach);
    moreBytes = Math.max(0, most - expected);
    if (!upper.isEmpty()) {
      // The only one may turn out narrow, with next to nothing below it.
      double narrow = mayBeGone ? 0 : Math.min(upper.get(0).bytes, upper.get(upper.size() - 1).bytes);
      leastPart = Math.min(1, (sure.isEmpty() ? narrow : surelyWithBelow(sure)) / expected);
    }
    return this;
  }

  /**
   * @param outside what is beyond one end of the range
   * @param edge    the file of the range that is next to it; null if the range has none
   * @param next    of some keys, towards the outside
   * @param sure    loses the edge if it is not
   */
  private void edge(Stretch outside, Stretch range, SimulatedFile edge, Function<Stretch, SimulatedFile> next,
      List<SimulatedFile> sure) {
    boolean across = edge != null && edge.keys.overlaps(outside);
    SimulatedFile beyond = next.apply(range);
    if ((edge == null || edge.live != null) && (across || beyond == null || beyond.live != null)) {
      return;
    }
    Stretch taken = across ? edge.keys.intersection(outside) : null;
    double bytes = 0;
    while (bytes < AS_GOOD_AS_FULL * fullFileBytes && bytesBelow(taken) < mostBelowOne) {
      SimulatedFile file = next.apply(taken == null ? range : taken);
      if (file == null || file.live != null) {
        break;
      }
      taken = taken == null ? file.keys : taken.with(file.keys);
      bytes += file.bytes;
    }
    mostUpper += bytes;
    if (taken != null) {
      reach(taken);
      spills.add(new Spill(place, taken, across ? edge.bytes : 0));
    }
    if (across) {
      sure.remove(edge);
    }
  }

  private void reach(Stretch more) {
    reach = reach == null ? more : reach.with(more);
  }

  private double bytesBelow(Stretch keys) {
    return keys == null ? 0 : SimulatedFile.bytes(below.overlapping(keys));
  }

  /** Bytes of the files below that do not exist yet and may turn out to begin or end a little nearer to some keys. */
  private double newNextTo(Stretch keys) {
    return newBytes(below.before(keys)) + newBytes(below.behind(keys));
  }

  private static double newBytes(SimulatedFile file) {
    return file == null || file.live != null ? 0 : file.bytes;
  }

  private double surelyWithBelow(List<SimulatedFile> upper) {
    Stretch hull = SimulatedFile.hull(upper);
    double bytes = SimulatedFile.bytes(upper);
    for (SimulatedFile file : below.overlapping(hull)) {
      bytes += file.live != null || hull.contains(file.keys) ? file.bytes : 0;
    }
    return bytes;
  }

  private double withBelow(List<SimulatedFile> upper) {
    return SimulatedFile.bytes(upper) + bytesBelow(SimulatedFile.hull(upper));
  }
}
