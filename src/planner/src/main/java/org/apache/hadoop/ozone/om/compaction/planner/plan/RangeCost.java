// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

/** The predicted cost of one range: bytes read and written by its steps, and tombstones removed. Immutable. */
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
    collateralBytes = Math.round(steps.stream().flatMap(FileStep::inputs)
        .mapToDouble(file -> file.bytes() * file.shareOutside(range)).sum());
    removed = steps.stream().mapToDouble(FileStep::tombstonesRemoved).sum();
    Set<SstFile> rewritten = new LinkedHashSet<>();
    steps.forEach(step -> rewritten.addAll(step.liveInputs()));
    rewrittenFiles = Collections.unmodifiableSet(rewritten);
    // At least 1, because rewrittenFiles lacks output files of better ranges, and such output files may hold
    // tombstones.
    long most = Math.max(tombstones(rewrittenFiles), Math.max(1, (long) Math.ceil(removed)));
    long inside = tombstones(rewrittenFiles.stream().filter(file -> range.contains(file.smallestKey())
        && range.contains(file.largestKey())).collect(Collectors.toList()));
    long least = rewrittenFiles.containsAll(files) ? Math.max(inside, certain) : inside;
    tombstonesRemoved = new CountInterval(Math.min(most, least), most);
  }

  /**
   * Computes the cost of all steps that a turn takes for a range; null if there is no step.
   *
   * @param span the span of the range; a step's output is compacted again if it may hold tombstones of the span
   * @param files live files that contain tombstones of the range
   * @param certain lower bound of the number of tombstones of {@code files} in the range
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
   * Upper bound of the bytes that the steps write. Steps that compact files written by earlier steps may rewrite all
   * files of the span, and some beside it. Two of them that follow each other may both rewrite the file at their edge.
   */
  private static double mostWriteBytes(LsmTable table, KeyRange span, List<FileStep> steps) {
    double most = 0;
    Map<Integer, Integer> stepsInto = new TreeMap<>();
    for (FileStep step : steps) {
      if (step.isOfLiveFiles()) {
        most += step.price().mostWriteBytes();
      } else {
        // Not only the file that the step is for: RocksDB may take along neighbours, which then need no step.
        most += step.merges().stream().filter(merge -> !merge.isMove()).findFirst()
            .map(merge -> TreeFile.bytes(merge.upper())).orElse(0.0);
        step.merges().stream().map(Merge::outputLevel).distinct()
            .forEach(level -> stepsInto.merge(level, 1, Integer::sum));
      }
    }
    for (Map.Entry<Integer, Integer> into : stepsInto.entrySet()) {
      double inSpan = 0;
      double beside = 0;
      double largest = 0;
      for (SstFile file : table.files()) {
        if (file.level() == into.getKey()) {
          largest = Math.max(largest, file.sizeBytes());
          if (file.overlaps(span)) {
            inSpan += file.sizeBytes();
          } else {
            beside += file.sizeBytes();
          }
        }
      }
      // At each end of the span, an output file overlaps at most about max_compaction_bytes of the next deeper level.
      most += inSpan + Math.min(beside, 2.0 * table.settings().maxCompactionBytes())
          + (into.getValue() - 1) * largest;
    }
    return most;
  }

  public Price price() {
    return price;
  }

  /** Bytes read to merge level 0 into the base level. RocksDB does that in one compaction, whatever the limits. */
  public long levelZeroBytes() {
    return levelZeroBytes;
  }

  /**
   * A turn begins the range only if at least this many bytes of the write budget remain. More than the expected bytes
   * if the first step reads only existing files and may write more.
   */
  public long budgetBytes() {
    return budgetBytes;
  }

  /** Bytes read outside the range, as files are compacted whole; an estimate if a file crosses the range's ends. */
  public long collateralBytes() {
    return collateralBytes;
  }

  /** At most all tombstones of the rewritten files, also those of neighbouring spans. */
  public CountInterval tombstonesRemoved() {
    return tombstonesRemoved;
  }

  /** Expected number of tombstones removed; not more than the upper end of {@link #tombstonesRemoved}. */
  public long tombstonesExpected() {
    return Math.round(removed);
  }

  /**
   * Expected tombstones removed per byte read and written. Can rise from a range of the plan to a later range, because
   * the earlier range also rewrites files of the later range.
   */
  public double removedPerByte() {
    return removed / Math.max(1, price.readBytes() + price.writeBytes());
  }

  /** The live files that are rewritten: neither files that are only moved, nor files that an earlier range writes. */
  public Set<SstFile> rewrittenFiles() {
    return rewrittenFiles;
  }

  @Override
  public String toString() {
    return "reads " + price.readBytes() + ", writes " + price.writeBytes() + ", collateral " + collateralBytes
        + " bytes, removes " + tombstonesRemoved + " tombstones";
  }
}
