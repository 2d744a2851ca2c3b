// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one compaction would write. Nobody knows how a file's entries spread over its keys: the last keys of all inputs
 * cut the merged keys into segments, and a file's entries are taken to spread evenly over the segments that it
 * overlaps. A tombstone removes a put of the lower level in its segment, if there is one; it goes away itself if no
 * deeper level has a file there. Outputs are filled with whole segments up to the target file size.
 */
final class SimulatedMerge {
  final List<SimulatedFile> outputs = new ArrayList<>();
  double bytes;
  double tombstonesRemoved;

  private final byte[][] ends;
  private final byte[][] begins;
  private final double[] inputBytes;
  private final double[] upperPuts;
  private final double[] upperTombstones;
  private final double[] lowerPuts;
  private final double[] lowerTombstones;

  /**
   * @param upper the younger inputs, at least one
   * @param lower the inputs of the level that is written to
   */
  SimulatedMerge(List<SimulatedFile> upper, List<SimulatedFile> lower) {
    ends = ends(upper, lower);
    begins = new byte[ends.length][];
    inputBytes = new double[ends.length];
    upperPuts = new double[ends.length];
    upperTombstones = new double[ends.length];
    lowerPuts = new double[ends.length];
    lowerTombstones = new double[ends.length];
    upper.forEach(file -> spread(file, upperPuts, upperTombstones));
    lower.forEach(file -> spread(file, lowerPuts, lowerTombstones));
  }

  private static byte[][] ends(List<SimulatedFile> upper, List<SimulatedFile> lower) {
    List<byte[]> ends = new ArrayList<>(upper.size() + lower.size());
    upper.forEach(file -> ends.add(file.largestKey));
    lower.forEach(file -> ends.add(file.largestKey));
    ends.sort(Keys::compare);
    List<byte[]> distinct = new ArrayList<>(ends.size());
    for (byte[] end : ends) {
      if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), end)) {
        distinct.add(end);
      }
    }
    return distinct.toArray(new byte[0][]);
  }

  private void spread(SimulatedFile file, double[] puts, double[] tombstones) {
    int first = find(file.smallestKey);
    int last = find(file.largestKey);
    double share = 1.0 / (last - first + 1);
    for (int i = first; i <= last; i++) {
      byte[] begin = i == first ? file.smallestKey : Keys.after(ends[i - 1]);
      begins[i] = begins[i] == null ? begin : Keys.min(begins[i], begin);
      inputBytes[i] += share * file.bytes;
      puts[i] += share * file.puts;
      tombstones[i] += share * file.tombstones;
    }
  }

  private int find(byte[] key) {
    int at = Arrays.binarySearch(ends, key, Keys::compare);
    return at >= 0 ? at : -at - 1;
  }

  /**
   * @param deeper     the levels below the one that is written to
   * @param sizes      of the table's entries
   * @param target     size in bytes at which RocksDB closes a file
   * @param generation of the outputs
   */
  void write(List<SimulatedLevel> deeper, EntrySizes sizes, long target, int generation) {
    Output open = new Output();
    for (int i = 0; i < ends.length; i++) {
      byte[] begin = begins[i];
      byte[] end = ends[i];
      double puts = upperPuts[i] + Math.max(0, lowerPuts[i] - upperTombstones[i]);
      double tombstones = upperTombstones[i] + lowerTombstones[i];
      double before = sizes.bytes(upperPuts[i] + lowerPuts[i], tombstones);
      if (tombstones > 0 && deeper.stream().noneMatch(level -> level.overlaps(begin, end))) {
        tombstonesRemoved += tombstones;
        tombstones = 0;
      }
      double left = before == 0 ? inputBytes[i] : inputBytes[i] * sizes.bytes(puts, tombstones) / before;
      if (open.bytes > 0 && open.bytes + left > target) {
        open.close(generation);
        open = new Output();
      }
      open.add(begin, end, left, puts, tombstones);
    }
    open.close(generation);
  }

  private final class Output {
    private byte[] begin;
    private byte[] end;
    private double bytes;
    private double puts;
    private double tombstones;

    void add(byte[] from, byte[] to, double moreBytes, double morePuts, double moreTombstones) {
      if (moreBytes > 0) {
        begin = begin == null ? from : begin;
        end = to;
        bytes += moreBytes;
        puts += morePuts;
        tombstones += moreTombstones;
      }
    }

    void close(int generation) {
      if (bytes > 0) {
        outputs.add(new SimulatedFile(new KeyRange(begin, end), bytes, puts, tombstones, generation));
        SimulatedMerge.this.bytes += bytes;
      }
    }
  }
}
