// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** Entries and tombstones of an SST file, or of a table's memtables, active and immutable together. Immutable. */
public final class EntryCounts {
  private final long entries;
  private final long tombstones;

  EntryCounts(long entries, long tombstones) {
    this.entries = entries;
    this.tombstones = Math.min(tombstones, entries);
  }

  /** The number of puts and tombstones together. */
  public long entries() {
    return entries;
  }

  public long tombstones() {
    return tombstones;
  }
}
