// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

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
  private final double mostWriteBytes;
  private final double tombstonesRemoved;

  FileStep(int level, List<TreeFile> files, List<Merge> merges, List<MergeEstimate> estimates) {
    this.level = level;
    this.files = Collections.unmodifiableList(files);
    this.merges = Collections.unmodifiableList(merges);
    this.writeBytes = estimates.stream().mapToDouble(MergeEstimate::writeBytes).sum();
    this.leastWriteBytes = estimates.stream().mapToDouble(MergeEstimate::leastWriteBytes).sum();
    this.mostWriteBytes = estimates.stream().mapToDouble(MergeEstimate::mostWriteBytes).sum();
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

  /** Whether every file that it reads exists already. */
  public boolean isOfLiveFiles() {
    return merges.stream().allMatch(merge -> merge.inputs().stream().allMatch(TreeFile::isLive));
  }

  /** Every file that exists and is read. */
  public List<SstFile> liveInputs() {
    return merges.stream().filter(merge -> !merge.isMove()).flatMap(merge -> merge.inputs().stream())
        .filter(TreeFile::isLive).map(TreeFile::live).distinct().collect(Collectors.toCollection(ArrayList::new));
  }

  /** Bytes of SST files that are read. */
  public double readBytes() {
    return merges.stream().mapToDouble(Merge::readBytes).sum();
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
    return mostWriteBytes;
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
