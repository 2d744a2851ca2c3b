// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The files below level 0 that compacting a range reads: files that overlap the range, and deeper files that overlap
 * these files.
 */
final class OverlappingInputs {
  private final FilesByKey table;
  private final Set<SstFile> drawn = new HashSet<>();
  private long entries;
  private long bytes;

  OverlappingInputs(FilesByKey table) {
    this.table = table;
  }

  static OverlappingInputs by(Collection<SstFile> overlapping, FilesByKey table) {
    OverlappingInputs files = new OverlappingInputs(table);
    files.addAll(overlapping);
    return files;
  }

  void addAll(Collection<SstFile> overlapping) {
    overlapping.forEach(file -> add(file, new ArrayList<>()));
  }

  /** Adds files and the files below them; adds nothing and returns false if that would exceed the limits. */
  boolean growBy(Collection<SstFile> overlapping, PlanLimits limits) {
    List<SstFile> added = new ArrayList<>();
    overlapping.forEach(file -> add(file, added));
    if (added.isEmpty() || !isOver(limits)) {
      return true;
    }
    added.forEach(file -> {
      drawn.remove(file);
      entries -= file.entries();
      bytes -= file.sizeBytes();
    });
    return false;
  }

  long bytes() {
    return bytes;
  }

  boolean isOver(PlanLimits limits) {
    return entries > limits.maxEntries() || bytes > limits.maxBytes();
  }

  private void add(SstFile file, List<SstFile> added) {
    if (file.level() > 0) {
      table.forEachIn(file.smallestKey(), file.largestKey(), below -> {
        if (below.level() >= file.level() && drawn.add(below)) {
          entries += below.entries();
          bytes += below.sizeBytes();
          added.add(below);
        }
      });
    }
  }
}
