// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;

/** Adds up what the compactions of one range cost. */
final class SimulatedCost {
  private final KeyRange range;
  private final List<SstFile> rewritten = new ArrayList<>();
  private long readBytes;
  private long writeBytes;
  private long collateralBytes;
  private long removed;

  SimulatedCost(KeyRange range) {
    this.range = range;
  }

  void add(List<SimulatedFile> read, long written, long tombstonesRemoved) {
    for (SimulatedFile file : read) {
      readBytes += file.bytes;
      if (!file.overlaps(range)) {
        collateralBytes += file.bytes;
      } else if (!range.contains(file.smallestKey) || !range.contains(file.largestKey)) {
        collateralBytes += file.bytes / 2;
      }
      if (file.live != null) {
        rewritten.add(file.live);
      }
    }
    writeBytes += written;
    removed += tombstonesRemoved;
  }

  long removed() {
    return removed;
  }

  double removedPerByte() {
    return (double) removed / Math.max(1, readBytes + writeBytes);
  }

  /** @param certain tombstones that are certain to be in the range */
  RangeCost toRangeCost(long certain) {
    return new RangeCost(readBytes, writeBytes, collateralBytes,
        new CountInterval(Math.min(certain, removed), removed), rewritten);
  }
}
