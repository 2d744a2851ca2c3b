// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Adds up what the compactions of one range cost. */
final class SimulatedCost {
  private final KeyRange range;
  private final int generation;
  private final List<SstFile> rewritten = new ArrayList<>();
  private double readBytes;
  private double writeBytes;
  private double collateralBytes;
  private double expectedRemoved;
  private double certainlyRemoved;
  private double possiblyRemoved;
  private byte[] begin;
  private byte[] lastKey;

  SimulatedCost(KeyRange range, int generation) {
    this.range = range;
    this.generation = generation;
    this.begin = range.begin();
    this.lastKey = range.lastKey();
  }

  void add(List<SimulatedFile> read, double tombstonesRemoved, double written) {
    for (SimulatedFile file : read) {
      boolean inside = range.contains(file.smallestKey) && range.contains(file.largestKey);
      readBytes += file.bytes;
      if (!inside) {
        collateralBytes += file.overlaps(range) ? file.bytes / 2 : file.bytes;
      }
      if (file.live != null) {
        rewritten.add(file.live);
        certainlyRemoved += inside ? file.tombstones : 0;
      }
      if (file.generation < generation) {
        possiblyRemoved += file.tombstones;
      }
    }
    touch(read);
    writeBytes += written;
    expectedRemoved += tombstonesRemoved;
  }

  /** Notes that files change, even if it costs nothing. */
  void touch(List<SimulatedFile> files) {
    for (SimulatedFile file : files) {
      begin = Keys.min(begin, file.smallestKey);
      lastKey = Keys.max(lastKey, file.largestKey);
    }
  }

  boolean removesNothing() {
    return Math.round(expectedRemoved) == 0;
  }

  double removedPerByte() {
    return expectedRemoved / Math.max(1, readBytes + writeBytes);
  }

  /** First of the keys whose files change, inclusive. */
  byte[] begin() {
    return begin;
  }

  /** Last of the keys whose files change, inclusive. */
  byte[] lastKey() {
    return lastKey;
  }

  boolean rewrites(Collection<SstFile> live) {
    return rewritten.containsAll(live);
  }

  /** @param known tombstones that are known to be in the range although its files hold others, too */
  RangeCost toRangeCost(long known) {
    long most = Math.round(possiblyRemoved);
    return new RangeCost(Math.round(readBytes), Math.round(writeBytes), Math.round(collateralBytes),
        new CountInterval(Math.min(most, Math.max(known, Math.round(certainlyRemoved))), most), rewritten);
  }
}
