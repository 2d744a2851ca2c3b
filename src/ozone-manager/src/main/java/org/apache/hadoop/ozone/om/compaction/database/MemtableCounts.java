// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/**
 * The numbers of entries and tombstones that a table's memtables hold, active and immutable ones together. Immutable.
 */
public final class MemtableCounts {
  private final long entries;
  private final long tombstones;

  MemtableCounts(long entries, long tombstones) {
    this.entries = entries;
    this.tombstones = Math.min(tombstones, entries);
  }

  /** Number of puts and tombstones together. */
  public long entries() {
    return entries;
  }

  public long tombstones() {
    return tombstones;
  }
}
