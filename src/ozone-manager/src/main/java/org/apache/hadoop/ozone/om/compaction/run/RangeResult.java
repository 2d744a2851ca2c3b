// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

/** Collects the outcome of the steps of one range. Used by the turn's thread only. */
final class RangeResult {
  private boolean rewritten;
  private long tombstonesRemoved;
  private boolean busy;
  private int unreachableInMemory;
  private int unreachableBelow;
  private long beyondTotal;

  /** A step has ended. */
  void compacted(CompactedStep step) {
    rewritten |= step.hasRewritten();
    tombstonesRemoved += step.tombstonesRemoved();
  }

  /** Whether at least half of the tombstones are gone that were expected to go, and some at all. */
  boolean hasGained(long tombstonesExpected) {
    return tombstonesRemoved > 0 && 2 * tombstonesRemoved >= tombstonesExpected;
  }

  /** Files were left, as RocksDB is compacting them or what they would draw in. */
  void busy() {
    busy = true;
  }

  /** A file was left, as a memtable holds every key that could name it. */
  void leftInMemory() {
    unreachableInMemory++;
  }

  /** A file was left, as files above hold every key that could name it. */
  void leftBelow() {
    unreachableBelow++;
  }

  /** The next step may write so much, which is more than the turn has left. */
  void beyondTotal(long bytes) {
    beyondTotal = bytes;
  }

  /** Whether any step has rewritten files. */
  boolean hasRewritten() {
    return rewritten;
  }

  boolean isBusy() {
    return busy;
  }

  /** Files that were left as clients write all keys that could name them. */
  int unreachableInMemory() {
    return unreachableInMemory;
  }

  /** Files that were left as levels above hold all keys that could name them. */
  int unreachableBelow() {
    return unreachableBelow;
  }

  boolean isBeyondTotal() {
    return beyondTotal > 0;
  }

  /** Bytes that the next step may write; 0 if that is not why the range was left. */
  long beyondTotalBytes() {
    return beyondTotal;
  }
}
