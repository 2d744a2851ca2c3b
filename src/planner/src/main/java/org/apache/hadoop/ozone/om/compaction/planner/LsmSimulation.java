// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * A table's LSM tree on paper, to which compactions of ranges are applied one after another. Follows RocksDB 7.7.3:
 * {@code DBImpl::CompactRangeInternal} with the default bottommost setting (from the first level that overlaps the
 * range down to the last), {@code CompactionPicker::CompactRange} and {@code SetupOtherInputs} (whole files, clean
 * cuts, inputs in chunks, inputs that grow for free) and {@code Compaction::IsTrivialMove} (a file with nothing below
 * it is moved, not rewritten, unless it would lie over too much of the level after that), and where a table has one
 * {@code SstPartitionerFixedPrefix}. Then the bottommost files in the range that still hold tombstones are rewritten
 * once: default mode leaves such files alone, and may have moved one with tombstones to the bottom without rewriting
 * it.
 */
final class LsmSimulation {
  /** Expected values below this are no tombstone. */
  private static final double HALF_A_TOMBSTONE = 0.5;
  private static final double MAX_TARGETS_OF_A_FULL_FILE = 1.25;
  private static final int RECENT_MERGES = 64;

  private final LsmTable table;
  private final KeyNumbers keys;
  private final EntrySizes sizes;
  private final double fullFileBytes;
  private final List<SimulatedLevel> levels = new ArrayList<>();
  private final CompactionInputs inputs;
  /** Asked by a compaction for good, not by an estimate. */
  private final ContentQuestions questions;
  private boolean forGood;
  /** Of the files that the next compaction writes. */
  private int generation = 1;
  /** Where files changed, by generation. */
  private final List<Stretch> changes = new ArrayList<>();
  /** What ranges that were compacted for good may have taken or left outside of themselves. */
  private final List<RoughEdges.Spill> spills = new ArrayList<>();
  private final Deque<Runnable> undo = new ArrayDeque<>();
  /**
   * What level 0 gives up to the range that was simulated last, and how to take that back. Every range below a wide
   * file asks for the same, so it is kept until another range asks for something else.
   */
  private List<SimulatedFile> sunkFor = Collections.emptyList();
  private List<SimulatedFile> sunk = Collections.emptyList();
  private SimulatedMerge sunkBy;
  private final Deque<Runnable> undoSinking = new ArrayDeque<>();

