// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Adds up what the compactions of one range cost. */
final class SimulatedCost {
  private final KeyRange range;
  private final int generation;
  private final List<SimulatedMerge> merges = new ArrayList<>();
  private double readBytes;
  private double writtenBytes;
  private double removed;
  private byte[] begin;
  private byte[] lastKey;
  private byte[] lookedFrom;
  private byte[] lookedTo;
  private boolean lookedEverywhere;

  /** @param generation of the files that these compactions write */
  SimulatedCost(KeyRange range, int generation) {
    this.range = range;
    this.generation = generation;
    this.begin = range.begin();
    this.lastKey = range.lastKey();
    this.lookedFrom = begin;
    this.lookedTo = lastKey;
  }

  void add(SimulatedMerge merge) {
    merges.add(merge);
    readBytes += merge.readBytes;
    writtenBytes += merge.writtenBytes;
    removed += merge.tombstonesRemoved;
    touch(merge.hull);
  }

  /** Notes that files change, even if it costs nothing. */
  void touch(KeyRange keys) {
    begin = Keys.min(begin, keys.begin());
    lastKey = Keys.max(lastKey, keys.lastKey());
    lookAt(keys);
  }

  /** Notes that the cost depends on which files there are, even if none of them changes. */
  void lookAt(KeyRange keys) {
    lookedFrom = Keys.min(lookedFrom, keys.begin());
    lookedTo = Keys.max(lookedTo, keys.lastKey());
  }

  /** Notes that any file may bear on the cost. */
  void lookEverywhere() {
    lookedEverywhere = true;
  }

  /** While no file there changes, the cost does not; null if that may be any file. */
  KeyRange lookedAt() {
    return lookedEverywhere ? null : new KeyRange(lookedFrom, lookedTo);
  }

  boolean removesNothing() {
    return Math.round(removed) == 0;
  }

  double removedPerByte() {
    return removed / Math.max(1, readBytes + writtenBytes);
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
    return rewritten().containsAll(live);
  }

  private List<SstFile> rewritten() {
    List<SstFile> rewritten = new ArrayList<>();
    for (SimulatedMerge merge : merges) {
      merge.inputs.stream().filter(file -> file.live != null).forEach(file -> rewritten.add(file.live));
    }
    return rewritten;
  }

  /** @param known tombstones that are known to be in the range although its files hold others, too */
  RangeCost toRangeCost(long known) {
    double collateral = 0;
    double certain = 0;
    double possible = 0;
    for (SimulatedMerge merge : merges) {
      for (SimulatedFile file : merge.inputs) {
        boolean inside = range.contains(file.smallestKey) && range.contains(file.largestKey);
        collateral += inside ? 0 : file.overlaps(range) ? file.bytes / 2 : file.bytes;
        certain += inside && file.live != null ? file.tombstones : 0;
        possible += file.generation < generation ? file.tombstones : 0;
      }
    }
    long most = Math.round(possible);
    return new RangeCost(Math.round(readBytes), Math.round(writtenBytes), Math.round(collateral),
        new CountInterval(Math.min(most, Math.max(known, Math.round(certain))), most), rewritten());
  }
}
