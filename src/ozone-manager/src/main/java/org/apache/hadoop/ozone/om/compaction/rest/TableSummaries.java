// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;

/** Sums up the files and the memtables of tables for the REST model. */
public final class TableSummaries {
  private TableSummaries() {
  }

  /** Returns one summary for each table of the statistics. */
  public static List<TableSummaryJson> of(String nodeId, NodeStatistics statistics) {
    List<TableSummaryJson> summaries = new ArrayList<>();
    statistics.tables().forEach(table -> summaries.add(of(nodeId, statistics.snapshot(), table)));
    return summaries;
  }

  private static TableSummaryJson of(String nodeId, LsmSnapshot snapshot, String table) {
    long bytes = 0;
    long entries = 0;
    long tombstones = 0;
    for (SstFile file : snapshot.table(table).files()) {
      bytes += file.sizeBytes();
      entries += file.entries();
      tombstones += file.tombstones();
    }
    Memtables memtables = snapshot.memtables(table);
    return new TableSummaryJson().nodeId(nodeId).table(table).files(snapshot.table(table).files().size())
        .sizeBytes(bytes).entries(entries).tombstones(tombstones)
        .memtableEntries(memtables.entries()).memtableTombstones(memtables.tombstones());
  }
}