  /** Merges of the present tree by their inputs. Neighbouring ranges below one upper file ask for the same. */
  private final Map<List<List<SimulatedFile>>, SimulatedMerge> recentMerges =
      new LinkedHashMap<List<List<SimulatedFile>>, SimulatedMerge>(RECENT_MERGES, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<List<SimulatedFile>>, SimulatedMerge> eldest) {
          return size() > RECENT_MERGES;
        }
      };

  /**
   * @param profiles of those files that were scanned
   * @param ranges   what may be asked for
   */
  LsmSimulation(LsmTable table, FileProfiles profiles, Collection<KeyRange> ranges) {
    this.table = table;
    this.keys = numbers(table, ranges);
    this.sizes = EntrySizes.of(table.files());
    this.fullFileBytes = fullFileBytes(table);
    List<List<SimulatedFile>> byLevel = new ArrayList<>();
    for (int i = 0; i < table.levels(); i++) {
      byLevel.add(new ArrayList<>());
    }
    for (SstFile file : table.files()) {
      byLevel.get(file.level()).add(new SimulatedFile(file, keys.of(file.smallestKey(), file.largestKey())));
    }
    for (int i = 0; i < table.levels(); i++) {
      levels.add(SimulatedLevel.of(i));
      levels.get(i).addAll(byLevel.get(i));
    }
    this.inputs = new CompactionInputs(table.settings(), sizes, levels);
    this.questions = new ContentQuestions(table, profiles, keys, sizes, copy(levels, table));
  }

  /** RocksDB ends a file when its data reaches the target; its index and filter come on top. */
  private static double fullFileBytes(LsmTable table) {
    long target = table.settings().targetFileBytes();
    long[] full = table.files().stream().mapToLong(SstFile::sizeBytes)
        .filter(size -> size >= target && size < MAX_TARGETS_OF_A_FULL_FILE * target).sorted().toArray();
    return full.length == 0 ? target : full[full.length / 2];
  }

  private static List<SimulatedLevel> copy(List<SimulatedLevel> levels, LsmTable table) {
    List<SimulatedLevel> copy = new ArrayList<>();
    if (table.samples() != TableSamples.NONE) {
      for (int i = 0; i < levels.size(); i++) {
        copy.add(SimulatedLevel.of(i));
        copy.get(i).addAll(levels.get(i).files);
      }
    }
    return copy;
  }

  /** The first and last keys of files and ranges, and where the next segment may begin behind a file. */
  private static KeyNumbers numbers(LsmTable table, Collection<KeyRange> ranges) {
    List<byte[]> keys = new ArrayList<>();
    for (SstFile file : table.files()) {
      keys.add(file.smallestKey());
      keys.add(file.largestKey());
      keys.add(Keys.after(file.largestKey()));
    }
    for (KeyRange range : ranges) {
      keys.add(range.begin());
      keys.add(range.lastKey());
    }
    return new KeyNumbers(keys);
  }

  /** A range as the other methods take it. */
  Stretch stretch(KeyRange range) {
    return keys.of(range.begin(), range.lastKey());
  }

  /** What compacting a range would cost now. */
  SimulatedCost estimate(Stretch range) {
    SimulatedCost cost = run(range);
    takeBack(undo);
    return cost;
  }

  /** The same, as well as compacting it for good would tell: questions are asked. */
  SimulatedCost price(Stretch range) {
    SimulatedCost cost = runForGood(range);
    takeBack(undo);
    raise();
    return cost;
  }

  /** Compacts a range for good. */
  SimulatedCost compact(Stretch range) {
    SimulatedCost cost = runForGood(range);
    levels.get(0).replace(sunk, Collections.emptyList());
    undo.clear();
    undoSinking.clear();
    raise();
    recentMerges.clear();
    spills.addAll(cost.spills());
    changes.add(cost.changed());
    generation++;
    return cost;
  }

  /** What level 0 becomes was estimated without asking: it is found anew. */
  private SimulatedCost runForGood(Stretch range) {
    raise();
    forGood = true;
    try {
      return run(range);
    } finally {
      forGood = false;
    }
  }

  /** Nothing of level 0 is below any more. */
  private void raise() {
    takeBack(undoSinking);
    sunkFor = Collections.emptyList();
    sunk = Collections.emptyList();
    sunkBy = null;
  }

  private static void takeBack(Deque<Runnable> steps) {
    while (!steps.isEmpty()) {
      steps.pop().run();
    }
  }

  /** Grows with every compaction for good. */
  int generation() {
    return generation;
  }

  /** Whether a compaction for good has changed files in some keys since a generation. */
  boolean hasChanged(Stretch stretch, int since) {
    return changes.subList(since - 1, changes.size()).stream().anyMatch(stretch::overlaps);
  }

  private SimulatedCost run(Stretch range) {
    SimulatedCost cost = new SimulatedCost(range, generation);
    if (mayHaveNoKeysAboveTheDeepest(range)) {
      cost.mayDoNothing();
    }
    sink(range, cost);
    int deepest = deepest(range);
    for (int level = 1; level < deepest; level++) {
      compactLevel(level, range, cost);
    }
    cost.mayDiffer(null);
    if (generation > 1 || cost.hasMerged()) {
      cost.mayNotBeNeeded();
    }
    rewriteTombstones(range, cost);
    return cost;
  }

  /** That overlaps a range; 0 if none does. */
  private int deepest(Stretch range) {
    int deepest = levels.size() - 1;
    while (deepest > 0 && !levels.get(deepest).overlaps(range)) {
      deepest--;
    }
    return deepest;
  }

  /**
   * RocksDB passes over files that span a range without a key in it. Where those end that earlier ranges write is not
   * known, and those that level 0 becomes are no sign.
   */
  private boolean mayHaveNoKeysAboveTheDeepest(Stretch range) {
    boolean spanned = false;
    for (SimulatedLevel level : levels.subList(0, deepest(range))) {
      for (SimulatedFile file : level.overlapping(range)) {
        if (file.live == null ? file.generation < generation
            : range.contains(file.keys.first) || range.contains(file.keys.last)) {
          return false;
        }
        spanned |= file.live != null;
      }
    }
    return spanned;
  }

  /** Level 0: its files stay in place until the range is compacted for good; what they become is already below. */
  private void sink(Stretch range, SimulatedCost cost) {
    List<SimulatedFile> overlapping = levels.get(0).overlapping(range);
    List<SimulatedFile> upper = overlapping.isEmpty() ? overlapping : levels.get(0).cleanCut(overlapping);
    if (!upper.equals(sunkFor)) {
      takeBack(undoSinking);
      sunkFor = upper;
      sunk = upper;
      sunkBy = upper.isEmpty() ? null : sunk(upper, cost);
    }
    if (!upper.isEmpty()) {
      cost.lookEverywhere();
    }
    if (sunkBy != null) {
      cost.add(sunkBy);
    } else if (!sunk.isEmpty()) {
      cost.touch(SimulatedFile.hull(sunk));
    }
  }

  /** Null if the files are only moved. */
  private SimulatedMerge sunk(List<SimulatedFile> upper, SimulatedCost cost) {
    int output = table.baseLevel();
    List<SimulatedFile> lower = levels.get(output).overlapping(SimulatedFile.hull(upper));
    if (lower.isEmpty() && !inputs.levelZeroOverlapsItself() && inputs.mayMove(upper, output)) {
      replace(output, lower, upper, undoSinking);
      return null;
    }
    if (!lower.isEmpty()) {
      lower = levels.get(output).cleanCut(lower);
      sunk = inputs.grown(0, upper, lower, output, cost);
    }
    SimulatedMerge merge = merged(sunk, output, lower,
        forGood ? questions.all(sunk, lower, cost.range()) : questions.spread(sunk, cost.range()));
    replace(output, lower, merge.outputs, undoSinking);
    return merge;
  }

  private void compactLevel(int level, Stretch range, SimulatedCost cost) {
    List<SimulatedFile> overlapping = levels.get(level).overlapping(range);
    if (forGood) {
      // Where it is not known how what is written spreads, no file is known to be full.
      double fullFile = questions.haveToldAll() ? fullFileBytes : Double.MAX_VALUE;
      cost.mayDiffer(new RoughEdges(level, levels, fullFile, table.settings().maxCompactionBytes()).of(range, spills));
    }
    while (!overlapping.isEmpty()) {
      List<SimulatedFile> upper = levels.get(level).cleanCut(inputs.chunk(overlapping, levels.get(level + 1)));
      int behind = upper.get(upper.size() - 1).keys.last;
      compactChunk(level, upper, range, cost);
      overlapping = behind >= range.last ? Collections.emptyList()
          : levels.get(level).overlapping(new Stretch(behind + 1, range.last));
    }
  }

  private void compactChunk(int level, List<SimulatedFile> upper, Stretch range, SimulatedCost cost) {
    List<SimulatedFile> lower = levels.get(level + 1).overlapping(SimulatedFile.hull(upper));
    if (lower.isEmpty() && inputs.mayMove(upper, level + 1)) {
      cost.touch(SimulatedFile.hull(upper));
      replace(level, upper, Collections.emptyList(), undo);
      replace(level + 1, Collections.emptyList(), upper, undo);
    } else if (lower.isEmpty()) {
      merge(level, upper, level + 1, lower, cost);
    } else {
      lower = levels.get(level + 1).cleanCut(lower);
      List<SimulatedFile> grown = inputs.grown(level, upper, lower, level + 1, cost);
      merge(level, grown, level + 1, lower, cost);
    }
  }

  private void rewriteTombstones(Stretch range, SimulatedCost cost) {
    for (int level = levels.size() - 1; level > 0; level--) {
      for (SimulatedFile file : levels.get(level).overlapping(range)) {
        Stretch inside = range.intersection(file.keys);
        if (file.tombstones > HALF_A_TOMBSTONE
            && !SimulatedLevel.anyOverlaps(levels.subList(level + 1, levels.size()), inside)) {
          List<SimulatedFile> now = levels.get(level).overlapping(inside);
          if (now.contains(file)) {
            merge(level, levels.get(level).cleanCut(Collections.singletonList(file)), level, Collections.emptyList(),
                cost);
          }
        }
      }
    }
  }

  private void merge(int level, List<SimulatedFile> upper, int output, List<SimulatedFile> lower, SimulatedCost cost) {
    SimulatedMerge merge = level == output || forGood && questions.haveAnswers()
        ? merged(upper, output, lower, content(upper, lower, cost.range()))
        : recentMerges.computeIfAbsent(Arrays.asList(upper, lower),
            any -> merged(upper, output, lower, KnownContent.NOTHING));
    cost.add(merge);
    replace(level, upper, Collections.emptyList(), undo);
    replace(output, lower, merge.outputs, undo);
  }

  private KnownContent content(List<SimulatedFile> upper, List<SimulatedFile> lower, Stretch range) {
    return forGood ? questions.all(upper, lower, range) : KnownContent.NOTHING;
  }

  private SimulatedMerge merged(List<SimulatedFile> upper, int output, List<SimulatedFile> lower,
      KnownContent content) {
    SimulatedMerge merge =
        new SimulatedMerge(upper, lower, levels.subList(output + 1, levels.size()), content);
    merge.write(table.settings(), keys, sizes, fullFileBytes, generation);
    return merge;
  }

  private void replace(int level, List<SimulatedFile> removed, List<SimulatedFile> added, Deque<Runnable> steps) {
    levels.get(level).replace(removed, added);
    steps.push(() -> levels.get(level).replace(added, removed));
  }
}
