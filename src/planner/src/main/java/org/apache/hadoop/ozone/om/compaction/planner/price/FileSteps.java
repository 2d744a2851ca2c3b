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
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Determines the steps of a turn and their order: from level 0 downwards, on each level by key. A step begins with one
 * file, or on level 0 with all files that overlap each other.
 */
public final class FileSteps {
  /** Steps are predicted for a key at this fraction of the key range of a file's wanted tombstones. */
  public static final double MIDDLE = 0.5;

  private final Levels levels;
  private final CompactionPicker picker;
  private final Set<TreeFile> blocked = new HashSet<>();
  private final Set<SstFile> corrupt = new LinkedHashSet<>();

  /** @param levels the tree before the first step; each step changes it */
  public FileSteps(Levels levels) {
    this.levels = levels;
    this.picker = new CompactionPicker(levels);
  }

  public LsmTable table() {
    return levels.table();
  }

  /**
   * Returns the next step for wanted files that overlap the keys, and applies it to the tree; null if there is none.
   * Leaves out steps that may read a corrupt file, because RocksDB would then refuse all writes.
   */
  public FileStep next(KeyRange keys, Predicate<TreeFile> wanted) {
    for (int level = 0; level < levels.count(); level++) {
      for (TreeFile file : levels.overlapping(level, keys)) {
        if (file.mayHoldTombstones(keys) && !blocked.contains(file) && wanted.test(file)
            && !meetsCorruption(level, file, keys)) {
          return apply(level, file, keys);
        }
      }
    }
    return null;
  }

  private boolean meetsCorruption(int level, TreeFile file, KeyRange keys) {
    SstFile met = levels.table().holdsCorruptFiles()
        ? new FileSteps(new Levels(levels)).apply(level, file, keys).corruptInput() : null;
    if (met != null) {
      blocked.add(file);
      corrupt.add(met);
    }
    return met != null;
  }

  /** The corrupt files that made {@link #next} leave out steps. */
  public Set<SstFile> corrupt() {
    return Collections.unmodifiableSet(corrupt);
  }

  private FileStep apply(int level, TreeFile file, KeyRange wanted) {
    KeyRange keys = level == 0 ? TreeFile.hull(levels.overlapping(0, file.keys())) : file.keys();
    int below = level == 0 ? levels.table().baseLevel() : levels.firstBelow(level, keys);
    byte[] named = KeyInterpolation.inside(file.tombstoneKeys(wanted), MIDDLE);
    return step(level, Math.max(levels.reach(level), below), keys, new KeyRange(named, named));
  }

  /**
   * Returns the step of one call of compactRange, and applies its compactions to the tree.
   *
   * @param level   the first level with a key of the range
   * @param deepest the last level with a key of the range, but at least {@link Levels#reach}; if equal to {@code level}
   *                and not 0, the files are rewritten in place
   * @param keys    the range that the call names; overlaps at least one file of {@code level}
   */
  public FileStep ofKeys(int level, int deepest, KeyRange keys) {
    return step(level, deepest, keys, keys);
  }

  /** {@code keys} select the files of the first compaction, {@code below} those of the later, deeper ones. */
  private FileStep step(int level, int deepest, KeyRange keys, KeyRange below) {
    List<TreeFile> files = levels.overlapping(level, keys);
    StepBound bound = new StepBound(levels, below);
    List<MergeEstimate> estimates = new ArrayList<>();
    int reached = level;
    while (reached < deepest || reached == 0) {
      Merge merge = picker.down(reached, reached == level ? keys : below);
      add(merge, estimates, bound);
      reached = merge == null ? reached + 1 : merge.outputLevel();
    }
    if (deepest == levels.reach(level) && deepest > 0 && estimates.stream().allMatch(each -> each.merge().isMove())) {
      add(picker.inPlace(deepest, reached == level ? keys : below), estimates, bound);
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
