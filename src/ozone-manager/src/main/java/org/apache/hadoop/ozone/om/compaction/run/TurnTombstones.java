// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;

/** Tombstones before and after, of all tables that a turn compacts; see {@link TableTombstones}. */
final class TurnTombstones {
  private final Map<String, TableTombstones> tables = new LinkedHashMap<>();
  private OmDatabase database;
  private long beforeInOtherDatabases;

  /** @param snapshot what the ranges were planned from */
  void plan(LsmSnapshot snapshot, List<PlannedRange> ranges) {
    if (!snapshot.database().isSameAs(database)) {
      // Its files are others: what was done in the old one is lost, and planned again.
      beforeInOtherDatabases = before();
      tables.clear();
      database = snapshot.database();
    }
    Map<String, List<PlannedRange>> byTable = new LinkedHashMap<>();
    ranges.forEach(range -> byTable.computeIfAbsent(range.table(), table -> new ArrayList<>()).add(range));
    byTable.forEach((table, planned) -> tables
        .computeIfAbsent(table, name -> new TableTombstones(snapshot.table(name)))
        .plan(snapshot.table(table), planned));
  }

  /** Names of the tables that have to be in a snapshot to {@link #count}. */
  List<String> tables() {
    return new ArrayList<>(tables.keySet());
  }

  /** Counts again; nothing if this is another database than the one planned for. */
  void count(LsmSnapshot snapshot) {
    if (snapshot.database().isSameAs(database)) {
      tables.forEach((name, table) -> table.count(snapshot.table(name)));
    }
  }

  long before() {
    return Math.max(beforeInOtherDatabases, tables.values().stream().mapToLong(TableTombstones::before).sum());
  }

  long after() {
    return tables.values().stream().mapToLong(TableTombstones::after).sum();
  }
}
