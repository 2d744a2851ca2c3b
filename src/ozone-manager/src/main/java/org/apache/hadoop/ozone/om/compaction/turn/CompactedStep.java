// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.Merge;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Counts what one step read, wrote and removed, by comparing the table's files before and after the step. A new file
 * counts as written by the step if its first and last key lie in files that the step has read.
 */
final class CompactedStep {
  private final long readBytes;
  private final long writtenBytes;
  private final long tombstonesRemoved;
  private final List<SstFile> written;
  private final boolean anyInputGone;

  CompactedStep(long readBytes, long writtenBytes, long tombstonesRemoved, List<SstFile> written,
      boolean anyInputGone) {
    this.readBytes = readBytes;
    this.writtenBytes = writtenBytes;
    this.tombstonesRemoved = tombstonesRemoved;
    this.written = written;
    this.anyInputGone = anyInputGone;
  }

  /** {@code step} was predicted from {@code before}; {@code counted} is the table's traffic up to {@code after}. */
  static CompactedStep of(FileStep step, LsmTable before, LsmTable after, Traffic counted) {
    Set<String> old = names(before.files());
    Set<String> now = names(after.files());
    List<SstFile> gone = step.possibleInputs().stream().filter(file -> !now.contains(file.name()))
        .collect(Collectors.toList());
    Set<Integer> levels = step.merges().stream().map(Merge::outputLevel).collect(Collectors.toSet());
    List<SstFile> replacedByOthers = before.files().stream()
        .filter(file -> !now.contains(file.name()) && !gone.contains(file)).collect(Collectors.toList());
    // RocksDB never runs two compactions at once that write to the same keys of a level. So the step wrote all new
    // files within the inputs' key ranges.
    List<SstFile> written = after.files().stream()
        .filter(file -> !old.contains(file.name()) && isHeld(file.smallestKey(), gone)
            && isHeld(file.largestKey(), gone)
            && (levels.contains(file.level()) || isMovedDown(file, levels, replacedByOthers)))
        .collect(Collectors.toList());
    long read = bytes(gone);
    long wrote = bytes(written);
    if (step.isCascade()) {
      // The second compaction of the step may delete files that the first one wrote. These files are in neither of the
      // two trees. RocksDB's counts include these files, but also those of other compactions.
      read = Math.max(read, Math.min(counted.readBytes(), step.price().mostReadBytes()));
      wrote = Math.max(wrote, Math.min(counted.writtenBytes(), step.price().mostWriteBytes()));
    }
    return new CompactedStep(read, wrote, Math.max(0, tombstones(gone) - tombstones(written)), written,
        !gone.isEmpty());
  }

  /** Without a tree after the step, as none can be read: RocksDB's counts, at most the step's bounds. */
  static CompactedStep unseen(FileStep step, Traffic counted) {
    return new CompactedStep(Math.min(counted.readBytes(), step.price().mostReadBytes()),
        Math.min(counted.writtenBytes(), step.price().mostWriteBytes()), 0, Collections.emptyList(), true);
  }

  private static boolean isHeld(byte[] key, List<SstFile> inputs) {
    return inputs.stream().anyMatch(file -> file.keys().contains(key));
  }

  /** True if RocksDB has probably moved the file down since; false if another compaction may have written it. */
  private static boolean isMovedDown(SstFile file, Set<Integer> outputLevels, List<SstFile> replacedByOthers) {
    return outputLevels.stream().anyMatch(level -> level < file.level())
        && replacedByOthers.stream().noneMatch(replaced -> replaced.overlaps(file.keys()));
  }

  private static Set<String> names(Collection<SstFile> files) {
    return files.stream().map(SstFile::name).collect(Collectors.toSet());
  }

  private static long bytes(Collection<SstFile> files) {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }

  private static long tombstones(Collection<SstFile> files) {
    return files.stream().mapToLong(SstFile::tombstones).sum();
  }

  long readBytes() {
    return readBytes;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  long tombstonesRemoved() {
    return tombstonesRemoved;
  }

  List<SstFile> written() {
    return written;
  }

  /** True if the step rewrote files. False if files were only moved, or RocksDB found nothing to do. */
  boolean hasRewritten() {
    return anyInputGone;
  }
}
