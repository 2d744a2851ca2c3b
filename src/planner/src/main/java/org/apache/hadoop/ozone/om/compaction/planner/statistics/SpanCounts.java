// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

/**
 * Sums over the files of one span. Most of a large table's spans lie in the very same files as their neighbours:
 * those share one of these. Immutable.
 */
final class SpanCounts {
  static final SpanCounts NONE = new SpanCounts(new Change(), 0, 0, 0, 0);

  final long knownEntries;
  final long knownTombstones;
  final long ownBytes;
  final int ownFiles;
  /** Counts of shared files, which may lie in the span or not. */
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

  /** Counts of the next slot. */
  SpanCounts then(Change change) {
    return new SpanCounts(change, possibleEntries + change.possibleEntries,
        possibleTombstones + change.possibleTombstones, sharedBytes + change.sharedBytes,
        sharedFiles + change.sharedFiles);
  }

  /** Whether anything is counted that does not go on into the next slot. */
  boolean hasOwn() {
    return ownFiles > 0 || knownEntries > 0;
  }

  /** The counts of a slot's own files, and the difference of its shared ones to those of the slot before. */
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
