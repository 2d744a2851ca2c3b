// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Merge;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.price.TreeFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The predicted bytes read and written and tombstones removed of one range: those of the steps that a turn takes for
 * it. Immutable.
 */
public final class RangeCost {
  private final Price price;
  private final long levelZeroBytes;
  private final long budgetBytes;
  private final long collateralBytes;
  private final double removed;
  private final CountInterval tombstonesRemoved;
  private final Set<SstFile> rewrittenFiles;

  private RangeCost(LsmTable table, KeyRange range, KeyRange span, List<FileStep> steps, List<SstFile> files,
      long certain) {
    Price expected = Price.sum(steps.stream().map(FileStep::price));
    price = expected.within(expected.mostReadBytes(),
        steps.stream().filter(FileStep::isOfLiveFiles).mapToDouble(step -> step.price().writeInterval().least()).sum(),
        mostWriteBytes(table, span, steps));
    levelZeroBytes = Math.round(steps.stream().flatMap(step -> step.merges().stream())
        .filter(merge -> merge.inputLevel() == 0).mapToDouble(Merge::readBytes).sum());
    FileStep first = steps.get(0);
    budgetBytes = first.isOfLiveFiles() ? Math.max(price.writeBytes(), first.price().mostWriteBytes())
        : price.writeBytes();
    collateralBytes = Math.round(steps.stream().flatMap(step -> step.merges().stream())
        .filter(merge -> !merge.isMove()).flatMap(merge -> merge.inputs().stream())
        .mapToDouble(file -> file.bytes() * file.shareOutside(range)).sum());
    removed = steps.stream().mapToDouble(FileStep::tombstonesRemoved).sum();
    Set<SstFile> rewritten = new LinkedHashSet<>();
    steps.forEach(step -> rewritten.addAll(step.liveInputs()));
    rewrittenFiles = Collections.unmodifiableSet(rewritten);
    // Files that better ranges will write may hold tombstones, too, so the upper end is never 0.
    long most = Math.max(tombstones(rewrittenFiles), Math.max(1, (long) Math.ceil(removed)));
    long inside = tombstones(rewrittenFiles.stream().filter(file -> range.contains(file.smallestKey())
        && range.contains(file.largestKey())).collect(Collectors.toList()));
    long least = rewrittenFiles.containsAll(files) ? Math.max(inside, certain) : inside;
    tombstonesRemoved = new CountInterval(Math.min(most, least), most);
  }

  /**
   * Takes the steps of a range.
   *
   * @param order   of the tree before the range; each step changes it
   * @param span    that the range belongs to: a turn compacts the files that it wrote further while they hold
   *     tombstones of the span
   * @param files   that hold tombstones of the range
   * @param certain tombstones that these files hold in the range for sure, although they also hold others
   * @return null if no step is left: better ranges have taken the files, or each step would read a corrupt one
   */
  static RangeCost of(FileSteps order, KeyRange range, KeyRange span, List<SstFile> files, long certain) {
    KeyRange all = range.hull(span);
    Predicate<TreeFile> wanted = file -> file.mayHoldTombstones(file.isLive() ? range : span);
    List<FileStep> steps = new ArrayList<>();
    for (FileStep step = order.next(all, wanted); step != null; step = order.next(all, wanted)) {
      steps.add(step);
    }
    return steps.isEmpty() ? null : new RangeCost(order.table(), range, all, steps, files, certain);
  }

  private static long tombstones(Collection<SstFile> files) {
    return files.stream().mapToLong(SstFile::tombstones).sum();
  }

  /**
   * If a step takes a file that an earlier one writes, that file's last key is unknown: it may overlap anything below
   * the span, and as much beside it as one compaction may take.
   */
  private static double mostWriteBytes(LsmTable table, KeyRange span, List<FileStep> steps) {
    double most = 0;
    Set<Integer> outputs = new LinkedHashSet<>();
    for (FileStep step : steps) {
      if (step.isOfLiveFiles()) {
        most += step.price().mostWriteBytes();
      } else {
        most += step.files().stream().mapToDouble(TreeFile::bytes).sum();
        step.merges().forEach(merge -> outputs.add(merge.outputLevel()));
      }
    }
    for (int level : outputs) {
      double inSpan = 0;
      double beside = 0;
      for (SstFile file : table.files()) {
        if (file.level() == level) {
          if (file.overlaps(span.begin(), span.lastKey())) {
            inSpan += file.sizeBytes();
          } else {
            beside += file.sizeBytes();
          }
        }
      }
      most += inSpan + Math.min(beside, 2.0 * table.settings().maxCompactionBytes());
    }
    return most;
  }

  /** The bytes that a turn reads and writes for the range. */
  public Price price() {
    return price;
  }

  /**
   * The part of what is read that merges level 0 with the base level below it. RocksDB does that in one compaction,
   * which no limit makes smaller. 0 if no file of level 0 overlaps the range when its turn comes.
   */
  public long levelZeroBytes() {
    return levelZeroBytes;
  }

  /**
   * Bytes of a write budget that have to be left for a turn to begin the range: those that it is expected to write, or
   * those that its first step may write, if that is more. A turn takes no step that may exceed its budget.
   */
  public long budgetBytes() {
    return budgetBytes;
  }

  /**
   * The part of what is read outside the range, read because files are compacted whole. Exact for files with a
   * profile, otherwise half of a file that crosses an end of the range.
   */
  public long collateralBytes() {
    return collateralBytes;
  }

  /**
   * Bounds of the tombstones removed: at least those certain to be in the range, at most all of the files read,
   * including those of other spans.
   */
  public CountInterval tombstonesRemoved() {
    return tombstonesRemoved;
  }

  /** Expected number of tombstones removed, within these bounds. */
  public long tombstonesExpected() {
    return Math.round(removed);
  }

  /**
   * Expected tombstones removed per byte read and written. A range may have a higher value than one ranked before it,
   * which then pays for merging files that lie above both.
   */
  public double removedPerByte() {
    return removed / Math.max(1, price.readBytes() + price.writeBytes());
  }

  /**
   * Live files that are rewritten and deleted, which a snapshot may keep on disk. Excludes files that are only moved,
   * or written by an earlier range of the plan.
   */
  public Set<SstFile> rewrittenFiles() {
    return rewrittenFiles;
  }

  @Override
  public String toString() {
    return "reads " + price.readBytes() + ", writes " + price.writeBytes() + ", collateral " + collateralBytes
        + " bytes, removes " + tombstonesRemoved + " tombstones";
  }
}
