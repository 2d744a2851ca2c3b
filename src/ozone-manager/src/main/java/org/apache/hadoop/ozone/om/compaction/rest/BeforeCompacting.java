// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.bucket.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.HeldSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.model.FlushCostJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.EmptyKeyRanges;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * Tells an operator, before a job, what a plan does not show: tombstones in memory, deletions that have not ended, a
 * snapshot that keeps tombstones, and key ranges without keys.
 */
final class BeforeCompacting {
  private final String nodeId;
  private final List<AfterFlush> planned;
  private final NodeStatistics statistics;
  private final NamedTargets named;
  private final Targets targets;
  private final OmDatabase database;

  BeforeCompacting(String nodeId, NodePlan plan, NamedTargets named) {
    this.nodeId = nodeId;
    this.planned = plan.flushes();
    this.statistics = plan.beforeFlushes();
    this.named = named;
    this.targets = named.targets();
    this.database = statistics.snapshot().database();
  }

  /**
   * Returns the flushes that the plan begins with, and the cost of flushing each other table whose memtables may hold
   * many tombstones of the targets. "Many" means enough to make a list slow. A job for slow places needs no other
   * flush.
   */
  List<FlushCostJson> flushes() throws DatabaseUnavailableException {
    List<FlushCostJson> flushes = new ArrayList<>();
    TargetMemory memory = new TargetMemory(statistics, targets);
    for (String table : statistics.tables()) {
      Optional<AfterFlush> first = planned.stream().filter(flush -> flush.table().equals(table)).findFirst();
      CountInterval tombstones = memory.tombstones(table);
      AfterFlush flush = first.isPresent() ? first.get()
          : tombstones.most() >= SpanStatistics.FEW_TOMBSTONES && !targets.getSlow()
              ? AfterFlush.of(statistics.snapshot(), table) : null;
      if (flush != null) {
        flushes.add(new FlushCostJson().nodeId(nodeId).table(table).memtableTombstones(PlanModel.count(tombstones))
            .predictedWriteBytes(flush.bytes()).planned(first.isPresent()));
      }
    }
    return flushes;
  }

  /** One remark for each fact that an operator should know; if RocksDB fails to read, those found until then. */
  List<RemarkJson> remarks() throws DatabaseUnavailableException {
    List<RemarkJson> remarks = new ArrayList<>();
    named.remarks().forEach(sentence -> remarks.add(ModelMapper.remark(nodeId, sentence)));
    HeldSnapshot.of(database).ifPresent(held ->
        remarks.add(ModelMapper.remark(nodeId, "Compacting may remove little: " + held + '.')));
    try {
      empty().forEach(sentence -> remarks.add(ModelMapper.remark(nodeId, sentence)));
      DeletionBacklog backlog = new DeletionRows().of(database, statistics.buckets(), targets);
      if (!backlog.isEmpty()) {
        remarks.add(ModelMapper.remark(nodeId, "Deletion has not ended: " + backlog.waits() + " in "
            + DeletionRows.whose(targets) + " and will leave tombstones, too. Compacting before is work done twice; a"
            + " job with --after-deletions waits."));
      }
    } catch (DatabaseFaultException e) {
      // The remarks only inform. If a job cannot read the database, the job itself says so.
    }
    return remarks;
  }

  /**
   * Returns sentences on key ranges without any key. A prefix or path gets one sentence if all its key ranges are
   * empty, else none.
   */
  private List<String> empty() throws DatabaseUnavailableException {
    if (!named.keys().isPresent()) {
      return EmptyKeyRanges.sentences(statistics.snapshot(), targets);
    }
    return EmptyKeyRanges.sentence(statistics.snapshot(), targets, named.keys().get())
        .map(Collections::singletonList).orElse(Collections.emptyList());
  }
}
