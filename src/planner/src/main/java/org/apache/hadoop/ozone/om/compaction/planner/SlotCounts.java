// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/**
 * Counts for a row of adjacent key slots, filled file by file. A file that covers many slots costs as much as one that
 * covers two: the {@code possible} columns and those of shared files hold differences until {@link #close}.
 */
final class SlotCounts {
  final long[] knownEntries;
  final long[] knownTombstones;
  final long[] possibleEntries;
  final long[] possibleTombstones;
  final long[] ownBytes;
  final long[] sharedBytes;
  final int[] ownFiles;
  final int[] sharedFiles;

  SlotCounts(int slots) {
    knownEntries = new long[slots];
    knownTombstones = new long[slots];
    possibleEntries = new long[slots + 1];
    possibleTombstones = new long[slots + 1];
    ownBytes = new long[slots];
    sharedBytes = new long[slots + 1];
    ownFiles = new int[slots];
    sharedFiles = new int[slots + 1];
  }

  void addOwn(int slot, SstFile file) {
    addKnown(slot, file.entries(), file.tombstones());
    ownBytes[slot] += file.sizeBytes();
    ownFiles[slot]++;
  }

  /** Counts a file in every slot from {@code first} to {@code last}, inclusive. */
  void addShared(int first, int last, SstFile file) {
    sharedBytes[first] += file.sizeBytes();
    sharedBytes[last + 1] -= file.sizeBytes();
    sharedFiles[first]++;
    sharedFiles[last + 1]--;
  }

  /** What a shared file's metadata says: each of its entries is in one of the slots, nobody knows which. */
  void addPossible(int first, int last, SstFile file) {
    possibleEntries[first] += file.entries();
    possibleEntries[last + 1] -= file.entries();
    possibleTombstones[first] += file.tombstones();
    possibleTombstones[last + 1] -= file.tombstones();
  }

  void addKnown(int slot, long entries, long tombstones) {
    knownEntries[slot] += entries;
    knownTombstones[slot] += tombstones;
  }

  /** Turns differences into counts; nothing may be added afterwards. */
  void close() {
    for (int i = 1; i < knownEntries.length; i++) {
      possibleEntries[i] += possibleEntries[i - 1];
      possibleTombstones[i] += possibleTombstones[i - 1];
      sharedBytes[i] += sharedBytes[i - 1];
      sharedFiles[i] += sharedFiles[i - 1];
    }
  }
}
