// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * What one compaction is expected to write. Its inputs are known; of what they hold, a tombstone goes away where no
 * deeper level has a file ({@code Compaction::KeyNotExistsBeyondOutputLevel}), and a put where the upper level holds a
 * younger entry of its key, which {@link LiveKeys} tell for a sample of the lower files' puts.
 */
final class MergeEstimate {
  /** Blocks are cut anew, and every file has an index, a filter and properties of its own. */
  private static final double FILE_OVERHEAD = 0.02;
  private static final double FILE_OVERHEAD_BYTES = 2_048;
  /** A sample of n is off by more than this many standard deviations once in some hundred times. */
  private static final double DEVIATIONS = 3;

  private final Merge merge;
  private final Levels levels;
  private final LiveKeys liveKeys;
  private final List<TreeFile> outputs = new ArrayList<>();
  private double writeBytes;
  private double leastWriteBytes;
  private double mostWriteBytes;
  private double tombstonesRemoved;

  private MergeEstimate(Merge merge, Levels levels, LiveKeys liveKeys) {
    this.merge = merge;
    this.levels = levels;
    this.liveKeys = liveKeys;
  }

  /** @param levels as the compaction finds them */
  static MergeEstimate of(Merge merge, Levels levels, LiveKeys liveKeys) {
    MergeEstimate estimate = new MergeEstimate(merge, levels, liveKeys);
    if (merge.isMove()) {
      estimate.outputs.addAll(merge.upper());
    } else {
      estimate.estimate();
    }
    return estimate;
  }

  List<TreeFile> outputs() {
    return outputs;
  }

  double writeBytes() {
    return writeBytes;
  }

  double leastWriteBytes() {
    return leastWriteBytes;
  }

  /** Never less than what is written, as far as samples can tell. */
  double mostWriteBytes() {
    return mostWriteBytes;
  }

  double tombstonesRemoved() {
    return tombstonesRemoved;
  }

  private void estimate() {
    List<Part> parts = new ArrayList<>();
    double least = 0;
    double most = 0;
    double variance = 0;
    Part above = new Part(TreeFile.hull(merge.upper()));
    merge.upper().forEach(file -> above.add(surviving(file)));
    for (TreeFile file : merge.lower()) {
      Part part = surviving(file);
      Hidden hidden = hidden(file);
      double bytesPerPut = file.puts() <= 0 ? 0 : part.putBytes / file.puts();
      least += (part.puts - Math.min(part.puts, hidden.most)) * bytesPerPut;
      most += (part.puts - Math.min(part.puts, hidden.least)) * bytesPerPut;
      variance += hidden.variance * bytesPerPut * bytesPerPut;
      double gone = Math.min(part.puts, hidden.expected);
      part.puts -= gone;
      part.putBytes -= gone * bytesPerPut;
      parts.add(part);
    }
    double lowerPuts = parts.stream().mapToDouble(part -> part.putBytes).sum();
    double rest = above.putBytes + above.tombstoneBytes
        + parts.stream().mapToDouble(part -> part.tombstoneBytes).sum();
    double deviation = DEVIATIONS * Math.sqrt(variance);
    writeBytes = rest + lowerPuts;
    leastWriteBytes = rest + Math.max(least, lowerPuts - deviation);
    spread(above, parts);
    write(parts);
    mostWriteBytes = Math.min(merge.readBytes(), rest + Math.min(most, lowerPuts + deviation)) * (1 + FILE_OVERHEAD)
        + FILE_OVERHEAD_BYTES * (1 + outputs.size());
    double left = outputs.stream().mapToDouble(TreeFile::tombstones).sum();
    tombstonesRemoved = merge.inputs().stream().mapToDouble(TreeFile::tombstones).sum() - left;
  }

  /** What a file brings along if nothing hides its puts. */
  private Part surviving(TreeFile file) {
    Part part = new Part(file.keys());
    double tombstoneBytes = levels.sizes().tombstoneBytes(file);
    part.puts = file.puts();
    part.putBytes = file.bytes() - tombstoneBytes;
    if (levels.anyBelow(merge.outputLevel(), file.keys())) {
      part.tombstones = file.tombstones();
      part.tombstoneBytes = tombstoneBytes;
    }
    return part;
  }

  /** How many puts of a lower file younger entries of the upper files hide. */
  private Hidden hidden(TreeFile file) {
    Hidden hidden = new Hidden();
    boolean known = false;
    for (SstFile source : file.sources()) {
      List<byte[]> sample = source.entries() == source.tombstones() ? Collections.emptyList()
          : liveKeys.sample(source);
      if (!sample.isEmpty()) {
        known = true;
        BitSet inside = inside(sample, file, source);
        BitSet gone = hidden(sample, source);
        gone.and(inside);
        hidden.add(sample.size(), inside.cardinality(), gone.cardinality(), source.entries() - source.tombstones());
      }
    }
    return known ? hidden : assumed(file);
  }

