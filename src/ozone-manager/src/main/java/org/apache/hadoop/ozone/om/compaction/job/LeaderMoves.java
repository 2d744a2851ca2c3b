// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;

import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMove;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/**
 * Decides whether leadership moves to another OM before the leader's own turn. Each job makes at most one attempt. The
 * ring records the attempt before the attempt begins.
 */
final class LeaderMoves {
  private LeaderMoves() {
  }

  /**
   * @return the command that records the end of the job's attempt to move leadership; empty if no such attempt is open
   */
  static Optional<Command.Builder> commandToEnd(JobRecord job, String leader) {
    if (!isOpen(job.getLeaderMove())) {
      return Optional.empty();
    }
    return Optional.of(end(job, leader.equals(job.getLeaderMove().getTo()) ? "" : leader + " leads the ring."));
  }

  /**
   * @param next       the turn that would be granted
   * @param compacting ids of the OMs that compact
   * @return the command to submit instead of the grant; empty if the turn can be granted now
   */
  static Optional<Command.Builder> due(JobRecord job, TurnRecord next, RingHealth ring, Set<String> compacting) {
    if (!job.getSpec().getMoveLeader() || job.hasLeaderMove() || !next.getNodeId().equals(ring.getSelf())) {
      return Optional.empty();
    }
    Optional<String> to = job.getTurnsList().stream().filter(turn -> turn.getState() == TURN_SUCCEEDED)
        .map(TurnRecord::getNodeId)
        .filter(nodeId -> !nodeId.equals(ring.getSelf()) && !compacting.contains(nodeId))
        .filter(nodeId -> ring.find(nodeId).filter(member -> member.isVoter() && member.healthy()).isPresent())
        .findFirst();
    return Optional.of(to.isPresent()
        ? Command.newBuilder().setMoveLeader(MoveLeader.newBuilder().setJobId(job.getSpec().getJobId())
            .setFrom(ring.getSelf()).setTo(to.get()))
        : end(job, "No other OM that votes, is healthy and is at no turn has succeeded in this job."));
  }

  private static Command.Builder end(JobRecord job, String failure) {
    return Command.newBuilder().setLeaderMoved(
        LeaderMoved.newBuilder().setJobId(job.getSpec().getJobId()).setFailure(failure));
  }

  /** Adds the attempt to the job's record; unchanged if that already has one, or is paused, cancelled or ended. */
  static JobRecord asked(JobRecord job, MoveLeader move, long now, long index) throws RefusedException {
    require(job.getSpec().getMoveLeader() && !move.getFrom().equals(move.getTo())
        && job.getSpec().getNodeIdsList().contains(move.getFrom()) && hasSucceeded(job, move.getTo()), job);
    boolean stopped = Transitions.ended(job) || Transitions.paused(job) || !job.getCancelledBy().isEmpty();
    return stopped || job.hasLeaderMove() || job.getUpdatedIndex() >= index ? job
        : job.toBuilder().setUpdatedIndex(index).setLeaderMove(LeaderMove.newBuilder()
            .setFrom(move.getFrom()).setTo(move.getTo()).setAskedAtMs(now)).build();
  }

  /** Marks the job's attempt as ended; unchanged if the job or the attempt has ended already. */
  static JobRecord ended(JobRecord job, LeaderMoved moved, long now, long index) throws RefusedException {
    require(job.getSpec().getMoveLeader() && (job.hasLeaderMove() || !moved.getFailure().isEmpty()), job);
    boolean known = job.hasLeaderMove() && !isOpen(job.getLeaderMove());
    if (known || Transitions.ended(job) || job.getUpdatedIndex() >= index) {
      return job;
    }
    LeaderMove.Builder end = job.getLeaderMove().toBuilder().setFailure(JobRecordRules.cut(moved.getFailure()));
    return job.toBuilder().setUpdatedIndex(index)
        .setLeaderMove(moved.getFailure().isEmpty() ? end.setMovedAtMs(now) : end).build();
  }

  /** @return true if the job's record contains this attempt to move leadership, and the attempt has not ended */
  static boolean isOwed(JobRecord job, MoveLeader move) {
    LeaderMove recorded = job.getLeaderMove();
    return isOpen(recorded) && recorded.getFrom().equals(move.getFrom()) && recorded.getTo().equals(move.getTo());
  }

  private static boolean isOpen(LeaderMove move) {
    return !move.getTo().isEmpty() && move.getMovedAtMs() == 0 && move.getFailure().isEmpty();
  }

  private static boolean hasSucceeded(JobRecord job, String nodeId) {
    return job.getTurnsList().stream()
        .anyMatch(turn -> turn.getNodeId().equals(nodeId) && turn.getState() == TURN_SUCCEEDED);
  }

  private static void require(boolean condition, JobRecord job) throws RefusedException {
    if (!condition) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST,
          "Leadership does not move like that for job " + job.getSpec().getJobId() + '.');
    }
  }
}
