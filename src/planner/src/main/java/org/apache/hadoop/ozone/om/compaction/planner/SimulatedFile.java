// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.List;

/**
 * A file of the simulated tree: a live one, or one that an earlier compaction would have written. Counts are expected
 * values and need not be whole.
 */
final class SimulatedFile {
  /** Null for a file that does not exist yet. */
  final SstFile live;
  final byte[] smallestKey;
  final byte[] largestKey;
  final double bytes;
  final double puts;
  final double tombstones;
  /** How many compactions were applied for good before this file came to be; live files are of generation 0. */
  final int generation;

  SimulatedFile(SstFile live) {
    this.live = live;
    this.smallestKey = live.smallestKey();
    this.largestKey = live.largestKey();
    this.bytes = live.sizeBytes();
    this.puts = live.entries() - live.tombstones();
    this.tombstones = live.tombstones();
    this.generation = 0;
  }

  SimulatedFile(KeyRange keys, double bytes, double puts, double tombstones, int generation) {
    this.live = null;
    this.smallestKey = keys.begin();
    this.largestKey = keys.lastKey();
    this.bytes = bytes;
    this.puts = puts;
    this.tombstones = tombstones;
    this.generation = generation;
  }

  boolean overlaps(byte[] begin, byte[] lastKey) {
    return Keys.compare(smallestKey, lastKey) <= 0 && Keys.compare(begin, largestKey) <= 0;
  }

  boolean overlaps(KeyRange range) {
    return overlaps(range.begin(), range.lastKey());
  }

  static double bytes(List<SimulatedFile> files) {
    double bytes = 0;
    for (SimulatedFile file : files) {
      bytes += file.bytes;
    }
    return bytes;
  }

  /** The smallest range that holds all keys of some files, at least one. */
  static KeyRange hull(List<SimulatedFile> files) {
    byte[] begin = files.get(0).smallestKey;
    byte[] last = files.get(0).largestKey;
    for (SimulatedFile file : files) {
      begin = Keys.min(begin, file.smallestKey);
      last = Keys.max(last, file.largestKey);
    }
    return new KeyRange(begin, last);
  }
}
