// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The files that a step may read, and upper bounds of the bytes that it reads and writes. The first compaction that
 * rewrites files has known inputs. A later one takes a file that is not written yet: it may lie anywhere between the
 * first and the last key of the compactions before it, and draws in all files that overlap it on its level and the
 * next.
 */
final class StepBound {
  private final Levels levels;
  private final Set<SstFile> liveFiles = new LinkedHashSet<>();
  private double readBytes;
  private double writeBytes;
  private boolean ofLiveFiles = true;
  /** Null until a compaction has rewritten files. */
  private KeyRange reach;
  private double lastWriteBytes;

  /** @param levels the tree before the step's later compactions */
  StepBound(Levels levels) {
    this.levels = levels;
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
    List<TreeFile> lower = levels.overlapping(merge.outputLevel(), reach);
    reach = lower.isEmpty() ? reach : reach.hull(TreeFile.hull(lower));
    List<TreeFile> upper = new ArrayList<>(levels.overlapping(merge.inputLevel(), reach));
    upper.removeIf(file -> !file.isLive());
    reach = upper.isEmpty() ? reach : reach.hull(TreeFile.hull(upper));
    take(lower);
    take(upper);
    double read = lastWriteBytes + TreeFile.bytes(lower) + TreeFile.bytes(upper);
    readBytes += read;
    lastWriteBytes = MergeEstimate.withOverhead(read, 1);
    writeBytes += lastWriteBytes;
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

  /** Whether the first compaction that rewrites files takes only existing files. */
  boolean isOfLiveFiles() {
    return ofLiveFiles;
  }
}
