// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;

/**
 * Knows that SST files are sound before RocksDB compacts them. A compaction that meets a corrupt block makes RocksDB
 * 7.7.3 refuse all writes from then on, which takes the OM down; and targeted compaction reads cold files, which nobody
 * may have read for years. A file that was read through once, to count or to check it, is not read again.
 */
final class FileCheck {
  private final ExactCounts exactCounts;
  private final Attempt attempt;

  FileCheck(ExactCounts exactCounts, Attempt attempt) {
    this.exactCounts = exactCounts;
    this.attempt = attempt;
  }

  /** @throws TurnEndedException if a file is not what was written, or the turn was stopped; no file is changed */
  void check(OmDatabase database, String table, Collection<SstFile> files)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    boolean sound;
    try {
      sound = exactCounts.requireSound(database, files, attempt);
    } catch (UnsoundFileException e) {
      throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "An SST file of " + table + " cannot be read ("
          + e.getMessage() + ") and was left alone, as compacting it would stop all writes: check the disk of om.db"
          + " and bootstrap this OM anew");
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while reading files of " + table);
    }
    if (!sound) {
      attempt.gate().pass(0);
      throw new DatabaseUnavailableException(null);
    }
  }
}
