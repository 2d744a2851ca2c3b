// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** What a table still holds in memory, in no SST file: active and immutable memtables together. Immutable. */
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
