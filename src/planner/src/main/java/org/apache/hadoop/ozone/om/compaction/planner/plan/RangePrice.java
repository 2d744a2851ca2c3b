// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.TreeFile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The price of a range: the steps that a turn takes for it, on a copy of the tree's metadata. Immutable. */
final class RangePrice {
  private final LsmTable table;
  private final Levels treeAfter;
  private final KeyRange range;
  private final KeyRange span;
  private final List<FileStep> steps;

  private RangePrice(Levels treeAfter, KeyRange range, KeyRange span, List<FileStep> steps) {
    this.table = treeAfter.table();
    this.treeAfter = treeAfter;
    this.range = range;
    this.span = span;
    this.steps = steps;
  }

  /**
   * Prices a range.
   *
   * @param tree before the range; not changed
   * @param span that the range belongs to: a turn compacts the files that it wrote further while they hold tombstones
   *     of the span
   */
  static RangePrice of(Levels tree, KeyRange range, KeyRange span) {
    KeyRange all = range.hull(span);
    Levels after = new Levels(tree);
    FileSteps order = new FileSteps(after, tree.table().liveKeys());
    Predicate<TreeFile> wanted = file -> file.mayHoldTombstones(file.isLive() ? range : span);
    List<FileStep> steps = new ArrayList<>();
    for (FileStep step = order.next(all, wanted); step != null; step = order.next(all, wanted)) {
      steps.add(step);
    }
    return new RangePrice(after, range, all, steps);
  }

  /** Whether no file can hold tombstones of the range any more, because better ranges have taken its files. */
  boolean isNothing() {
    return steps.isEmpty();
  }

  /** The tree after the range. Must not be changed. */
  Levels treeAfter() {
    return treeAfter;
  }

  private double tombstonesRemoved() {
    return steps.stream().mapToDouble(FileStep::tombstonesRemoved).sum();
  }

  long readBytes() {
    return Math.round(steps.stream().mapToDouble(FileStep::readBytes).sum());
  }

  long writeBytes() {
    return Math.round(steps.stream().mapToDouble(FileStep::writeBytes).sum());
  }

  /** Bytes read to merge level 0, with those of the base level. */
  long levelZeroBytes() {
    return Math.round(steps.stream().filter(step -> step.level() == 0).mapToDouble(FileStep::readBytes).sum());
  }

  /** Live files that are rewritten, each once. */
  Set<SstFile> rewrittenFiles() {
    return steps.stream().flatMap(step -> step.liveInputs().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** @param known tombstones known to be in the range although its files also hold others */
  RangeCost toCost(long known) {
    Set<SstFile> rewritten = rewrittenFiles();
    long certain = 0;
    long possible = 0;
    for (SstFile file : rewritten) {
      certain += isInside(file) ? file.tombstones() : 0;
      possible += file.tombstones();
    }
    double removed = tombstonesRemoved();
    // Files that better ranges will write may hold tombstones, too, so the upper end is never 0.
    possible = Math.max(possible, Math.max(1, (long) Math.ceil(removed)));
    long written = writeBytes();
    long least = Math.round(steps.stream().mapToDouble(RangePrice::leastWriteBytes).sum());
    return new RangeCost(readBytes(), written,
        new CountInterval(Math.min(written, least), Math.max(written, mostWriteBytes())),
        Math.round(collateralBytes()), new CountInterval(Math.min(possible, Math.max(known, certain)), possible),
        removed / Math.max(1, readBytes() + written), new ArrayList<>(rewritten));
  }

  private boolean isInside(SstFile file) {
    return range.contains(file.smallestKey()) && range.contains(file.largestKey());
  }

  private static double leastWriteBytes(FileStep step) {
    return step.isOfLiveFiles() ? step.leastWriteBytes() : 0;
  }

  /**
   * If a step takes a file that an earlier one writes, that file's last key is unknown: it may overlap anything below
   * the span, and as much beside it as one compaction may take.
   */
  private long mostWriteBytes() {
    double most = 0;
    Set<Integer> outputs = new LinkedHashSet<>();
    for (FileStep step : steps) {
      if (step.isOfLiveFiles()) {
        most += step.mostWriteBytes();
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
    return Math.round(most);
  }

  private double collateralBytes() {
    return steps.stream().flatMap(step -> step.merges().stream()).filter(merge -> !merge.isMove())
        .flatMap(merge -> merge.inputs().stream()).mapToDouble(file -> file.bytes() * file.shareOutside(range)).sum();
  }
}
