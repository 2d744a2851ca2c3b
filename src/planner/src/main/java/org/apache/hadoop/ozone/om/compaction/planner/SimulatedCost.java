// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Adds up what the compactions of one range cost. */
final class SimulatedCost {
  private final Stretch range;
  private final int generation;
  private final List<SimulatedMerge> merges = new ArrayList<>();
  private double readBytes;
  private double writtenBytes;
  /** How far each merge may differ, and the next; null where all is known. */
  private final List<RoughEdges> edges = new ArrayList<>();
  private RoughEdges next;
  private int sureMerges = Integer.MAX_VALUE;
  private boolean mayDoNothing;
  private final List<RoughEdges.Spill> spills = new ArrayList<>();
  private double mayAlsoBeWritten;
  private double removed;
  private Stretch changed;
  private Stretch lookedAt;

  /** @param generation of the files that these compactions write */
  SimulatedCost(Stretch range, int generation) {
    this.range = range;
    this.generation = generation;
    this.changed = range;
    this.lookedAt = range;
  }

  Stretch range() {
    return range;
  }

  void add(SimulatedMerge merge) {
    merges.add(merge);
    readBytes += merge.readBytes;
    writtenBytes += merge.writtenBytes;
    edges.add(next);
    removed += merge.tombstonesRemoved;
    touch(merge.hull);
  }

  /** Notes how far the next merges may differ from what is expected; null if they may not. */
  void mayDiffer(RoughEdges found) {
    next = found;
    if (found != null) {
      mayAlsoBeWritten += found.moreBytes;
      spills.addAll(found.spills);
    }
  }

  boolean hasMerged() {
    return !merges.isEmpty();
  }

  /** Notes that the next merges may turn out not to be needed. */
  void mayNotBeNeeded() {
    sureMerges = merges.size();
  }

  /** Notes that RocksDB may turn out to find nothing to do. */
  void mayDoNothing() {
    mayDoNothing = true;
  }

  /** What it may take or leave outside of the range. */
  List<RoughEdges.Spill> spills() {
    return spills;
  }

  /** Notes that files change, even if it costs nothing. */
  void touch(Stretch keys) {
    changed = changed.with(keys);
    lookAt(keys);
  }

  /** Notes that the cost depends on which files there are, even if none of them changes. */
  void lookAt(Stretch keys) {
    lookedAt = lookedAt.with(keys);
  }

  /** Notes that any file may bear on the cost. */
  void lookEverywhere() {
    lookedAt = Stretch.ALL;
  }

  /** While no file there changes, the cost does not. */
  Stretch lookedAt() {
    return lookedAt;
  }

  double readBytes() {
    return readBytes;
  }

  /** Bytes read to bring level 0 down, with those of the base level. */
  long levelZeroBytes() {
    return Math.round(merges.stream()
        .filter(merge -> merge.inputs.stream().anyMatch(file -> file.live != null && file.live.level() == 0))
        .mapToDouble(merge -> merge.readBytes).sum());
  }

  boolean removesNothing() {
    return Math.round(removed) == 0;
  }

  double removedPerByte() {
    return removed / Math.max(1, readBytes + writtenBytes);
  }

  /** The keys whose files change. */
  Stretch changed() {
    return changed;
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
        boolean inside = range.contains(file.keys);
        collateral += inside ? 0 : merge.bytesOutside(range, file);
        certain += inside && file.live != null ? file.tombstones : 0;
        possible += file.generation < generation ? file.tombstones : 0;
      }
    }
    long most = Math.round(possible);
    return new RangeCost(Math.round(readBytes), Math.round(writtenBytes),
        writeInterval(), Math.round(collateral),
        new CountInterval(Math.min(most, Math.max(known, Math.round(certain))), most), removedPerByte(), rewritten());
  }

  private CountInterval writeInterval() {
    double least = 0;
    double most = mayAlsoBeWritten;
    for (int i = 0; i < merges.size(); i++) {
      RoughEdges edge = edges.get(i);
      least += i >= sureMerges ? 0 : merges.get(i).leastWrittenBytes() * (edge == null ? 1 : edge.leastPart);
      most += merges.get(i).mostWrittenBytes();
    }
    return new CountInterval(mayDoNothing ? 0 : Math.round(least), Math.round(most));
  }
}
