// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.lsm.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.TargetBacklog;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** Waits, if the job asks for it, until OM has deleted what was to be deleted in the targets' buckets. */
final class DeletionWait {
  private static final int TICKS_BETWEEN_LOOKS = 5;
  /** About 2 s of stepping in memory. Who gave up earlier could never tell that nothing is left. */
  private static final long MAX_SKIPPED_KEYS = 10_000_000;

  private static final Duration LOOK_TIME = Duration.ofSeconds(30);

  private final LsmReader reader;
  private final TargetBacklog backlog;
  private final Attempt attempt;

  DeletionWait(LsmReader reader, Attempt attempt) {
    this.reader = reader;
    this.backlog = new TargetBacklog(attempt.spec().getTargets(), new DeletionRows(MAX_SKIPPED_KEYS), LOOK_TIME);
    this.attempt = attempt;
  }

  /** @throws TurnEndedException if the turn was stopped or its window closed meanwhile */
  void await() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    if (!attempt.spec().getAfterDeletions()) {
      return;
    }
    OmDatabase database = reader.database();
    for (DeletionBacklog left = backlog.count(database); !left.isEmpty(); left = backlog.count(database)) {
      TurnWait wait = new TurnWait(WaitReason.WAIT_DELETIONS, message(left, database));
      for (int tick = 0; tick < TICKS_BETWEEN_LOOKS; tick++) {
        attempt.hold(wait);
      }
      database = reader.database();
    }
    attempt.tally().working();
  }

  private String message(DeletionBacklog left, OmDatabase database) throws DatabaseUnavailableException {
    if (left.rows() == 0) {
      return "Whether rows of " + backlog.whose() + " are still to be deleted cannot be told, as too many tombstones"
          + " lie before them: compact deletedTable and deletedDirectoryTable with a job of their own";
    }
    return left + " of " + backlog.whose() + " in deletedTable and deletedDirectoryTable are still to be deleted"
        + (TargetBacklog.mayBeKeptBySnapshots(database)
            ? "; those that an Ozone snapshot needs stay as long as the snapshot" : "");
  }
}
