// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.ZoneId;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.LeaderMoveJson;

/** Describes whether a job that has to move leadership has done so and, if not, why. */
final class LeaderMoveText {
  static final String PLANNED = "moves to an OM whose turn has succeeded, before its own turn";

  private LeaderMoveText() {
  }

  /** @return empty if the job was not asked to move leadership */
  static Optional<String> of(JobJson job, ZoneId zone) {
    if (!Boolean.TRUE.equals(job.getMoveLeader())) {
      return Optional.empty();
    }
    LeaderMoveJson move = job.getLeaderMove();
    if (move == null) {
      return Optional.of(JobModel.hasEnded(job) ? "has not moved: its own turn did not come up" : PLANNED);
    }
    if (move.getTo() == null) {
      return Optional.of("has not moved: " + move.getFailure());
    }
    if (move.getMoved() != null) {
      return Optional.of("moved from " + move.getFrom() + " to " + move.getTo() + " at "
          + Units.time(move.getMoved(), zone));
    }
    String asked = move.getTo() + " was asked to take over from " + move.getFrom() + " at "
        + Units.time(move.getAsked(), zone);
    return Optional.of(move.getFailure() == null ? asked + "; it has not said yet that it leads"
        : asked + ", but did not: " + move.getFailure());
  }
}
