// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table's LSM tree on paper, to which compactions of ranges are applied one after another. Follows RocksDB 7.7.3:
 * {@code DBImpl::CompactRangeInternal} with the default bottommost setting (from the first level that overlaps the
 * range down to the last), {@code CompactionPicker::CompactRange} and {@code SetupOtherInputs} (whole files, clean
 * cuts, inputs that grow for free) and {@code Compaction::IsTrivialMove} (a file with nothing below it is moved, not
 * rewritten). Then the bottommost files in the range that still hold tombstones are rewritten once, as {@link
 * ForcedRewrite} says.
 */
final class LsmSimulation {
  /** RocksDB's default {@code max_compaction_bytes} in target file sizes. */
  private static final int TARGET_FILES_PER_COMPACTION = 25;
  /** Expected values below this are no tombstone. */
  private static final double HALF_A_TOMBSTONE = 0.5;
  private static final int RECENT_MERGES = 64;

  private final LsmTable table;
  private final EntrySizes sizes;
  private final List<SimulatedLevel> levels = new ArrayList<>();
  /** Of the files that the next compaction writes. */
  private int generation = 1;
  /** Where files changed, by generation. */
  private final List<KeyRange> changes = new ArrayList<>();
  private final Deque<Runnable> undo = new ArrayDeque<>();
  /**
   * What level 0 gives up to the range that was simulated last, and how to take that back. Every range below a wide
   * file asks for the same, so it is kept until another range asks for something else.
   */
  private List<SimulatedFile> sunkFor = Collections.emptyList();
  private List<SimulatedFile> sunk = Collections.emptyList();
  private SimulatedMerge sunkBy;
  private final Deque<Runnable> undoSinking = new ArrayDeque<>();

