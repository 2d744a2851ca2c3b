// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.List;

/** Which files one compaction takes, and whether it only moves them: as RocksDB 7.7.3's {@code CompactionPicker}. */
final class CompactionInputs {
  private final CompactionSettings settings;
  private final EntrySizes sizes;
  private final List<SimulatedLevel> levels;

  /** @param levels as they are at any moment */
  CompactionInputs(CompactionSettings settings, EntrySizes sizes, List<SimulatedLevel> levels) {
    this.settings = settings;
    this.sizes = sizes;
    this.levels = levels;
  }

  /** RocksDB ends a compaction with the file with which it grows too large. */
  List<SimulatedFile> chunk(List<SimulatedFile> upper, SimulatedLevel below) {
    double bytes = 0;
    for (int i = 0; i + 1 < upper.size(); i++) {
      bytes += sizes.compensated(upper.get(i));
      Stretch keys = new Stretch(upper.get(0).keys.first, upper.get(i).keys.last);
      if (bytes >= maxBytes() || bytes + sizes.compensated(below.overlapping(keys)) >= maxBytes()) {
        return upper.subList(0, i + 1);
      }
    }
    return upper;
  }

  /** More files of the upper level, if they come for free: if they need no more files of the lower level. */
  List<SimulatedFile> grown(int level, List<SimulatedFile> upper, List<SimulatedFile> lower, int output,
      SimulatedCost cost) {
    Stretch hull = SimulatedFile.hull(upper).with(SimulatedFile.hull(lower));
    List<SimulatedFile> more = levels.get(level).cleanCut(levels.get(level).overlapping(hull));
    if (more.size() == upper.size()) {
      return upper;
    }
    cost.lookAt(SimulatedFile.hull(more));
    if (fitsOneCompaction(more, lower) && needNoMoreThan(lower, more, output)) {
      return more;
    }
    if (level == 0) {
      return upper;
    }
    more.removeIf(file -> !hull.contains(file.keys));
    if (more.size() > upper.size() && fitsOneCompaction(more, lower)
        && levels.get(level).cleanCut(more).size() == more.size()) {
      return more;
    }
    return upper;
  }

  private boolean needNoMoreThan(List<SimulatedFile> lower, List<SimulatedFile> upper, int output) {
    List<SimulatedFile> below = levels.get(output).overlapping(SimulatedFile.hull(upper));
    return levels.get(output).cleanCut(below).size() == lower.size();
  }

  private boolean fitsOneCompaction(List<SimulatedFile> upper, List<SimulatedFile> lower) {
    return sizes.compensated(upper) + sizes.compensated(lower) < maxBytes();
  }

  private long maxBytes() {
    return settings.maxCompactionBytes();
  }

  /** RocksDB moves a file out of level 0 only while no two files of level 0 overlap. */
  boolean levelZeroOverlapsItself() {
    List<SimulatedFile> files = levels.get(0).files;
    for (int i = 1; i < files.size(); i++) {
      if (files.get(i - 1).keys.last >= files.get(i).keys.first) {
        return true;
      }
    }
    return false;
  }

  /**
   * A file that would lie over too much of the level below is rewritten, so that it can be cut; likewise one whose keys
   * belong into several, as only live files can. To the last level RocksDB moves either.
   */
  boolean mayMove(List<SimulatedFile> files, int output) {
    if (output + 1 == levels.size()) {
      return true;
    }
    for (SimulatedFile file : files) {
      if (file.bytes + SimulatedFile.bytes(levels.get(output + 1).overlapping(file.keys)) > maxBytes()
          || file.live != null && settings.cutBetween(file.live.smallestKey(), file.live.largestKey())) {
        return false;
      }
    }
    return true;
  }
}
