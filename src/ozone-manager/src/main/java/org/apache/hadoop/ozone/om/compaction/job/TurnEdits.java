// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * Changes to one turn's record; a change that the turn's state forbids has no effect. Times are the command's, in
 * milliseconds since 1970.
 */
final class TurnEdits {
  /**
   * Maximum number of consecutive crashes at ranges that a turn survives if it removes no tombstone between them. A
   * restart by an operator counts as a crash.
   */
  static final int MAX_INTERRUPTIONS = 1;
  /**
   * Maximum number of consecutive crashes that a turn survives while it counts, plans or flushes before a range. One
   * more than at ranges, as that is rarely the cause, and an upgrade may restart an OM twice.
   */
  static final int MAX_INTERRUPTIONS_BEFORE_RANGE = 2;
  /**
   * Maximum number of crashes that a turn survives whatever it does in between. Clients that delete at its keys leave
   * new tombstones for each attempt, so that a range that brings the OM down would be tried without end.
   */
  static final int MAX_INTERRUPTIONS_IN_ALL = 10;

  private TurnEdits() {
  }

  static TurnRecord granted(TurnRecord turn, String caller, long now) {
    return turn.getState() == TURN_WAITING
        ? turn.toBuilder().setGrantedAtMs(now).setGrantedBy(caller).build() : turn;
  }

  static TurnRecord started(TurnRecord turn, String incarnation, long now) {
    if (turn.getState() == TURN_RUNNING) {
      return turn.getIncarnation().equals(incarnation) ? turn.toBuilder().setReportedAtMs(now).build()
          : startedAgain(turn, incarnation, now);
    }
    if (turn.getGrantedAtMs() == 0 || !Transitions.allowed(turn.getState(), TURN_RUNNING)) {
      return turn;
    }
    return turn.toBuilder().setState(TURN_RUNNING).clearMessage().setReportedAtMs(now)
        .setIncarnation(JobRecordRules.cut(incarnation))
        .setStartedAtMs(turn.getStartedAtMs() == 0 ? now : turn.getStartedAtMs()).build();
  }

  /**
   * Continues a turn that was running when its OM went down. Fails the turn after too many crashes, because the turn
   * may be their cause. Removed tombstones are progress, and so is the begin of a range after crashes before it.
   */
  private static TurnRecord startedAgain(TurnRecord turn, String incarnation, long now) {
    TurnFigures figures = turn.getFigures();
    TurnRecord.Builder again =
        turn.toBuilder().setIncarnation(JobRecordRules.cut(incarnation)).setReportedAtMs(now);
    if (figures.getWaitReason() != WaitReason.WAIT_NONE && !figures.getAtWork()) {
      return again.build();
    }
    long removed = figures.getTombstonesBefore() - figures.getTombstonesAfter();
    boolean progress = removed > turn.getRemovedAtInterruption();
    int atRanges = progress ? 0 : turn.getInterruptions();
    int beforeRange = progress ? 0 : turn.getInterruptionsBeforeRange();
    int inAll = turn.getInterruptionsInAll() + 1;
    boolean atRange = !figures.getRange().isEmpty();
    if (atRange) {
      atRanges++;
      beforeRange = 0;
      // The next attempt is not there before it says so.
      again.getFiguresBuilder().clearRange();
    } else {
      beforeRange++;
    }
    again.setInterruptions(atRanges).setInterruptionsBeforeRange(beforeRange).setRemovedAtInterruption(removed)
        .setInterruptionsInAll(inAll);
    String often = inAll > MAX_INTERRUPTIONS_IN_ALL ? inAll + " times during this turn"
        : atRange ? atRanges + " times in a row at " + figures.getRange()
        : beforeRange + " times in a row before it began a range";
    return atRanges <= MAX_INTERRUPTIONS && beforeRange <= MAX_INTERRUPTIONS_BEFORE_RANGE
        && inAll <= MAX_INTERRUPTIONS_IN_ALL ? again.build()
        : ended(again.build(), TURN_FAILED, TurnReason.OM_WENT_DOWN, turn.getNodeId() + " went down " + often
            + ": look for the cause in its log and in om.db's LOG before you retry the job.", now);
  }

