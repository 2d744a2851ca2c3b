// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;

/** A file of the simulated tree: a live one or one that an earlier compaction would have written. */
final class SimulatedFile {
  /** Null for a file that does not exist yet. */
  final SstFile live;
  final byte[] smallestKey;
  final byte[] largestKey;
  final long bytes;
  final long entries;
  final long tombstones;

  SimulatedFile(SstFile live) {
    this.live = live;
    this.smallestKey = live.smallestKey();
    this.largestKey = live.largestKey();
    this.bytes = live.sizeBytes();
    this.entries = live.entries();
    this.tombstones = live.tombstones();
  }

  private SimulatedFile(KeyRange keys, long bytes, long entries, long tombstones) {
    this.live = null;
    this.smallestKey = keys.begin();
    this.largestKey = keys.lastKey();
    this.bytes = bytes;
    this.entries = entries;
    this.tombstones = tombstones;
  }

  boolean overlaps(KeyRange range) {
    return Keys.compare(smallestKey, range.lastKey()) <= 0 && Keys.compare(range.begin(), largestKey) <= 0;
  }

  KeyRange keys() {
    return new KeyRange(smallestKey, largestKey);
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

  /** What merging {@code inputs} would write. Files end where an input ends, as keys in between are not known. */
  static List<SimulatedFile> outputs(List<SimulatedFile> inputs, long bytes, long entries, long tombstones,
      long targetBytes) {
    List<SimulatedFile> outputs = new ArrayList<>();
    if (entries > 0) {
      outputs.add(new SimulatedFile(hull(inputs), bytes, entries, tombstones));
    }
    return outputs;
  }
}
