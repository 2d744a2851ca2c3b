// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReturnTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;

/** Applies commands to the job records, by its arguments alone, so that every OM arrives at the same records. */
public final class JobCommands {
  private final JobImage image;

  private JobCommands(JobImage image) {
    this.image = image;
  }

  /**
   * @param caller the user who sent the request
   * @param index  the command's log index; the command is not applied again to jobs last changed at this index or later
   * @throws RefusedException if the command cannot be carried out; nothing changes then
   */
  public static JobDelta apply(JobImage image, Command command, String caller, long index) throws RefusedException {
    return new JobCommands(image).apply(command, caller, index);
  }

  private JobDelta apply(Command command, String caller, long index) throws RefusedException {
    String by = JobRecordRules.cut(caller);
    long now = command.getSentAtMs();
    PersonCommands people = new PersonCommands(image);
    switch (command.getBodyCase()) {
      case SUBMIT:
        return people.submit(command.getSubmit(), by, now, index);
      case CANCEL:
        return people.cancel(command.getCancel(), by, now, index);
      case GRANT_TURN:
        return grant(command.getGrantTurn(), by, now, index);
      case START_TURN:
        return editTurn(command.getStartTurn().getJobId(), command.getStartTurn().getNodeId(), now, index,
            turn -> TurnEdits.started(turn, command.getStartTurn().getIncarnation(), now));
      case REPORT_PROGRESS:
        return progress(command.getReportProgress(), now, index);
      case RECALL_TURN:
        return recall(command.getRecallTurn(), now, index);
      case RETURN_TURN:
        return takeBack(command.getReturnTurn(), now, index);
      case END_TURNS:
        return endTurns(command.getEndTurns(), now, index);
      case HELLO:
        return hello(command.getHello(), now, index);
      case TAKE_END:
        return takeEnd(command.getTakeEnd().getJob(), index);
      case PAUSE_SERVICE:
        return people.pauseService(command.getPauseService(), by, now, index);
      case UPDATE_JOB:
        return people.update(command.getUpdateJob(), by, now, index);
      case PAUSE_JOB:
        return people.pauseJob(command.getPauseJob(), by, now, index);
      case RESUME_JOB:
        return people.resumeJob(command.getResumeJob(), by, now, index);
      case MOVE_LEADER:
        return moveLeader(command.getMoveLeader(), now, index);
      case LEADER_MOVED:
        return leaderMoved(command.getLeaderMoved(), now, index);
      case RESUME_SERVICE:
        return people.resumeService(now, index);
      case BODY_NOT_SET:
      default:
        throw RefusedException.of(ErrorCode.BAD_REQUEST, "The request names nothing to do."
            + " Use a client of this add-on's version.");
    }
  }

  /** Grants a turn. Changes nothing if the job was paused after the leader had sent the grant. */
  private JobDelta grant(GrantTurn grant, String caller, long now, long index) throws RefusedException {
    JobRecord job = image.require(grant.getJobId());
    return Transitions.paused(job) ? JobDelta.unchanged(image, job)
        : editTurn(grant.getJobId(), grant.getNodeId(), now, index, turn -> TurnEdits.granted(turn, caller, now));
  }

  private JobDelta moveLeader(MoveLeader move, long now, long index) throws RefusedException {
    JobRecord job = image.require(move.getJobId());
    return edited(job, LeaderMoves.asked(job, move, now, index));
  }

  private JobDelta leaderMoved(LeaderMoved moved, long now, long index) throws RefusedException {
    JobRecord job = image.require(moved.getJobId());
    return edited(job, LeaderMoves.ended(job, moved, now, index));
  }

  private JobDelta edited(JobRecord job, JobRecord edited) {
    return edited == job ? JobDelta.unchanged(image, job) : JobDelta.changed(image, Collections.singletonList(edited));
  }

  private JobDelta progress(ReportProgress report, long now, long index) throws RefusedException {
    TurnFigures figures = JobRecordRules.checked(report.getFigures());
    return editTurn(report.getJobId(), report.getNodeId(), now, index,
        turn -> TurnEdits.reported(turn, figures, now));
  }

