// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.hdds.utils.db.managed.ManagedFlushOptions;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.lsm.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.rocksdb.ColumnFamilyHandle;

/**
 * Writes the memtables of tables to disk, if the job asks for it, whose targets have tombstones there: as no SST file
 * holds them, no range would. It has its price: the file is as wide as the keys that were written lately, and drags in
 * what lies below it.
 */
final class MemtableFlush {
  private final NodePlanner planner;
  private final Attempt attempt;

  MemtableFlush(NodePlanner planner, Attempt attempt) {
    this.planner = planner;
    this.attempt = attempt;
  }

  /** Passes the gate before each table. */
  void flush() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    JobSpec spec = attempt.spec();
    if (!spec.getFlush()) {
      return;
    }
    NodeStatistics statistics = planner.statistics(spec.getTargets(), Precision.METADATA);
    TargetMemory memory = new TargetMemory(statistics, spec.getTargets());
    OmDatabase database = statistics.snapshot().database();
    for (String table : statistics.tables()) {
      if (memory.mayHoldTombstones(table)) {
        attempt.pass(database.number(table, "rocksdb.cur-size-all-mem-tables"));
        flush(database, table);
      }
    }
  }

  private void flush(OmDatabase database, String table) throws DatabaseUnavailableException, TurnEndedException {
    long began = attempt.clock().elapsedMillis();
    try {
      long written = database.read(rocksDb -> {
        ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
        long before = Traffic.flushedBytes(rocksDb, handle);
        try (ManagedFlushOptions options = new ManagedFlushOptions()) {
          options.setWaitForFlush(true);
          rocksDb.flush(options, handle);
        }
        return Math.max(0, Traffic.flushedBytes(rocksDb, handle) - before);
      });
      attempt.tally().flushed(written);
      attempt.wrote(written, began);
    } catch (DatabaseFaultException e) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "RocksDB could not write the memtable of " + table
          + " to disk (" + e.getMessage() + "): look for the cause in om.db's LOG, check the disk, then trigger the job"
          + " again");
    }
  }
}
