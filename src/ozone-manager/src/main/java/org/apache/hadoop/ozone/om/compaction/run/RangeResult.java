// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.LinkedHashSet;
import java.util.Set;

/** Collects the results of the steps of one range. Confined to the turn's thread. */
final class RangeResult {
  private boolean rewritten;
  private long tombstonesRemoved;
  private boolean busy;
  private int unreachableInMemory;
  private int unreachableBelow;
  private long beyondTotal;
  private boolean foundCorrupt;
  private final Set<String> corrupt = new LinkedHashSet<>();
  private final Set<String> unread = new LinkedHashSet<>();

  /** Adds the result of a step. */
  void compacted(CompactedStep step) {
    rewritten |= step.hasRewritten();
    tombstonesRemoved += step.tombstonesRemoved();
  }

  /** Returns whether at least half of the expected tombstones were removed, and at least one. */
  boolean hasGained(long tombstonesExpected) {
    return tombstonesRemoved > 0 && 2 * tombstonesRemoved >= tombstonesExpected;
  }

  /** Notes that a file was left because RocksDB is compacting it, or a file that it would take along. */
  void busy() {
    busy = true;
  }

  /** Notes that a file was left because memtables hold every key by which RocksDB would take it. */
  void leftInMemory() {
    unreachableInMemory++;
  }

  /** Notes that a file was left because levels above hold every key by which RocksDB would take it. */
  void leftBelow() {
    unreachableBelow++;
  }

  /** Notes that a file was found to be corrupt, which was not known when the range was planned. */
  void foundCorrupt() {
    foundCorrupt = true;
  }

  /** Notes that files were left because a step with them would read a corrupt one. */
  void leftCorrupt(String sentence) {
    corrupt.add(sentence);
  }

  /** Notes that a file was left because it, or one that its step takes along, could not be read several times. */
  void leftUnread(String sentence) {
    unread.add(sentence);
  }

  /**
   * Notes that the range was left because its next step may write this many bytes, more than is left of the turn's
   * budget.
   */
  void beyondTotal(long bytes) {
    beyondTotal = bytes;
  }

  /** One sentence without its full stop for each corrupt file because of which something was left. */
  Set<String> corrupt() {
    return corrupt;
  }

  /**
   * One sentence without its full stop for each other file that could not be read and because of which something was
   * left.
   */
  Set<String> unread() {
    return unread;
  }

  /** Whether all was compacted that was possible by the plan. */
  boolean isAsPlanned() {
    return !foundCorrupt && unread.isEmpty();
  }

  /** Whether a part of the range was left because a file cannot be read. */
  boolean isUnreadable() {
    return !corrupt.isEmpty() || !unread.isEmpty();
  }

  /** Whether any step rewrote files. */
  boolean hasRewritten() {
    return rewritten;
  }

  boolean isBusy() {
    return busy;
  }

  /** The number of files left because memtables hold all keys by which RocksDB would take them. */
  int unreachableInMemory() {
    return unreachableInMemory;
  }

  /** The number of files left because levels above hold all keys by which RocksDB would take them. */
  int unreachableBelow() {
    return unreachableBelow;
  }

  boolean isBeyondTotal() {
    return beyondTotal > 0;
  }

  /** Bytes that the next step may write; 0 if the range was not left because of the budget. */
  long beyondTotalBytes() {
    return beyondTotal;
  }
}
