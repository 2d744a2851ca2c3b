// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** Entries of a table that are in no SST file yet: active and immutable memtables together. Immutable. */
public final class MemtableCounts {
  private final long entries;
  private final long tombstones;

  MemtableCounts(long entries, long tombstones) {
    this.entries = entries;
    this.tombstones = Math.min(tombstones, entries);
  }

  /** Puts and tombstones together. */
  public long entries() {
    return entries;
  }

  public long tombstones() {
    return tombstones;
  }
}
