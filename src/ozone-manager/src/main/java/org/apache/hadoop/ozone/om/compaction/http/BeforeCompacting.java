// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.model.FlushCost;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.EmptyKeyRanges;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.text.PlanModel;

/** Remarks on what a plan does not show: tombstones in memory, and deletions that have not ended. */
final class BeforeCompacting {
  /** So few slow nobody down. */
  private static final long FEW_TOMBSTONES = 1_000;

  private final String nodeId;
  private final NodeStatistics statistics;
  private final NamedTargets named;
  private final Targets targets;
  private final OmDatabase database;

  BeforeCompacting(String nodeId, NodeStatistics statistics, NamedTargets named) {
    this.nodeId = nodeId;
    this.statistics = statistics;
    this.named = named;
    this.targets = named.targets();
    this.database = statistics.snapshot().database();
  }

  /** The tables whose targets have more than a few tombstones in memory, and what flushing them would write. */
  List<FlushCost> flushes() throws DatabaseUnavailableException {
    List<FlushCost> flushes = new ArrayList<>();
    TargetMemory memory = new TargetMemory(statistics, targets);
    for (String table : statistics.tables()) {
      CountInterval tombstones = memory.tombstones(table);
      if (tombstones.most() >= FEW_TOMBSTONES) {
        flushes.add(new FlushCost().nodeId(nodeId).table(table).memtableTombstones(PlanModel.count(tombstones))
            .predictedWriteBytes(database.number(table, "rocksdb.cur-size-all-mem-tables")));
      }
    }
    return flushes;
  }

  /** One sentence for each thing; none of what cannot be read. */
  List<Remark> remarks() throws DatabaseUnavailableException {
    List<Remark> remarks = new ArrayList<>();
    named.remarks().forEach(sentence -> remarks.add(new Remark().nodeId(nodeId).message(sentence)));
    try {
      empty().forEach(sentence -> remarks.add(new Remark().nodeId(nodeId).message(sentence)));
      DeletionBacklog backlog = new DeletionRows().of(database, statistics.buckets(), targets);
      if (!backlog.isEmpty()) {
        remarks.add(new Remark().nodeId(nodeId).message("Deletion has not ended: " + backlog.waits() + " in "
            + DeletionRows.whose(targets) + " and will leave tombstones, too. Compacting before is work done twice; a"
            + " job with --after-deletions waits."));
      }
    } catch (DatabaseFaultException e) {
      // Whether the files can be compacted is for those to say who are about to do it.
    }
    return remarks;
  }

  /** Of a prefix or a path it is said once, and not of each of its ranges: most tables hold none of these keys. */
  private List<String> empty() throws DatabaseUnavailableException {
    if (!named.keys().isPresent()) {
      return EmptyKeyRanges.sentences(statistics.snapshot(), targets);
    }
    return EmptyKeyRanges.sentence(statistics.snapshot(), targets, named.keys().get())
        .map(Collections::singletonList).orElse(Collections.emptyList());
  }
}
