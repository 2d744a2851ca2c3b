// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one compaction would write. Nobody knows how a file's entries spread over its keys. The best witness is the
 * deepest level: its files are of like size, so its boundaries are the quantiles of the table's keys. The last keys of
 * these files and of all inputs cut the merged keys into segments, and a file's entries are taken to spread over the
 * segments that it overlaps as the deepest level's bytes do.
 *
 * <p>A tombstone removes a put of the lower level in its segment, if there is one; it goes away itself if no deeper
 * level has a file there ({@code Compaction::KeyNotExistsBeyondOutputLevel}). Outputs are filled with whole segments up
 * to the target file size, or until they would overlap too much of the level below
 * ({@code CompactionOutputs::ShouldStopBefore}).
 */
final class SimulatedMerge {
  /** Part of an average segment's weight that a segment has although no file of the deepest level is there. */
  private static final double EMPTY_WEIGHT = 0.01;

  final List<SimulatedFile> inputs;
  final Stretch hull;
  final double readBytes;
  final List<SimulatedFile> outputs = new ArrayList<>();
  double writtenBytes;
  double tombstonesRemoved;

  private final List<SimulatedLevel> deeper;
  /** The last key of each segment. */
  private final int[] ends;
  /** The first key of each segment that an input holds; -1 if none holds any. */
  private final int[] begins;
  private final double[] weights;
  private final double[] inputBytes;
  private final double[] upperPuts;
  private final double[] upperTombstones;
  private final double[] lowerPuts;
  private final double[] lowerTombstones;

  /**
   * @param upper  the younger inputs, at least one
   * @param lower  the inputs of the level that is written to
   * @param deeper the levels below that
   */
  SimulatedMerge(List<SimulatedFile> upper, List<SimulatedFile> lower, List<SimulatedLevel> deeper) {
    this.deeper = deeper;
    inputs = new ArrayList<>(upper);
    inputs.addAll(lower);
    readBytes = SimulatedFile.bytes(inputs);
    hull = SimulatedFile.hull(inputs);
    List<SimulatedFile> witnesses = witnesses(lower);
    ends = ends(witnesses);
    begins = new int[ends.length];
    Arrays.fill(begins, -1);
    weights = weights(witnesses);
    inputBytes = new double[ends.length];
    upperPuts = new double[ends.length];
    upperTombstones = new double[ends.length];
    lowerPuts = new double[ends.length];
    lowerTombstones = new double[ends.length];
    lower.forEach(file -> spread(file, lowerPuts, lowerTombstones));
    followLower(SimulatedFile.bytes(lower));
    upper.forEach(file -> spread(file, upperPuts, upperTombstones));
  }

  /** Where the lower inputs hold much, the upper ones do, too: changes of today are where those of yesterday were. */
  private void followLower(double lowerBytes) {
    double allWeights = Arrays.stream(weights).sum();
    for (int i = 0; lowerBytes > 0 && i < weights.length; i++) {
      weights[i] = inputBytes[i] / lowerBytes + EMPTY_WEIGHT * weights[i] / allWeights;
    }
  }

  private List<SimulatedFile> witnesses(List<SimulatedFile> lower) {
    for (int i = deeper.size() - 1; i >= 0; i--) {
      List<SimulatedFile> files = deeper.get(i).overlapping(hull);
      if (!files.isEmpty()) {
        return files;
      }
    }
    return lower;
  }

  private int[] ends(List<SimulatedFile> witnesses) {
    return IntStream.concat(inputs.stream().mapToInt(file -> file.keys.last),
        witnesses.stream().mapToInt(file -> file.keys.last).filter(last -> hull.first <= last && last <= hull.last))
        .sorted().distinct().toArray();
  }

