// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The order of a turn's steps: from level 0 downwards, on each level by key, until no wanted file is left. Previews
 * apply all steps to a copy of the tree; a turn takes the first one, compacts, and asks again with the new tree. A step
 * takes one file; on level 0, all that lie over each other.
 */
public final class FileSteps {
  private final Levels levels;
  private final CompactionPicker picker;
  private final Set<TreeFile> blocked = new HashSet<>();
  private final Set<SstFile> corrupt = new LinkedHashSet<>();

  /** @param levels the tree; each step changes it */
  public FileSteps(Levels levels) {
    this.levels = levels;
    this.picker = new CompactionPicker(levels);
  }

  public LsmTable table() {
    return levels.table();
  }

  /**
   * The next step for files that overlap the keys, applied to the tree. A step that might read a corrupt file is left
   * out: RocksDB would refuse all writes once it met one.
   *
   * @param wanted selects the files with tombstones to compact
   * @return null if no wanted file is left
   */
  public FileStep next(KeyRange keys, Predicate<TreeFile> wanted) {
    for (int level = 0; level < levels.count(); level++) {
      for (TreeFile file : levels.overlapping(level, keys)) {
        if (file.mayHoldTombstones(keys) && !blocked.contains(file) && wanted.test(file)
            && !meetsCorruption(level, file)) {
          return apply(level, file);
        }
      }
    }
    return null;
  }

  private boolean meetsCorruption(int level, TreeFile file) {
    SstFile met = levels.table().holdsCorruptFiles()
        ? new FileSteps(new Levels(levels)).apply(level, file).corruptInput() : null;
    if (met != null) {
      blocked.add(file);
      corrupt.add(met);
    }
    return met != null;
  }

  /** The corrupt files because of which {@link #next} has left out steps. */
  public Set<SstFile> corrupt() {
    return Collections.unmodifiableSet(corrupt);
  }

  private FileStep apply(int level, TreeFile file) {
    KeyRange keys = level == 0 ? TreeFile.hull(levels.overlapping(0, file.keys())) : file.keys();
    int below = level == 0 ? levels.table().baseLevel() : levels.firstBelow(level, keys);
    return named(level, below == 0 ? level : below, keys);
  }

  /**
   * The effect of one call of compactRange, applied to the tree.
   *
   * @param level   the first level that holds a key of the range
   * @param deepest the last level that holds one; the same as {@code level} if its files are rewritten in place
   * @param keys    the range; files of {@code level} overlap it
   */
  public FileStep named(int level, int deepest, KeyRange keys) {
    List<TreeFile> files = levels.overlapping(level, keys);
    StepBound bound = new StepBound(levels);
    List<MergeEstimate> estimates = new ArrayList<>();
    if (level == deepest && level > 0) {
      add(picker.inPlace(level, keys), estimates, bound);
    } else {
      int next = level;
      do {
        Merge merge = picker.down(next, keys);
        add(merge, estimates, bound);
        next = merge == null ? next + 1 : merge.outputLevel();
      } while (next < deepest);
    }
    return new FileStep(level, files, estimates, bound);
  }

  private void add(Merge merge, List<MergeEstimate> estimates, StepBound bound) {
    if (merge != null) {
      MergeEstimate estimate = MergeEstimate.of(merge, levels);
      bound.add(estimate);
      levels.apply(merge, estimate.outputs());
      estimates.add(estimate);
    }
  }
}
