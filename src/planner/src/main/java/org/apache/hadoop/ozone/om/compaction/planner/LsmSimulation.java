// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A table's LSM tree on paper, to which compactions of ranges are applied one after another. Follows what RocksDB 7.7.3
 * does in {@code CompactRange} with the default bottommost setting: from the first level that overlaps the range down
 * to the last, the files of a level that overlap it together with those of the next level that overlap these; a file
 * with nothing below it is moved, not rewritten. Then the bottommost files in the range that still hold tombstones are
 * rewritten once.
 */
final class LsmSimulation {
  private static final Comparator<SimulatedFile> BY_KEY = (a, b) -> Keys.compare(a.smallestKey, b.smallestKey);

  private final LsmTable table;
  private final List<List<SimulatedFile>> levels = new ArrayList<>();

  LsmSimulation(LsmTable table) {
    this.table = table;
    for (int i = 0; i < table.levels(); i++) {
      levels.add(new ArrayList<>());
    }
    for (SstFile file : table.files()) {
      levels.get(file.level()).add(new SimulatedFile(file));
    }
    levels.forEach(level -> level.sort(BY_KEY));
  }

  /** Whether a file that overlaps the range still holds tombstones. */
  boolean holdsTombstones(KeyRange range) {
    for (List<SimulatedFile> level : levels) {
      for (SimulatedFile file : level) {
        if (file.tombstones > 0 && file.overlaps(range)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Compacts a range: changes the tree and tells what that costs. */
  SimulatedCost compact(KeyRange range) {
    SimulatedCost cost = new SimulatedCost(range);
    int deepest = -1;
    for (int level = 0; level < levels.size(); level++) {
      if (!overlapping(level, range).isEmpty()) {
        deepest = level;
      }
    }
    for (int level = 0; level < deepest || level == 0 && deepest == 0;) {
      int output = level == 0 ? Math.max(1, Math.min(table.baseLevel(), Math.max(deepest, 1))) : level + 1;
      List<SimulatedFile> inputs = overlapping(level, range);
      if (!inputs.isEmpty()) {
        compact(inputs, level, output, cost);
      }
      level = output;
    }
    rewriteTombstones(range, cost);
    return cost;
  }

  private void rewriteTombstones(KeyRange range, SimulatedCost cost) {
    for (int level = levels.size() - 1; level > 0; level--) {
      for (SimulatedFile file : overlapping(level, range)) {
        if (file.tombstones > 0 && isBottommost(file, level)) {
          List<SimulatedFile> one = new ArrayList<>();
          one.add(file);
          merge(one, level, new ArrayList<>(), level, cost);
        }
      }
    }
  }

  private void compact(List<SimulatedFile> inputs, int level, int output, SimulatedCost cost) {
    if (level == 0) {
      expand(inputs);
    }
    KeyRange hull = SimulatedFile.hull(inputs);
    List<SimulatedFile> below = overlapping(output, hull);
    if (below.isEmpty() && (level > 0 || inputs.size() == 1)) {
      levels.get(level).removeAll(inputs);
      levels.get(output).addAll(inputs);
      levels.get(output).sort(BY_KEY);
      return;
    }
    merge(inputs, level, below, output, cost);
  }

  /** Level 0: whatever overlaps an input becomes one, as an older version of a key must not overtake a younger one. */
  private void expand(List<SimulatedFile> inputs) {
    int before;
    do {
      before = inputs.size();
      KeyRange hull = SimulatedFile.hull(inputs);
      inputs.clear();
      inputs.addAll(overlapping(0, hull));
    } while (inputs.size() > before);
  }

  private void merge(List<SimulatedFile> inputs, int level, List<SimulatedFile> below, int output,
      SimulatedCost cost) {
    List<SimulatedFile> all = new ArrayList<>(inputs);
    all.addAll(below);
    levels.get(level).removeAll(inputs);
    levels.get(output).removeAll(below);
    KeyRange hull = SimulatedFile.hull(all);
    long bytes = 0;
    long entries = 0;
    long tombstones = 0;
    for (SimulatedFile file : all) {
      bytes += file.bytes;
      entries += file.entries;
      tombstones += file.tombstones;
    }
    boolean bottommost = true;
    for (int deeper = output + 1; deeper < levels.size(); deeper++) {
      bottommost &= overlapping(deeper, hull).isEmpty();
    }
    long removed = bottommost ? tombstones : 0;
    long written = entries == 0 ? bytes : Math.round(bytes * ((double) (entries - removed) / entries));
    cost.add(all, written, removed);
    List<SimulatedFile> outputs =
        SimulatedFile.outputs(all, written, entries - removed, tombstones - removed, table.targetFileBytes());
    levels.get(output).addAll(outputs);
    levels.get(output).sort(BY_KEY);
  }

  private boolean isBottommost(SimulatedFile file, int level) {
    for (int deeper = level + 1; deeper < levels.size(); deeper++) {
      for (SimulatedFile other : levels.get(deeper)) {
        if (other.overlaps(file.keys())) {
          return false;
        }
      }
    }
    return true;
  }

  private List<SimulatedFile> overlapping(int level, KeyRange range) {
    List<SimulatedFile> files = new ArrayList<>();
    for (SimulatedFile file : levels.get(level)) {
      if (file.overlaps(range)) {
        files.add(file);
      }
    }
    return files;
  }
}
