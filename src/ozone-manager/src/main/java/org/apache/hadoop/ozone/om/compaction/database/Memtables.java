// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

/** The numbers of entries in a table's memtables at one moment, active and immutable ones together. Immutable. */
public final class Memtables {
  /** Changes with each flush and compaction of the table; tells memtables from later ones with as many entries. */
  private final long version;
  private final EntryCounts counts;

  private Memtables(long version, EntryCounts counts) {
    this.version = version;
    this.counts = counts;
  }

  /** Reads the numbers now; takes some microseconds. */
  public static Memtables read(OmDatabase database, String table) throws DatabaseUnavailableException {
    // The version comes first: after a flush during these reads, the next ones find another version.
    long version = database.number(table, "rocksdb.current-super-version-number");
    return new Memtables(version, new EntryCounts(
        database.number(table, "rocksdb.num-entries-active-mem-table")
            + database.number(table, "rocksdb.num-entries-imm-mem-tables"),
        database.number(table, "rocksdb.num-deletes-active-mem-table")
            + database.number(table, "rocksdb.num-deletes-imm-mem-tables")));
  }

  /** The number of puts and tombstones together. */
  public long entries() {
    return counts.entries();
  }

  public long tombstones() {
    return counts.tombstones();
  }

  /** True if the same table's memtables have the same entries; false after a compaction, too, and for null. */
  public boolean areUnchangedSince(Memtables before) {
    return before != null && version == before.version && counts.entries() == before.counts.entries();
  }
}
