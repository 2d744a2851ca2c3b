// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * What may become part of a record: nothing that a reader does not know, and nothing that makes it too large to be
 * handed on. Like {@link JobSpecRules} it depends on nothing but what it looks at, so every OM comes to the same.
 */
final class JobRecordRules {
  /** Longer texts are cut, so that a record stays small whatever a node reports. */
  static final int MAX_TEXT = 500;
  /** A ring whose OMs run as different users may hand a record on under as many names. */
  static final int MAX_VOUCHERS = JobSpecRules.MAX_NODES;
  static final int MAX_FIGURES_BYTES = 4 << 10;
  /** Fits a command, with room for one more voucher. */
  static final int MAX_RECORD_BYTES = (1 << 20) - (1 << 16);

  private JobRecordRules() {
  }

  /** @return the text, or as much of it as a record keeps */
  static String cut(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    // Half a character would be written as another one, and the OM that cut it would hold another record than the rest.
    return text.substring(0, Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT);
  }

  /** @return whether two records tell the same, whoever has handed them on */
  static boolean same(JobRecord a, JobRecord b) {
    return a.toBuilder().clearVouchedBy().build().equals(b.toBuilder().clearVouchedBy().build());
  }

  /** @return the figures as a record keeps them */
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

  /**
   * Checks a record that somebody hands on.
   *
   * @param index of the entry that brings it, which is younger than what it brings
   */
  static void check(JobRecord job, long index) throws RefusedException {
    JobSpecRules.check(job.getSpec());
    List<String> nodeIds = job.getTurnsList().stream().map(TurnRecord::getNodeId).collect(Collectors.toList());
    if (!nodeIds.equals(job.getSpec().getNodeIdsList())
        || !job.getTurnsList().stream().allMatch(JobRecordRules::readable)
        || job.getState() != Transitions.jobState(job.getTurnsList())
        || Transitions.ended(job) != (job.getEndedAtMs() != 0)
        || job.getCreatedIndex() > job.getUpdatedIndex() || job.getUpdatedIndex() >= index
        || job.getVouchedByCount() > MAX_VOUCHERS || job.getSerializedSize() > MAX_RECORD_BYTES
        || !Stream.concat(Stream.of(job.getRequestedBy(), job.getEndUser(), job.getCancelledBy()),
            job.getVouchedByList().stream()).allMatch(JobRecordRules::fits)) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "The record of job " + job.getSpec().getJobId()
          + " does not fit together.");
    }
  }

  private static boolean readable(TurnRecord turn) {
    return known(turn.getState()) && turn.getReason() != TurnReason.UNRECOGNIZED && fits(turn.getMessage())
        && fits(turn.getGrantedBy()) && fits(turn.getIncarnation()) && readable(turn.getFigures());
  }

  private static boolean readable(TurnFigures figures) {
    return figures.getWaitReason() != WaitReason.UNRECOGNIZED && fits(figures.getWaitingFor())
        && fits(figures.getRange()) && figures.getSerializedSize() <= MAX_FIGURES_BYTES;
  }

  private static boolean known(TurnState state) {
    return state != TurnState.TURN_STATE_UNSPECIFIED && state != TurnState.UNRECOGNIZED;
  }

  private static boolean fits(String text) {
    return text.length() <= MAX_TEXT;
  }
}
