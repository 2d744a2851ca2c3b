// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

/** The sums of the counts of a span's files. Neighbouring spans with the same counts may share an instance. */
final class SpanCounts {
  static final SpanCounts NONE = new SpanCounts(new Change(), 0, 0, 0, 0);

  final long knownEntries;
  final long knownTombstones;
  final long ownBytes;
  final int ownFiles;
  /** Entries that may lie in the span. Excludes entries that are known to lie inside or outside the span. */
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

  /** The counts of the next slot, which differs by {@code change}. */
  SpanCounts then(Change change) {
    return new SpanCounts(change, possibleEntries + change.possibleEntries,
        possibleTombstones + change.possibleTombstones, sharedBytes + change.sharedBytes,
        sharedFiles + change.sharedFiles);
  }

  /** True if files or entries are counted in this slot alone, so that its counts do not continue into the next slot. */
  boolean hasOwn() {
    return ownFiles > 0 || knownEntries > 0;
  }

  /** A slot's own counts, and the changes in the counts of shared files since the slot before. */
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
