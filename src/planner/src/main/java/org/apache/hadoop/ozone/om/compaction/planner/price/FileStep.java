// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * One step of a turn, a single call of compactRange: files of one level that hold tombstones, and the compactions that
 * take them down to the files below them, or rewrite them where nothing lies below. Immutable.
 */
public final class FileStep {
  private final int level;
  private final List<TreeFile> files;
  private final List<Merge> merges;
  private final double writeBytes;
  private final double leastWriteBytes;
  private final double tombstonesRemoved;
  private final StepBound bound;

  /** @param bound of the step when all its compactions were added; not changed any more */
  FileStep(int level, List<TreeFile> files, List<MergeEstimate> estimates, StepBound bound) {
    this.level = level;
    this.files = Collections.unmodifiableList(files);
    this.bound = bound;
    this.merges = Collections.unmodifiableList(
        estimates.stream().map(MergeEstimate::merge).collect(Collectors.toList()));
    this.writeBytes = estimates.stream().mapToDouble(MergeEstimate::writeBytes).sum();
    this.leastWriteBytes = estimates.stream().mapToDouble(MergeEstimate::leastWriteBytes).sum();
    this.tombstonesRemoved = estimates.stream().mapToDouble(MergeEstimate::tombstonesRemoved).sum();
  }

  /** The level of the files that are named. */
  public int level() {
    return level;
  }

  /** The files that are named, neighbours in key order; on level 0 all that lie over each other. */
  public List<TreeFile> files() {
    return files;
  }

  /** From the first to the last key of {@link #files}. */
  public KeyRange keys() {
    return TreeFile.hull(files);
  }

  /** What RocksDB does, one after the other. */
  public List<Merge> merges() {
    return merges;
  }

  /** Whether the files are rewritten on their own level, as nothing lies below them. */
  public boolean isRewrite() {
    return merges.get(0).inputLevel() == merges.get(0).outputLevel();
  }

  /** Whether a file that the first compaction writes is taken on to a deeper level by another one. */
  public boolean isCascade() {
    return merges.stream().filter(merge -> !merge.isMove()).count() > 1;
  }

  /** Whether its first files exist already, so that its bounds hold. */
  public boolean isOfLiveFiles() {
    return bound.isOfLiveFiles();
  }

  /** Every file that exists and may be read: more than is expected where the step is a cascade. */
  public Collection<SstFile> possibleInputs() {
    return Collections.unmodifiableCollection(bound.liveFiles());
  }

  /** Every file that exists and is expected to be read. */
  public List<SstFile> liveInputs() {
    return merges.stream().filter(merge -> !merge.isMove()).flatMap(merge -> merge.inputs().stream())
        .filter(TreeFile::isLive).map(TreeFile::live).distinct().collect(Collectors.toCollection(ArrayList::new));
  }

  /** Bytes of SST files that are read. */
  public double readBytes() {
    return merges.stream().mapToDouble(Merge::readBytes).sum();
  }

  /** Bytes that are read at most. */
  public double mostReadBytes() {
    return bound.readBytes();
  }

  /** Bytes that are expected to be written. */
  public double writeBytes() {
    return writeBytes;
  }

  /** Bytes that are written at least, as far as samples can tell. */
  public double leastWriteBytes() {
    return leastWriteBytes;
  }

  /** Bytes that are written at most: what the disk must have room for, and a budget is held against. */
  public double mostWriteBytes() {
    return bound.writeBytes();
  }

  /** Tombstones that are expected to go away. */
  public double tombstonesRemoved() {
    return tombstonesRemoved;
  }

  @Override
  public String toString() {
    return "level " + level + ", " + files.size() + " files: " + merges;
  }
}
