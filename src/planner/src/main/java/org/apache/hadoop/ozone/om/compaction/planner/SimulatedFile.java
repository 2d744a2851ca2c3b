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
  final Stretch keys;
  final double bytes;
  final double puts;
  final double tombstones;
  /** How its content spreads over its keys; null for a live file. */
  final SimulatedPieces pieces;
  /** What writes it; null for a live file. */
  private final SimulatedMerge source;
  /** How many compactions were applied for good before this file came to be; live files are of generation 0. */
  final int generation;

  SimulatedFile(SstFile live, Stretch keys) {
    this.live = live;
    this.keys = keys;
    this.bytes = live.sizeBytes();
    this.puts = live.entries() - live.tombstones();
    this.tombstones = live.tombstones();
    this.pieces = null;
    this.source = null;
    this.generation = 0;
  }

  SimulatedFile(Stretch keys, SimulatedPieces pieces, SimulatedMerge source, int generation) {
    double allBytes = 0;
    double allPuts = 0;
    double allTombstones = 0;
    for (int i = pieces.from; i < pieces.to; i++) {
      allBytes += pieces.bytes[i];
      allPuts += pieces.puts[i];
      allTombstones += pieces.tombstones[i];
    }
    this.live = null;
    this.keys = keys;
    this.bytes = allBytes;
    this.puts = allPuts;
    this.tombstones = allTombstones;
    this.pieces = pieces;
    this.source = source;
    this.generation = generation;
  }

  /** How many bytes fewer it may have. */
  double fewerBytes() {
    return source == null ? 0 : bytes * (1 - source.leastWrittenBytes() / source.writtenBytes);
  }

  /** How many bytes more it may have. */
  double moreBytes() {
    return source == null ? 0 : bytes * (source.mostWrittenBytes() / source.writtenBytes - 1);
  }

  static double bytes(List<SimulatedFile> files) {
    double bytes = 0;
    for (SimulatedFile file : files) {
      bytes += file.bytes;
    }
    return bytes;
  }

  /** Puts and tombstones. */
  static double entries(List<SimulatedFile> files) {
    double entries = 0;
    for (SimulatedFile file : files) {
      entries += file.puts + file.tombstones;
    }
    return entries;
  }

  /** The smallest stretch that holds all keys of some files, at least one. */
  static Stretch hull(List<SimulatedFile> files) {
    int first = files.get(0).keys.first;
    int last = files.get(0).keys.last;
    for (SimulatedFile file : files) {
      first = Math.min(first, file.keys.first);
      last = Math.max(last, file.keys.last);
    }
    return new Stretch(first, last);
  }
}