  /** Merges of the present tree by their inputs. Neighbouring ranges below one upper file ask for the same. */
  private final Map<List<List<SimulatedFile>>, SimulatedMerge> recentMerges =
      new LinkedHashMap<List<List<SimulatedFile>>, SimulatedMerge>(RECENT_MERGES, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<List<SimulatedFile>>, SimulatedMerge> eldest) {
          return size() > RECENT_MERGES;
        }
      };

  LsmSimulation(LsmTable table) {
    this.table = table;
    this.sizes = EntrySizes.of(table.files());
    List<List<SimulatedFile>> byLevel = new ArrayList<>();
    for (int i = 0; i < table.levels(); i++) {
      byLevel.add(new ArrayList<>());
    }
    table.files().forEach(file -> byLevel.get(file.level()).add(new SimulatedFile(file)));
    for (int i = 0; i < table.levels(); i++) {
      levels.add(SimulatedLevel.of(i));
      levels.get(i).addAll(byLevel.get(i));
    }
  }

  /** What compacting a range would cost now. */
  SimulatedCost estimate(KeyRange range) {
    SimulatedCost cost = run(range);
    takeBack(undo);
    return cost;
  }

  /** Compacts a range for good. */
  SimulatedCost compact(KeyRange range) {
    SimulatedCost cost = run(range);
    levels.get(0).replace(sunk, Collections.emptyList());
    sunkFor = Collections.emptyList();
    sunk = Collections.emptyList();
    sunkBy = null;
    undo.clear();
    undoSinking.clear();
    recentMerges.clear();
    changes.add(new KeyRange(cost.begin(), cost.lastKey()));
    generation++;
    return cost;
  }

  private static void takeBack(Deque<Runnable> steps) {
    while (!steps.isEmpty()) {
      steps.pop().run();
    }
  }

  /** Grows with every compaction for good. */
  int generation() {
    return generation;
  }

  /** Whether a compaction for good has changed files in some keys, or any file if null, since a generation. */
  boolean hasChanged(KeyRange keys, int since) {
    return keys == null ? since < generation
        : changes.subList(since - 1, changes.size()).stream().anyMatch(keys::overlaps);
  }

  private SimulatedCost run(KeyRange range) {
    SimulatedCost cost = new SimulatedCost(range, generation);
    sink(range, cost);
    int deepest = levels.size() - 1;
    while (deepest > 0 && !levels.get(deepest).overlaps(range.begin(), range.lastKey())) {
      deepest--;
    }
    for (int level = 1; level < deepest; level++) {
      compactLevel(level, range, cost);
    }
    rewriteTombstones(range, cost);
    return cost;
  }

  /** Level 0: its files stay in place until the range is compacted for good; what they become is already below. */
  private void sink(KeyRange range, SimulatedCost cost) {
    List<SimulatedFile> overlapping = levels.get(0).overlapping(range);
    List<SimulatedFile> upper = overlapping.isEmpty() ? overlapping : levels.get(0).cleanCut(overlapping);
    if (!upper.equals(sunkFor)) {
      takeBack(undoSinking);
      sunkFor = upper;
      sunk = upper;
      sunkBy = upper.isEmpty() ? null : sunk(upper, cost);
    }
    if (!upper.isEmpty()) {
      cost.lookEverywhere();
    }
    if (sunkBy != null) {
      cost.add(sunkBy);
    } else if (!sunk.isEmpty()) {
      cost.touch(SimulatedFile.hull(sunk));
    }
  }

  /** Null if the files are only moved. */
  private SimulatedMerge sunk(List<SimulatedFile> upper, SimulatedCost cost) {
    int output = table.baseLevel();
    List<SimulatedFile> lower = levels.get(output).overlapping(SimulatedFile.hull(upper));
    if (lower.isEmpty() && !overlapsItself()) {
      replace(output, lower, upper, undoSinking);
      return null;
    }
    if (!lower.isEmpty()) {
      lower = levels.get(output).cleanCut(lower);
      sunk = grown(0, upper, output, lower, cost);
    }
    SimulatedMerge merge = merged(sunk, output, lower);
    replace(output, lower, merge.outputs, undoSinking);
    return merge;
  }

  private void compactLevel(int level, KeyRange range, SimulatedCost cost) {
    List<SimulatedFile> overlapping = levels.get(level).overlapping(range);
    if (overlapping.isEmpty()) {
      return;
    }
    List<SimulatedFile> upper = levels.get(level).cleanCut(overlapping);
    List<SimulatedFile> lower = levels.get(level + 1).overlapping(SimulatedFile.hull(upper));
    if (lower.isEmpty()) {
      cost.touch(SimulatedFile.hull(upper));
      replace(level, upper, Collections.emptyList(), undo);
      replace(level + 1, Collections.emptyList(), upper, undo);
    } else {
      lower = levels.get(level + 1).cleanCut(lower);
      List<SimulatedFile> grown = grown(level, upper, level + 1, lower, cost);
      merge(level, grown, level + 1, lower, cost);
    }
  }

  /** More files of the upper level, if they come for free: if they need no more files of the lower level. */
  private List<SimulatedFile> grown(int level, List<SimulatedFile> upper, int output, List<SimulatedFile> lower,
      SimulatedCost cost) {
    List<SimulatedFile> both = new ArrayList<>(upper);
    both.addAll(lower);
    KeyRange hull = SimulatedFile.hull(both);
    List<SimulatedFile> more = levels.get(level).cleanCut(levels.get(level).overlapping(hull));
    if (more.size() == upper.size()) {
      return upper;
    }
    cost.lookAt(SimulatedFile.hull(more));
    if (fitsOneCompaction(more, lower)
        && levels.get(output).overlapping(SimulatedFile.hull(more)).size() == lower.size()) {
      return more;
    }
    if (level == 0) {
      return upper;
    }
    more.removeIf(file -> !hull.contains(file.smallestKey) || !hull.contains(file.largestKey));
    if (more.size() > upper.size() && fitsOneCompaction(more, lower)
        && levels.get(level).cleanCut(more).size() == more.size()) {
      return more;
    }
    return upper;
  }

  private boolean fitsOneCompaction(List<SimulatedFile> upper, List<SimulatedFile> lower) {
    return SimulatedFile.bytes(upper) + SimulatedFile.bytes(lower)
        < maxCompactionBytes();
  }

  private double maxCompactionBytes() {
    return (double) TARGET_FILES_PER_COMPACTION * table.targetFileBytes();
  }

  /** RocksDB moves a file out of level 0 only while no two files of level 0 overlap. */
  private boolean overlapsItself() {
    List<SimulatedFile> files = levels.get(0).files;
    for (int i = 1; i < files.size(); i++) {
      if (Keys.compare(files.get(i - 1).largestKey, files.get(i).smallestKey) >= 0) {
        return true;
      }
    }
    return false;
  }

  private void rewriteTombstones(KeyRange range, SimulatedCost cost) {
    for (int level = levels.size() - 1; level > 0; level--) {
      for (SimulatedFile file : levels.get(level).overlapping(range)) {
        byte[] begin = Keys.max(range.begin(), file.smallestKey);
        byte[] last = Keys.min(range.lastKey(), file.largestKey);
        if (file.tombstones > HALF_A_TOMBSTONE
            && levels.subList(level + 1, levels.size()).stream().noneMatch(deeper -> deeper.overlaps(begin, last))) {
          List<SimulatedFile> now = levels.get(level).overlapping(begin, last);
          if (now.contains(file)) {
            merge(level, levels.get(level).cleanCut(Collections.singletonList(file)), level, Collections.emptyList(),
                cost);
          }
        }
      }
    }
  }

  private void merge(int level, List<SimulatedFile> upper, int output, List<SimulatedFile> lower, SimulatedCost cost) {
    SimulatedMerge merge = level == output ? merged(upper, output, lower)
        : recentMerges.computeIfAbsent(Arrays.asList(upper, lower), any -> merged(upper, output, lower));
    cost.add(merge);
    replace(level, upper, Collections.emptyList(), undo);
    replace(output, lower, merge.outputs, undo);
  }

  private SimulatedMerge merged(List<SimulatedFile> upper, int output, List<SimulatedFile> lower) {
    SimulatedMerge merge = new SimulatedMerge(upper, lower, levels.subList(output + 1, levels.size()));
    merge.write(sizes, table.targetFileBytes(), maxCompactionBytes(), generation);
    return merge;
  }

  private void replace(int level, List<SimulatedFile> removed, List<SimulatedFile> added, Deque<Runnable> steps) {
    levels.get(level).replace(removed, added);
    steps.push(() -> levels.get(level).replace(added, removed));
  }
}
