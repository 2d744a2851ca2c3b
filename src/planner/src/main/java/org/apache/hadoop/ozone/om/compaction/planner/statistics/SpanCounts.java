// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

/**
 * Sums over the files of one span. Shared by neighbouring spans in exactly the same files, which are most of a large
 * table. Immutable.
 */
final class SpanCounts {
  static final SpanCounts NONE = new SpanCounts(new Change(), 0, 0, 0, 0);

  final long knownEntries;
  final long knownTombstones;
  final long ownBytes;
  final int ownFiles;
  /** Sum of the entries of shared files, of which any number may lie in the span. */
  final long possibleEntries;
  final long possibleTombstones;
  final long sharedBytes;
  final int sharedFiles;

  private SpanCounts(Change own, long possibleEntries, long possibleTombstones, long sharedBytes,
      int sharedFiles) {
    this.knownEntries = own.knownEntries;
    this.knownTombstones = own.knownTombstones;
    this.ownBytes = own.ownBytes;
    this.ownFiles = own.ownFiles;
    this.possibleEntries = possibleEntries;
    this.possibleTombstones = possibleTombstones;
    this.sharedBytes = sharedBytes;
    this.sharedFiles = sharedFiles;
  }

  /** The counts of the next slot, from the difference to this one. */
  SpanCounts then(Change change) {
    return new SpanCounts(change, possibleEntries + change.possibleEntries,
        possibleTombstones + change.possibleTombstones, sharedBytes + change.sharedBytes,
        sharedFiles + change.sharedFiles);
  }

  /** Whether the slot has counts that do not continue into the next slot. */
  boolean hasOwn() {
    return ownFiles > 0 || knownEntries > 0;
  }

  /**
   * The counts of the files that lie in one slot alone, and the difference that shared files make to the slot before.
   */
  static final class Change {
    static final Change NONE = new Change();

    long knownEntries;
    long knownTombstones;
    long ownBytes;
    int ownFiles;
    long possibleEntries;
    long possibleTombstones;
    long sharedBytes;
    int sharedFiles;
  }
}