  private double[] weights(List<SimulatedFile> witnesses) {
    double[] result = new double[ends.length];
    Arrays.fill(result, Math.max(1, EMPTY_WEIGHT * SimulatedFile.bytes(witnesses) / ends.length));
    for (SimulatedFile witness : witnesses) {
      int first = find(witness.keys.first);
      int last = Math.min(ends.length - 1, find(witness.keys.last));
      for (int i = first; i <= last; i++) {
        result[i] += witness.bytes / (last - first + 1);
      }
    }
    return result;
  }

  private void spread(SimulatedFile file, double[] puts, double[] tombstones) {
    int first = find(file.keys.first);
    int last = find(file.keys.last);
    double weight = 0;
    for (int i = first; i <= last; i++) {
      weight += weights[i];
    }
    for (int i = first; i <= last; i++) {
      int begin = i == first ? file.keys.first : ends[i - 1] + 1;
      begins[i] = begins[i] < 0 ? begin : Math.min(begins[i], begin);
      double share = weights[i] / weight;
      inputBytes[i] += share * file.bytes;
      puts[i] += share * file.puts;
      tombstones[i] += share * file.tombstones;
    }
  }

  /** The segment that holds a key; one more than there are if the key lies behind all inputs. */
  private int find(int key) {
    int at = Arrays.binarySearch(ends, key);
    return at >= 0 ? at : -at - 1;
  }

  /**
   * @param sizes          of the table's entries
   * @param targetBytes    at which RocksDB closes a file
   * @param maxBytesBelow  of the next level that an output may overlap
   * @param generation     of the outputs
   */
  void write(EntrySizes sizes, double targetBytes, double maxBytesBelow, int generation) {
    double[] below = bytesBelow();
    Output open = new Output();
    double overlapped = 0;
    for (int i = 0; i < ends.length; i++) {
      if (begins[i] < 0) {
        continue;
      }
      Stretch segment = new Stretch(begins[i], ends[i]);
      double puts = upperPuts[i] + Math.max(0, lowerPuts[i] - upperTombstones[i]);
      double tombstones = upperTombstones[i] + lowerTombstones[i];
      double before = sizes.bytes(upperPuts[i] + lowerPuts[i], tombstones);
      if (tombstones > 0 && !SimulatedLevel.anyOverlaps(deeper, segment)) {
        tombstonesRemoved += tombstones;
        tombstones = 0;
      }
      double left = before == 0 ? inputBytes[i] : inputBytes[i] * sizes.bytes(puts, tombstones) / before;
      // RocksDB counts on over files that it closed for their size.
      boolean tooMuchBelow = overlapped + open.bytes > maxBytesBelow;
      if (open.bytes > 0 && (tooMuchBelow || open.bytes + left > targetBytes)) {
        open.close(generation);
        open = new Output();
      }
      overlapped = tooMuchBelow ? below[i] : overlapped + below[i];
      open.add(segment, left, puts, tombstones);
    }
    open.close(generation);
  }

  /** Bytes of the next level's files that end in each segment. */
  private double[] bytesBelow() {
    double[] below = new double[ends.length];
    List<SimulatedFile> next = Collections.emptyList();
    for (int i = 0; next.isEmpty() && i < deeper.size(); i++) {
      next = deeper.get(i).overlapping(hull);
    }
    for (SimulatedFile file : next) {
      int segment = find(file.keys.last);
      if (segment < ends.length) {
        below[segment] += file.bytes;
      }
    }
    return below;
  }

  private final class Output {
    private Stretch keys;
    private double bytes;
    private double puts;
    private double tombstones;

    void add(Stretch segment, double moreBytes, double morePuts, double moreTombstones) {
      if (moreBytes > 0) {
        keys = keys == null ? segment : keys.with(segment);
        bytes += moreBytes;
        puts += morePuts;
        tombstones += moreTombstones;
      }
    }

    void close(int generation) {
      if (bytes > 0) {
        outputs.add(new SimulatedFile(keys, bytes, puts, tombstones, generation));
        writtenBytes += bytes;
      }
    }
  }
}
