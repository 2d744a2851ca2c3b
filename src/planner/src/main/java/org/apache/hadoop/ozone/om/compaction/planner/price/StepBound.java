// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Upper bounds of what a step reads and writes; wide for a compaction that reads a file which does not exist yet. */
final class StepBound {
  /** Upper bound of an output file in target file sizes: RocksDB allows 2 for entries; the rest is filter and index. */
  private static final int TARGET_SIZES = 3;

  private final Levels levels;
  private final KeyRange named;
  private final long maxCompactionBytes;
  private final Set<SstFile> liveFiles = new LinkedHashSet<>();
  private double readBytes;
  private double writeBytes;
  private boolean ofLiveFiles = true;
  /** The keys that the compactions so far may have written; null before the first compaction that rewrites files. */
  private KeyRange reach;
  private double lastWriteBytes;

  /** {@code named} are the keys that the call of compactRange names. */
  StepBound(Levels levels, KeyRange named) {
    this.levels = levels;
    this.named = named;
    this.maxCompactionBytes = levels.table().settings().maxCompactionBytes();
  }

  /** Adds the step's next compaction; call it before the compaction is applied to the levels. */
  void add(MergeEstimate estimate) {
    Merge merge = estimate.merge();
    if (reach != null) {
      follow(merge);
    } else if (!merge.isMove()) {
      ofLiveFiles = merge.inputs().stream().allMatch(TreeFile::isLive);
      List<TreeFile> inputs = merge.possibleInputs();
      take(inputs);
      reach = TreeFile.hull(inputs);
      readBytes = TreeFile.bytes(inputs);
      lastWriteBytes = estimate.mostWriteBytes() + readBytes - merge.readBytes();
      writeBytes = lastWriteBytes;
    }
  }

  private void follow(Merge merge) {
    List<TreeFile> lower = nearest(levels.overlapping(merge.outputLevel(), reach));
    reach = lower.isEmpty() ? reach : named.hull(TreeFile.hull(lower));
    List<TreeFile> upper = new ArrayList<>(levels.overlapping(merge.inputLevel(), reach));
    upper.removeIf(file -> !file.isLive());
    reach = upper.isEmpty() ? reach : reach.hull(TreeFile.hull(upper));
    take(lower);
    take(upper);
    double read = lastWriteBytes + TreeFile.bytes(lower) + TreeFile.bytes(upper);
    if (isOneKey()) {
      read = Math.min(read, Math.max(levels.rules().neighbourLimit(levels.table().settings()),
          TARGET_SIZES * (double) levels.table().settings().targetFileBytes() + mostBelowAFile(lower)));
    }
    readBytes += read;
    lastWriteBytes = MergeEstimate.withOverhead(read, 1);
    writeBytes += lastWriteBytes;
  }

  private boolean isOneKey() {
    return Keys.compare(named.begin(), named.lastKey()) == 0;
  }

  /**
   * Returns those of the {@code lower} files that an output file with the key {@code named} can overlap: about
   * {@code max_compaction_bytes} before and behind the key. Returns all lower files if {@code named} is several keys.
   */
  private List<TreeFile> nearest(List<TreeFile> lower) {
    if (!isOneKey()) {
      return lower;
    }
    int at = Levels.firstThatReaches(lower, named.begin());
    int from = at;
    for (double bytes = 0; from > 0 && bytes <= maxCompactionBytes; from--) {
      bytes += lower.get(from - 1).bytes();
    }
    int to = at;
    for (double bytes = 0; to < lower.size() && bytes <= maxCompactionBytes; to++) {
      bytes += lower.get(to).bytes();
    }
    return lower.subList(from, to);
  }

  private double mostBelowAFile(List<TreeFile> lower) {
    return Math.min(TreeFile.bytes(lower),
        maxCompactionBytes + lower.stream().mapToDouble(TreeFile::bytes).max().orElse(0));
  }

  private void take(List<TreeFile> files) {
    files.stream().filter(TreeFile::isLive).map(TreeFile::live).forEach(liveFiles::add);
  }

  /** Every existing file that the step may read. */
  Set<SstFile> liveFiles() {
    return liveFiles;
  }

  double readBytes() {
    return readBytes;
  }

  double writeBytes() {
    return writeBytes;
  }

  boolean isOfLiveFiles() {
    return ofLiveFiles;
  }
}
