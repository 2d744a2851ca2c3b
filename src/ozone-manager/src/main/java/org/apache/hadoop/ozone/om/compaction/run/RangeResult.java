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

  /** A file was left because RocksDB is compacting it, or a file that it would draw in. */
  void busy() {
    busy = true;
  }

  /** A file was left because a memtable holds every key that could name it. */
  void leftInMemory() {
    unreachableInMemory++;
  }

  /** A file was left because levels above hold every key that could name it. */
  void leftBelow() {
    unreachableBelow++;
  }

  /** A file was found to be corrupt, which was not known when the range was planned. */
  void foundCorrupt() {
    foundCorrupt = true;
  }

  /** Files were left because a step with them would read a corrupt one. */
  void leftCorrupt(String sentence) {
    corrupt.add(sentence);
  }

  /** A file was left because it, or one that its step takes along, could not be read time and again. */
  void leftUnread(String sentence) {
    unread.add(sentence);
  }

  /** The range was left because its next step may write this many bytes, more than the turn's budget has left. */
  void beyondTotal(long bytes) {
    beyondTotal = bytes;
  }

  /** A sentence without its full stop on each corrupt file that something was left for. */
  Set<String> corrupt() {
    return corrupt;
  }

  /** A sentence without its full stop on each other file that something was left for, as it could not be read. */
  Set<String> unread() {
    return unread;
  }

  /** Whether all of the range was taken up that the plan knew to be possible. */
  boolean isAsPlanned() {
    return !foundCorrupt && unread.isEmpty();
  }

  /** Whether a part of the range was left because of a file that cannot be read. */
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

  /** The number of files left because the memtable holds all keys that could name them. */
  int unreachableInMemory() {
    return unreachableInMemory;
  }

  /** The number of files left because levels above hold all keys that could name them. */
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
