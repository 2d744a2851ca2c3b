// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;

/**
 * Picks the input files of one compaction by the rules of RocksDB's {@code CompactionPicker::CompactRange}, {@code
 * SetupOtherInputs}, {@code ExpandInputsToCleanCut} and {@code Compaction::IsTrivialMove}. Does not change the levels.
 */
public final class CompactionPicker {
  private final Levels levels;
  private final CompactionSettings settings;

  public CompactionPicker(Levels levels) {
    this.levels = levels;
    this.settings = levels.table().settings();
  }

  /** Merges the files that overlap the keys into the next level, or from level 0 into the base level; null if none. */
  public Merge down(int level, KeyRange keys) {
    int output = levels.table().outputLevel(level);
    List<TreeFile> all = levels.overlapping(level, keys);
    if (all.isEmpty()) {
      return null;
    }
    List<TreeFile> upper = cleanCut(level, all);
    List<TreeFile> lower = levels.overlapping(output, TreeFile.hull(upper));
    if (lower.isEmpty()) {
      return new Merge(level, output, mayMove(level, upper, output) ? Merge.Kind.MOVE : Merge.Kind.REWRITE, upper,
          upper, lower);
    }
    lower = cleanCut(output, lower);
    return new Merge(level, output, Merge.Kind.REWRITE,
        grown(level, upper, output, lower, file -> levels.rules().weight(file, levels.sizes())),
        grown(level, upper, output, lower, TreeFile::bytes), lower);
  }

  /** Rewrites the files of a level that overlap the keys on the same level; null if there are none. */
  public Merge inPlace(int level, KeyRange keys) {
    List<TreeFile> all = levels.overlapping(level, keys);
    if (all.isEmpty()) {
      return null;
    }
    List<TreeFile> files = cleanCut(level, all);
    return new Merge(level, level, Merge.Kind.REWRITE, files, files, Collections.emptyList());
  }

  /** The files and neighbours with the same first or last user key, which may hold other versions of this key. */
  private List<TreeFile> cleanCut(int level, List<TreeFile> files) {
    if (level == 0) {
      return files;
    }
    List<TreeFile> all = levels.on(level);
    int from = all.indexOf(files.get(0));
    int to = all.indexOf(files.get(files.size() - 1));
    while (from > 0 && Keys.compare(all.get(from - 1).keys().lastKey(), all.get(from).keys().begin()) >= 0) {
      from--;
    }
    while (to + 1 < all.size()
        && Keys.compare(all.get(to).keys().lastKey(), all.get(to + 1).keys().begin()) >= 0) {
      to++;
    }
    return new ArrayList<>(all.subList(from, to + 1));
  }

  /** {@code upper} with more files of its level, within RocksDB's size limit and if {@code lower} stays the same. */
  private List<TreeFile> grown(int level, List<TreeFile> upper, int output, List<TreeFile> lower,
      ToDoubleFunction<TreeFile> weight) {
    KeyRange hull = TreeFile.hull(upper).hull(TreeFile.hull(lower));
    List<TreeFile> overlapping = levels.overlapping(level, hull);
    double limit = levels.rules().neighbourLimit(settings) - sum(lower, weight);
    // RocksDB sums up the files before it adds neighbours for a clean cut.
    double before = sum(overlapping, weight);
    List<TreeFile> more = cleanCut(level, overlapping);
    if (more.size() > upper.size() && before < limit
        && cleanCut(output, levels.overlapping(output, TreeFile.hull(more))).size() == lower.size()) {
      return more;
    }
    List<TreeFile> within = new ArrayList<>(overlapping);
    within.removeIf(file -> !hull.contains(file.keys().begin()) || !hull.contains(file.keys().lastKey()));
    boolean clean = level > 0 && !within.isEmpty() && cleanCut(level, within).size() == within.size();
    return clean && within.size() > upper.size() && sum(within, weight) < limit ? within : upper;
  }

  private boolean mayMove(int level, List<TreeFile> files, int output) {
    if (level == 0 && levelZeroOverlapsItself()) {
      return false;
    }
    if (output + 1 == levels.count()) {
      return true;
    }
    for (TreeFile file : files) {
      if (file.bytes() + TreeFile.bytes(levels.overlapping(output + 1, file.keys())) > settings.maxCompactionBytes()
          || settings.cutBetween(file.keys().begin(), file.keys().lastKey())) {
        return false;
      }
    }
    return true;
  }

  private boolean levelZeroOverlapsItself() {
    byte[] reach = null;
    for (TreeFile file : levels.on(0)) {
      if (reach != null && Keys.compare(reach, file.keys().begin()) >= 0) {
        return true;
      }
      reach = reach == null ? file.keys().lastKey() : Keys.max(reach, file.keys().lastKey());
    }
    return false;
  }

  private static double sum(List<TreeFile> files, ToDoubleFunction<TreeFile> weight) {
    return files.stream().mapToDouble(weight).sum();
  }
}