  static TurnRecord reported(TurnRecord turn, TurnFigures figures, long now) {
    return turn.getState() == TURN_RUNNING
        ? turn.toBuilder().setFigures(figures).setReportedAtMs(now).build() : turn;
  }

  static TurnRecord cancelled(TurnRecord turn, String by, long now) {
    return turn.getState() == TURN_WAITING
        ? ended(turn, TURN_CANCELLED, TurnReason.CANCEL_REQUESTED, "Cancelled by " + by
            + (turn.getStartedAtMs() == 0 ? " before it began."
                : " while it waited to go on; what it has compacted stays."), now)
        : turn;
  }

  /** Ends a waiting turn, and asks a running turn to end, because another job or a pause takes precedence. */
  static TurnRecord preempted(TurnRecord turn, String message, long now) {
    if (turn.getState() == TURN_WAITING) {
      return ended(turn, TURN_CANCELLED, TurnReason.PREEMPTED, message, now);
    }
    return turn.getState() == TURN_RUNNING
        ? turn.toBuilder().setReason(TurnReason.PREEMPTED).setMessage(message).build() : turn;
  }

  /** Fails an open turn because the record of its job on {@code nodeId} differs from the leader's record. */
  static TurnRecord disputed(TurnRecord turn, String nodeId, long now) {
    return Transitions.ended(turn.getState()) ? turn
        : ended(turn, TURN_FAILED, TurnReason.RECORDS_DIFFER, JobRecordRules.cut(nodeId) + " and the leader held"
            + " different records of this job: one of them ran without the add-on for a while. Retry it.", now);
  }

  /** Asks a running turn to stop unless it is already to end; a waiting turn loses the permission to start. */
  static TurnRecord recalled(TurnRecord turn, String message) {
    if (turn.getState() == TURN_WAITING) {
      return turn.toBuilder().clearGrantedAtMs().clearGrantedBy().build();
    }
    return turn.getState() == TURN_RUNNING && turn.getReason() == TurnReason.TURN_REASON_NONE
        ? turn.toBuilder().setReason(TurnReason.RECALLED).setMessage(message).build() : turn;
  }

  /** Puts a running turn back to WAITING, or ends it if {@code cancelledBy} is not empty. */
  static TurnRecord returned(TurnRecord turn, String message, String cancelledBy, long now) {
    if (!cancelledBy.isEmpty()) {
      return turn.getReason() == TurnReason.PREEMPTED
          ? ended(turn, TURN_CANCELLED, TurnReason.PREEMPTED, turn.getMessage(), now)
          : ended(turn, TURN_CANCELLED, TurnReason.CANCEL_REQUESTED, "Cancelled by " + cancelledBy + '.', now);
    }
    return withoutCurrentWork(turn.toBuilder()).setState(TURN_WAITING).clearReason().clearGrantedAtMs().clearGrantedBy()
        .setMessage(JobRecordRules.cut(message)).build();
  }

  static TurnRecord ended(TurnRecord turn, TurnState state, TurnReason reason, String message, long now) {
    TurnRecord.Builder ended = turn.toBuilder().setState(state).setReason(reason)
        .setMessage(JobRecordRules.cut(message)).setEndedAtMs(now);
    return withoutCurrentWork(ended).build();
  }

  /** Clears wait reason, range and step in the figures of a turn that has stopped or ended. Keeps all other figures. */
  private static TurnRecord.Builder withoutCurrentWork(TurnRecord.Builder turn) {
    if (turn.hasFigures()) {
      turn.getFiguresBuilder().clearWaitingFor().clearWaitReason().clearAtWork().clearLargeStepBytes().clearRange();
    }
    return turn;
  }
}
