// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeCensus;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.FlushCost;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** What a plan of ranges does not show and an operator should know: what is in memory, and what is still deleted. */
final class BeforeCompacting {
  /** So few slow nobody down. */
  private static final long FEW_TOMBSTONES = 1_000;
  /** Targets to add up one by one; of more, the whole table's memory is told. */
  private static final int MOST_SPANS = 1_000;

  private final String nodeId;
  private final NodeCensus census;
  private final Targets targets;
  private final OmDatabase database;

  BeforeCompacting(String nodeId, NodeCensus census, Targets targets) {
    this.nodeId = nodeId;
    this.census = census;
    this.targets = targets;
    this.database = census.snapshot().database();
  }

  /** The tables whose targets have more than a few tombstones in memory, and what flushing them would write. */
  List<FlushCost> flushes() throws DatabaseUnavailableException {
    List<FlushCost> flushes = new ArrayList<>();
    for (String table : census.tables()) {
      CountInterval tombstones = inMemory(table);
      if (tombstones.getHigh() >= FEW_TOMBSTONES) {
        flushes.add(new FlushCost().nodeId(nodeId).table(table).memtableTombstones(tombstones)
            .predictedWriteBytes(database.number(table, "rocksdb.cur-size-all-mem-tables")));
      }
    }
    return flushes;
  }

  private CountInterval inMemory(String table) throws DatabaseUnavailableException {
    long all = census.snapshot().memtable(table).tombstones();
    List<SpanCensus> spans = census.targets(table);
    boolean everything = targets.getVolume().isEmpty() && targets.getBucketsCount() == 0
        && targets.getKeyRangesCount() == 0;
    if (all == 0 || everything || spans.size() > MOST_SPANS) {
      return new CountInterval().low(everything ? all : 0).high(all);
    }
    MemtableTombstones memory = new MemtableTombstones(database, census.snapshot().memtable(table));
    long least = 0;
    long most = 0;
    for (SpanCensus span : spans) {
      least += memory.of(span.span()).least();
      most += memory.of(span.span()).most();
    }
    return new CountInterval().low(Math.min(all, least)).high(Math.min(all, most));
  }

  /** One sentence for each thing. */
  List<Remark> remarks() throws DatabaseUnavailableException {
    List<Remark> remarks = new ArrayList<>();
    DeletionBacklog backlog = backlog();
    if (backlog != null && !backlog.isEmpty()) {
      remarks.add(new Remark().nodeId(nodeId).message("Deletion has not ended: " + backlog + " of " + whose()
          + " wait in deletedTable and deletedDirectoryTable and will leave tombstones, too. Compacting before is work"
          + " done twice; a job with --after-deletions waits."));
    }
    return remarks;
  }

  /** Null for key ranges, which belong to nobody. */
  private DeletionBacklog backlog() throws DatabaseUnavailableException {
    if (targets.getKeyRangesCount() > 0) {
      return null;
    }
    if (targets.getBucketsCount() > 0) {
      DeletionBacklog all = null;
      for (String path : buckets()) {
        String[] names = path.split("/");
        DeletionBacklog one = DeletionBacklog.of(database, names[1], names[2]);
        all = all == null ? one : all.plus(one);
      }
      return all;
    }
    return targets.getVolume().isEmpty() ? DeletionBacklog.of(database)
        : DeletionBacklog.of(database, targets.getVolume());
  }

  private Set<String> buckets() {
    return new LinkedHashSet<>(targets.getBucketsList());
  }

  private String whose() {
    if (targets.getBucketsCount() > 0) {
      return targets.getBucketsCount() == 1 ? targets.getBuckets(0) : "these buckets";
    }
    return targets.getVolume().isEmpty() ? "all buckets" : "volume " + targets.getVolume();
  }
}
