// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;

/**
 * Changes to one job's record. Times are the command's, in milliseconds since 1970; an index is a position in the Ratis
 * log.
 */
final class JobEdits {
  private JobEdits() {
  }

  static JobRecord created(SubmitJob submit, String caller, long now, long index) {
    JobRecord.Builder job = JobRecord.newBuilder().setSpec(submit.getSpec()).setRequestedBy(caller)
        .setEndUser(JobRecordRules.cut(submit.getEndUser())).setState(JobState.JOB_QUEUED)
        .setCreatedAtMs(now).setCreatedIndex(index).setUpdatedIndex(index);
    for (String nodeId : submit.getSpec().getNodeIdsList()) {
      job.addTurns(TurnRecord.newBuilder().setNodeId(nodeId).setState(TURN_WAITING));
    }
    return job.build();
  }

  static JobRecord cancelled(JobRecord job, String by, long now, long index) {
    return stopped(job, by, now, index, turn -> TurnEdits.cancelled(turn, by, now));
  }

  static JobRecord preempted(JobRecord job, String by, String successor, long now, long index) {
    return givenWay(job, by, "Gives way to job " + successor + ", which " + by + " asked for.", now, index);
  }

  static JobRecord givenWay(JobRecord job, String by, String why, long now, long index) {
    String message = JobRecordRules.cut(why);
    return stopped(job, by, now, index, turn -> TurnEdits.preempted(turn, message, now));
  }

  private static JobRecord stopped(JobRecord job, String by, long now, long index, UnaryOperator<TurnRecord> edit) {
    if (job.getUpdatedIndex() >= index || !job.getCancelledBy().isEmpty()) {
      return job;
    }
    return settled(job.toBuilder().setCancelledBy(by), now, index, edit);
  }

  /** {@code by} asked for the change; each OM where the limits take effect checks {@code caller}, who sent it. */
  static JobRecord updated(JobRecord job, JobSpec spec, String by, String caller, long now, long index) {
    JobRecord.Builder updated = changedBy(job, caller, index).setSpec(spec)
        .setLimitsChangedBy(by).setLimitsChangedAtMs(now);
    if (!job.hasSubmittedLimits()) {
      updated.setSubmittedLimits(JobLimitRules.of(job.getSpec()));
    }
    return updated.build();
  }

  /** Pauses the job. Its running turns are asked to stop, and none of its turns starts while the job is paused. */
  static JobRecord paused(JobRecord job, String by, long now, long index) {
    String message = JobRecordRules.cut("Paused by " + by + '.');
    return settled(job.toBuilder().setPausedBy(by).setPausedAtMs(now), now, index,
        turn -> TurnEdits.recalled(turn, message));
  }

  /** Resumes a job. From now on {@code caller} has to be an administrator on each OM where the job continues. */
  static JobRecord resumed(JobRecord job, String caller, long now, long index) {
    return settled(changedBy(job, caller, index).clearPausedBy().clearPausedAtMs().setResumedAtMs(now), now, index,
        turn -> turn.getState() == TURN_WAITING ? turn.toBuilder().clearMessage().build() : turn);
  }

  private static JobRecord.Builder changedBy(JobRecord job, String caller, long index) {
    JobRecord.Builder changed = job.toBuilder().setUpdatedIndex(index);
    return job.getChangedByList().contains(caller) ? changed : changed.addChangedBy(caller);
  }

  /** Changes each turn by {@code edit}, then sets the job's state and times by its turns. */
  static JobRecord settled(JobRecord.Builder job, long now, long index, UnaryOperator<TurnRecord> edit) {
    List<TurnRecord> turns = job.getTurnsList().stream().map(edit).collect(Collectors.toList());
    JobState state = Transitions.jobState(turns);
    if (state != JobState.JOB_QUEUED && job.getStartedAtMs() == 0
        && turns.stream().anyMatch(turn -> turn.getStartedAtMs() != 0)) {
      job.setStartedAtMs(now);
    }
    if (Transitions.ended(state)) {
      job.setEndedAtMs(now).clearPausedBy().clearPausedAtMs();
    }
    return job.clearTurns().addAllTurns(turns).setState(state).setUpdatedIndex(index).build();
  }
}
