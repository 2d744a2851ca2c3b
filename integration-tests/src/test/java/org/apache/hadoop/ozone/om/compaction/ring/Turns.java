// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;

/** The turns of a job. */
public final class Turns {
  private Turns() {
  }

  /** The turn of one OM. */
  public static TurnJson of(JobJson job, String nodeId) {
    return job.getTurns().stream().filter(turn -> turn.getNodeId().equals(nodeId)).findFirst().orElseThrow();
  }

  /** The running turn of which a report has arrived; empty between turns. */
  public static Optional<TurnJson> running(JobJson job) {
    return job.getTurns().stream()
        .filter(turn -> turn.getState() == TurnStateJson.RUNNING && turn.getFigures() != null).findFirst();
  }

  /** Whether the running turn has compacted a range. */
  public static boolean haveCompacted(JobJson job) {
    return running(job).filter(turn -> turn.getFigures().getRangesDone() > 0).isPresent();
  }
}
