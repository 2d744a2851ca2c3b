// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.BitSet;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Adds up counts by slot; add all files before reading any. A file over many slots costs as much as over two. */
final class SlotCounts {
  private final SpanCounts.Change[] changes;
  private final BitSet changed;

  SlotCounts(int slots) {
    changes = new SpanCounts.Change[slots + 1];
    changed = new BitSet(slots + 1);
  }

  void addOwn(int slot, SstFile file) {
    addKnown(slot, file.entries(), file.tombstones());
    changes[slot].ownBytes += file.sizeBytes();
    changes[slot].ownFiles++;
  }

  /** Counts a file in every slot from {@code first} to {@code last}, inclusive. */
  void addShared(int first, int last, SstFile file) {
    at(first).sharedBytes += file.sizeBytes();
    at(first).sharedFiles++;
    at(last + 1).sharedBytes -= file.sizeBytes();
    at(last + 1).sharedFiles--;
  }

  /** Adds entries that lie somewhere in the slots from {@code first} to {@code last}, inclusive. */
  void addPossible(int first, int last, long entries, long tombstones) {
    at(first).possibleEntries += entries;
    at(first).possibleTombstones += tombstones;
    at(last + 1).possibleEntries -= entries;
    at(last + 1).possibleTombstones -= tombstones;
  }

  void addKnown(int slot, long entries, long tombstones) {
    at(slot).knownEntries += entries;
    changes[slot].knownTombstones += tombstones;
  }

  private SpanCounts.Change at(int slot) {
    if (changes[slot] == null) {
      changes[slot] = new SpanCounts.Change();
      changed.set(slot);
    }
    return changes[slot];
  }

  /** The next slot whose counts may differ from {@code here}, those of {@code slot}; behind the last slot if none. */
  int nextChange(int slot, SpanCounts here) {
    int next = here.hasOwn() ? slot + 1 : changed.nextSetBit(slot + 1);
    return next < 0 ? changes.length : next;
  }

  /** {@code before} are the counts of the previous slot; {@link SpanCounts#NONE} for the first. */
  SpanCounts of(int slot, SpanCounts before) {
    return changes[slot] != null ? before.then(changes[slot])
        : before.hasOwn() ? before.then(SpanCounts.Change.NONE) : before;
  }
}
