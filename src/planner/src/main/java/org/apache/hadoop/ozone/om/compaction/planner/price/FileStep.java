// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** One step of a turn, a call of compactRange: files of one level, and the compactions that merge or rewrite them. */
public final class FileStep {
  private final int level;
  private final List<TreeFile> files;
  private final List<Merge> merges;
  private final Price price;
  private final double tombstonesRemoved;
  private final StepBound bound;

  /** @param bound the most that all compactions of the step read and write; must not be changed afterwards */
  FileStep(int level, List<TreeFile> files, List<MergeEstimate> estimates, StepBound bound) {
    this.level = level;
    this.files = Collections.unmodifiableList(files);
    this.bound = bound;
    this.merges = Collections.unmodifiableList(
        estimates.stream().map(MergeEstimate::merge).collect(Collectors.toList()));
    this.price = Price.of(merges.stream().mapToDouble(Merge::readBytes).sum(),
        estimates.stream().mapToDouble(MergeEstimate::writeBytes).sum())
        .within(bound.readBytes(), estimates.stream().mapToDouble(MergeEstimate::leastWriteBytes).sum(),
            bound.writeBytes());
    this.tombstonesRemoved = estimates.stream().mapToDouble(MergeEstimate::tombstonesRemoved).sum();
  }

  public int level() {
    return level;
  }

  /** In key order; see {@link Levels#overlapping}. */
  public List<TreeFile> files() {
    return files;
  }

  /** The files by whose keys compactRange runs the step: on level 0 all {@link #files}, otherwise only the first. */
  public List<TreeFile> firstFiles() {
    return level == 0 ? files : files.subList(0, 1);
  }

  /** The compactions that RocksDB runs, in order. */
  public List<Merge> merges() {
    return merges;
  }

  /** True if compactRange needs {@code kForce}, to rewrite files of the step's deepest level in place. */
  public boolean isForced() {
    return merges.get(merges.size() - 1).isInPlace();
  }

  /** True if the first compaction rewrites the files on their own level, because no file lies below them. */
  public boolean isRewrite() {
    return merges.get(0).isInPlace();
  }

  /** True if at least two compactions rewrite files; the later one reads a file that the earlier one writes. */
  public boolean isCascade() {
    return merges.stream().filter(merge -> !merge.isMove()).count() > 1;
  }

  /**
   * True if the first compaction that rewrites files reads only files that exist already. Otherwise the real bytes may
   * lie beyond the bounds of {@link #price}.
   */
  public boolean isOfLiveFiles() {
    return bound.isOfLiveFiles();
  }

  /** Every existing file that the step may read: more than {@link #liveInputs} if RocksDB's choice is uncertain. */
  public Collection<SstFile> possibleInputs() {
    return Collections.unmodifiableCollection(bound.liveFiles());
  }

  /** A file that the step may read and that is known to be corrupt; null if there is none. */
  public SstFile corruptInput() {
    return bound.liveFiles().stream().filter(file -> file.corruption() != null).findFirst().orElse(null);
  }

  /** The files that the step is expected to read; a file that it reads twice comes twice. Moved files are not read. */
  public Stream<TreeFile> inputs() {
    return merges.stream().filter(merge -> !merge.isMove()).flatMap(merge -> merge.inputs().stream());
  }

  public List<SstFile> liveInputs() {
    return inputs().filter(TreeFile::isLive).map(TreeFile::live).distinct()
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The bytes that the step reads and writes. The lower bound of the bytes written is estimated from samples. */
  public Price price() {
    return price;
  }

  /** Expected number of tombstones removed. */
  public double tombstonesRemoved() {
    return tombstonesRemoved;
  }

  @Override
  public String toString() {
    return "level " + level + ", " + files.size() + " files: " + merges;
  }
}
