// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;

/** The LSM trees of some tables at one moment. Immutable. */
public final class LsmSnapshot {
  private final OmDatabase database;
  private final Map<String, LsmTable> tables;
  private final Map<String, Memtables> memtables;
  private final CorruptFiles corrupt;

  LsmSnapshot(OmDatabase database, Map<String, LsmTable> tables, Map<String, Memtables> memtables,
      CorruptFiles corrupt) {
    this.database = database;
    this.tables = tables;
    this.memtables = memtables;
    this.corrupt = corrupt;
  }

  /** A copy with another tree of one table, such as the one that a flush will leave. */
  public LsmSnapshot with(LsmTable tree) {
    Map<String, LsmTable> trees = new LinkedHashMap<>(tables);
    trees.put(tree.name(), tree);
    return new LsmSnapshot(database, trees, memtables, corrupt);
  }

  /** The database that was read; the OM may have closed it since. */
  public OmDatabase database() {
    return database;
  }

  public List<String> tables() {
    return new ArrayList<>(tables.keySet());
  }

  /** @throws IllegalArgumentException if the table was not read */
  public LsmTable table(String name) {
    return found(tables.get(name), name);
  }

  /** @throws IllegalArgumentException if the table was not read */
  public Memtables memtables(String table) {
    return found(memtables.get(table), table);
  }

  /** Adds the file that a failed read of a table has met to the known corrupt files, if the failure names one. */
  public void noteFailedRead(String table, Exception failure) {
    corrupt.noteRead(database, table(table), failure);
  }

  private static <T> T found(T value, String table) {
    if (value == null) {
      throw new IllegalArgumentException("Table " + table + " is not in this snapshot");
    }
    return value;
  }
}
