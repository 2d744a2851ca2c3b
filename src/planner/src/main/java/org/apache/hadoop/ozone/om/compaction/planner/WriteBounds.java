// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fewest and the most bytes that one compaction may write, whatever is assumed about it: at least every younger
 * entry hides a put, as far as there are any, and at most none does; of puts that were sampled, as many as the sample
 * allows.
 */
final class WriteBounds {
  /** By which bytes may differ although every entry is known: blocks and compression are never quite the same. */
  private static final double TOLERANCE = 0.03;

  double least;
  double most;

  private final List<SimulatedFile> inputs;
  private final EntrySizes sizes;
  private double expectedHidden;
  private double squaredMargins;
  /** Of the puts in the range alone: what hides another may be in a file that is no input, and then it stays. */
  private double expectedHiddenInside;
  private double squaredMarginsInside;
  private double mayBeHidden;
  /** Each entry hides at most the one below it. */
  private final double younger;

  /** @param upper how many of the inputs, the first ones, are the younger ones */
  WriteBounds(List<SimulatedFile> inputs, int upper, KnownContent content, EntrySizes sizes) {
    this.inputs = inputs;
    this.sizes = sizes;
    this.younger = SimulatedFile.entries(inputs.subList(0, upper));
    // Only files of level 0 overlap, and may hide what is in each other.
    boolean overlapping = overlapEachOther(inputs.subList(0, upper));
    for (int i = 0; i < inputs.size(); i++) {
      SimulatedFile file = inputs.get(i);
      double others = younger - file.puts - file.tombstones;
      hide(file, content, i >= upper ? younger : overlapping ? others : 0);
    }
  }

  private static boolean overlapEachOther(List<SimulatedFile> byKey) {
    for (int i = 1; i < byKey.size(); i++) {
      if (byKey.get(i - 1).keys.last >= byKey.get(i).keys.first) {
        return true;
      }
    }
    return false;
  }

  private void hide(SimulatedFile file, KnownContent content, double most) {
    double unknown = file.puts;
    SimulatedPieces pieces = content.pieces(file);
    Map<HiddenPuts, Double> inside = new IdentityHashMap<>();
    Map<HiddenPuts, Double> outside = new IdentityHashMap<>();
    for (int i = pieces == null ? 0 : pieces.from; pieces != null && i < pieces.to; i++) {
      HiddenPuts sample = content.hidden(file, pieces.keys(i));
      if (sample != null) {
        (content.isInside(pieces.keys(i)) ? inside : outside).merge(sample, pieces.puts[i], Double::sum);
        unknown -= pieces.puts[i];
      }
    }
    mayBeHidden += Math.min(Math.max(0, unknown), most);
    expectedHidden += expected(inside) + expected(outside);
    squaredMargins += squaredMargins(inside) + squaredMargins(outside);
    expectedHiddenInside += expected(inside);
    squaredMarginsInside += squaredMargins(inside);
  }

  private static double expected(Map<HiddenPuts, Double> puts) {
    return puts.entrySet().stream().mapToDouble(some -> some.getValue() * some.getKey().share()).sum();
  }

  private static double squaredMargins(Map<HiddenPuts, Double> puts) {
    return puts.entrySet().stream().mapToDouble(some -> Math.pow(some.getValue() * some.getKey().margin(), 2)).sum();
  }

  /**
   * @param mayStay tombstones that are expected to go away, but might be kept
   * @return this
   */
  WriteBounds around(double written, double puts, double tombstones, double mayStay) {
    double allPuts = 0;
    double allTombstones = 0;
    double fewer = 0;
    double more = 0;
    for (SimulatedFile input : inputs) {
      allPuts += input.puts;
      allTombstones += input.tombstones;
      fewer += input.fewerBytes();
      more += input.moreBytes();
    }
    double read = SimulatedFile.bytes(inputs);
    double before = sizes.bytes(allPuts, allTombstones);
    double scale = before == 0 ? 0 : read / before;
    double hidden = allPuts - puts;
    double mostHidden = Math.min(younger, mayBeHidden + expectedHidden + Math.sqrt(squaredMargins));
    double leastHidden = Math.max(0, expectedHiddenInside - Math.sqrt(squaredMarginsInside));
    least = Math.max(0, written - TOLERANCE * read - fewer
        - scale * sizes.bytes(Math.max(0, mostHidden - hidden), tombstones));
    most = written + TOLERANCE * read + more + scale * sizes.bytes(Math.max(0, hidden - leastHidden), mayStay);
    return this;
  }
}
