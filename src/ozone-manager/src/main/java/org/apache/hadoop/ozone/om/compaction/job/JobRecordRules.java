// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;

/** Limits a job's record; like {@link JobSpecRules}, by the input alone, so that every OM decides alike. */
final class JobRecordRules {
  /** Maximum length of a text, in characters; longer texts are cut to keep records small. */
  static final int MAX_TEXT = 500;
  static final int MAX_FIGURES_BYTES = 4 << 10;
  /** Maximum size of a record in bytes; a record has to fit into a command. */
  static final int MAX_RECORD_BYTES = (1 << 20) - (1 << 16);
  /** Maximum number of users who change or resume one job. */
  static final int MAX_CHANGERS = 16;
  /** Reasons to wait that the figures of a turn may not hold. */
  private static final Set<WaitReason> NOT_OF_TURNS = Collections.unmodifiableSet(
      EnumSet.of(WaitReason.UNRECOGNIZED, WaitReason.WAIT_PAUSED, WaitReason.WAIT_ADMINISTRATOR));

  private JobRecordRules() {
  }

  static String cut(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    // Half of a surrogate pair cannot be encoded in UTF-8.
    return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT);
  }

  /** Checks reported figures, and returns them with their texts cut, as a record keeps them. */
  static TurnFigures checked(TurnFigures figures) throws RefusedException {
    TurnFigures kept = figures.toBuilder().setWaitingFor(cut(figures.getWaitingFor()))
        .setRange(cut(figures.getRange())).build();
    if (!readable(kept)) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST,
          "The figures of the turn cannot be read. Is the add-on of the OM that sent them newer?");
    }
    return kept;
  }

  static void checkEnd(TurnState state, TurnReason reason) throws RefusedException {
    if (!known(state) || !Transitions.ended(state) || reason == TurnReason.UNRECOGNIZED) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "A turn cannot end as " + state + " because of " + reason + '.');
    }
  }

  static void checkChanger(JobRecord job, String caller) throws RefusedException {
    if (job.getChangedByCount() >= MAX_CHANGERS && !job.getChangedByList().contains(caller)) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, MAX_CHANGERS + " users have changed job "
          + job.getSpec().getJobId() + ", which is the most. Cancel it, or have one of them change it.");
    }
  }

  /** Refuses another OM's record of an ended job, logged at {@code index}, if fields contradict or exceed a limit. */
  static void checkEnded(JobRecord job, long index) throws RefusedException {
    List<String> nodeIds = job.getTurnsList().stream().map(TurnRecord::getNodeId).collect(Collectors.toList());
    if (!nodeIds.equals(job.getSpec().getNodeIdsList())
        || !job.getTurnsList().stream().allMatch(JobRecordRules::readable)
        || job.getState() != Transitions.jobState(job.getTurnsList())
        || !Transitions.ended(job) || job.getEndedAtMs() == 0
        || job.getCreatedIndex() > job.getUpdatedIndex() || job.getUpdatedIndex() >= index
        || job.getSerializedSize() > MAX_RECORD_BYTES
        || Transitions.paused(job) || job.getChangedByCount() > MAX_CHANGERS
        || !job.getChangedByList().stream().allMatch(JobRecordRules::fits)
        || !Stream.of(job.getRequestedBy(), job.getEndUser(), job.getCancelledBy(), job.getLimitsChangedBy(),
            job.getLeaderMove().getFrom(), job.getLeaderMove().getTo(), job.getLeaderMove().getFailure())
            .allMatch(JobRecordRules::fits)) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "The record of job " + job.getSpec().getJobId()
          + " does not fit together, or is not of one that has ended.");
    }
  }

  private static boolean readable(TurnRecord turn) {
    return known(turn.getState()) && turn.getReason() != TurnReason.UNRECOGNIZED && fits(turn.getMessage())
        && fits(turn.getGrantedBy()) && fits(turn.getIncarnation()) && readable(turn.getFigures());
  }

  private static boolean readable(TurnFigures figures) {
    return !NOT_OF_TURNS.contains(figures.getWaitReason()) && fits(figures.getWaitingFor())
        && fits(figures.getRange()) && figures.getSerializedSize() <= MAX_FIGURES_BYTES;
  }

  private static boolean known(TurnState state) {
    return state != TurnState.TURN_STATE_UNSPECIFIED && state != TurnState.UNRECOGNIZED;
  }

  private static boolean fits(String text) {
    return text.length() <= MAX_TEXT;
  }
}