  /**
   * Ends the open jobs that a {@code Hello} names as disputed: the sender's and the leader's records differ. Copies the
   * sender's record of the automatic service if it is newer than the record here.
   */
  private JobDelta hello(Hello hello, long now, long index) {
    List<JobRecord> touched = new ArrayList<>();
    for (String jobId : new LinkedHashSet<>(hello.getDisputedJobIdsList())) {
      image.find(jobId).filter(job -> !Transitions.ended(job) && job.getUpdatedIndex() < index)
          .ifPresent(job -> touched.add(JobEdits.settled(job.toBuilder(), now, index,
              turn -> TurnEdits.disputed(turn, hello.getNodeId(), now))));
    }
    hello.getOpenJobIdsList().stream().distinct()
        .forEach(jobId -> image.find(jobId).filter(Transitions::ended).ifPresent(touched::add));
    return JobDelta.of(image, ServiceEdits.later(image.service(), hello.getService(), index), touched);
  }

  /** Ends an open job in the same way in which it has ended on another OM. Refuses an unknown job. */
  private JobDelta takeEnd(JobRecord told, long index) throws RefusedException {
    JobRecord known = image.require(told.getSpec().getJobId());
    if (Transitions.ended(known)) {
      return JobDelta.unchanged(image, known);
    }
    JobSpec spec = JobLimitRules.with(known.getSpec(), JobLimitRules.of(told.getSpec()));
    JobSpecRules.check(spec);
    JobRecord ended = told.toBuilder().setSpec(spec).build();
    JobRecordRules.checkEnded(ended, index);
    // Who requested the job, and when, is taken from the record here, not from the sender's record.
    return JobDelta.changed(image, Collections.singletonList(ended.toBuilder().setRequestedBy(known.getRequestedBy())
        .setEndUser(known.getEndUser()).setCreatedAtMs(known.getCreatedAtMs())
        .setCreatedIndex(known.getCreatedIndex()).build()));
  }

  private JobDelta recall(RecallTurn recall, long now, long index) throws RefusedException {
    String message = JobRecordRules.cut(recall.getMessage());
    return editTurn(recall.getJobId(), recall.getNodeId(), now, index, turn -> TurnEdits.recalled(turn, message));
  }

  private JobDelta takeBack(ReturnTurn returned, long now, long index) throws RefusedException {
    JobRecord job = image.require(returned.getJobId());
    TurnFigures figures = JobRecordRules.checked(returned.getFigures());
    return edited(job, now, index, turn -> {
      if (!turn.getNodeId().equals(returned.getNodeId())) {
        return turn;
      }
      TurnRecord counted = returned.hasFigures() ? turn.toBuilder().setFigures(figures).build() : turn;
      return Transitions.allowed(turn.getState(), TURN_WAITING)
          ? TurnEdits.returned(counted, returned.getMessage(), job.getCancelledBy(), now) : turn;
    });
  }

  private JobDelta endTurns(EndTurns end, long now, long index) throws RefusedException {
    JobRecord job = image.require(end.getJobId());
    JobRecordRules.checkEnd(end.getState(), end.getReason());
    TurnFigures figures = JobRecordRules.checked(end.getFigures());
    return edited(job, now, index, turn -> {
      if (!end.getNodeIdsList().contains(turn.getNodeId()) || !Transitions.allowed(turn.getState(), end.getState())) {
        return turn;
      }
      TurnRecord ended = TurnEdits.ended(turn, end.getState(), end.getReason(), end.getMessage(), now);
      return end.hasFigures() ? ended.toBuilder().setFigures(figures).build() : ended;
    });
  }

  private JobDelta editTurn(String jobId, String nodeId, long now, long index, UnaryOperator<TurnRecord> edit)
      throws RefusedException {
    return edited(image.require(jobId), now, index, turn -> turn.getNodeId().equals(nodeId) ? edit.apply(turn) : turn);
  }

  private JobDelta edited(JobRecord job, long now, long index, UnaryOperator<TurnRecord> edit) {
    if (job.getUpdatedIndex() >= index) {
      return JobDelta.unchanged(image, job);
    }
    JobRecord edited = JobEdits.settled(job.toBuilder(), now, index, edit);
    return edited.getTurnsList().equals(job.getTurnsList()) ? JobDelta.unchanged(image, job)
        : JobDelta.changed(image, Collections.singletonList(edited));
  }
}
