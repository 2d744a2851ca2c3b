// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;

/** The turns of a job. */
public final class Turns {
  private Turns() {
  }

  /** The turn of one OM. */
  public static Turn of(Job job, String nodeId) {
    return job.getTurns().stream().filter(turn -> turn.getNodeId().equals(nodeId)).findFirst().orElseThrow();
  }

  /** The running turn of which a report has arrived; empty between turns. */
  public static Optional<Turn> running(Job job) {
    return job.getTurns().stream()
        .filter(turn -> turn.getState() == TurnState.RUNNING && turn.getFigures() != null).findFirst();
  }

  /** Whether the running turn has compacted a range. */
  public static boolean haveCompacted(Job job) {
    return running(job).filter(turn -> turn.getFigures().getRangesDone() > 0).isPresent();
  }
}