  /** The part of a source's sample that lies in the file, and was not hidden when the file was written. */
  private BitSet inside(List<byte[]> sample, TreeFile file, SstFile source) {
    BitSet inside = new BitSet();
    for (int i = 0; i < sample.size(); i++) {
      inside.set(i, file.keys().contains(sample.get(i)));
    }
    file.sources().stream().filter(other -> other.level() < source.level())
        .forEach(other -> inside.andNot(liveKeys.held(source, other)));
    return inside;
  }

  private BitSet hidden(List<byte[]> sample, SstFile source) {
    KeyRange keys = new KeyRange(sample.get(0), sample.get(sample.size() - 1));
    BitSet hidden = new BitSet();
    merge.upper().stream().filter(file -> file.keys().overlaps(keys)).flatMap(file -> file.sources().stream())
        .distinct().forEach(above -> hidden.or(liveKeys.held(source, above)));
    return hidden;
  }

  /** Every tombstone above is taken to hide a put, spread over the files below by their bytes. */
  private Hidden assumed(TreeFile file) {
    Hidden hidden = new Hidden();
    for (TreeFile upper : merge.upper()) {
      double below = merge.lower().stream().filter(lower -> lower.keys().overlaps(upper.keys()))
          .mapToDouble(TreeFile::bytes).sum();
      if (upper.keys().overlaps(file.keys()) && below > 0) {
        hidden.expected += upper.tombstones() * file.bytes() / below;
        hidden.most += (upper.tombstones() + upper.puts()) * file.bytes() / below;
      }
    }
    hidden.expected = Math.min(file.puts(), hidden.expected);
    hidden.most = Math.min(file.puts(), hidden.most);
    hidden.variance = Double.MAX_VALUE;
    return hidden;
  }

  /** Entries of the upper level go where the lower files are. */
  private static void spread(Part above, List<Part> parts) {
    if (parts.isEmpty()) {
      parts.add(above);
      return;
    }
    double all = parts.stream().mapToDouble(Part::bytes).sum();
    int files = parts.size();
    for (Part part : parts) {
      part.add(above, all <= 0 ? 1.0 / files : part.bytes() / all);
    }
    if (above.bytes() > 0) {
      parts.get(0).keys = parts.get(0).keys.hull(new KeyRange(above.keys.begin(), above.keys.begin()));
      Part last = parts.get(files - 1);
      last.keys = last.keys.hull(new KeyRange(above.keys.lastKey(), above.keys.lastKey()));
    }
  }

  /** Fills files up to the target size. */
  private void write(List<Part> parts) {
    double target = levels.table().settings().targetFileBytes();
    Part open = null;
    for (Part part : parts) {
      if (part.bytes() > 0) {
        if (open != null && open.bytes() + part.bytes() > target) {
          close(open);
          open = null;
        }
        if (open == null) {
          open = new Part(part.keys);
        }
        open.add(part);
      }
    }
    if (open != null) {
      close(open);
    }
  }

  private void close(Part part) {
    outputs.add(TreeFile.expected(part.keys, part.bytes(), part.puts, part.tombstones, merge.inputs()));
  }

  /** Puts of a file that are hidden: expected, between bounds, with the variance of the sample. */
  private static final class Hidden {
    private double expected;
    private double least;
    private double most;
    private double variance;

    /**
     * @param sample size of the sample of a source
     * @param inside how many of it lie in the file
     * @param gone   how many of these are hidden
     * @param puts   of the source
     */
    void add(int sample, int inside, int gone, double puts) {
      if (sample == 0) {
        return;
      }
      double weight = puts / sample;
      expected += gone * weight;
      // One more or one fewer of the sample, which also stands for what a sample of all or none leaves open.
      least += Math.max(0, gone - 1 - DEVIATIONS * Math.sqrt(gone)) * weight;
      most += (gone + 1 + DEVIATIONS * Math.sqrt(inside)) * weight;
      double share = inside == 0 ? 0 : Math.max(0.5, Math.min(inside - 0.5, gone)) / inside;
      variance += inside * share * (1 - share) * weight * weight;
    }
  }

  /** What is left of some inputs, on some keys. */
  private static final class Part {
    private KeyRange keys;
    private double puts;
    private double putBytes;
    private double tombstones;
    private double tombstoneBytes;

    Part(KeyRange keys) {
      this.keys = keys;
    }

    double bytes() {
      return putBytes + tombstoneBytes;
    }

    void add(Part other) {
      keys = keys.hull(other.keys);
      add(other, 1);
    }

    private void add(Part other, double share) {
      puts += other.puts * share;
      putBytes += other.putBytes * share;
      tombstones += other.tombstones * share;
      tombstoneBytes += other.tombstoneBytes * share;
    }
  }
}
