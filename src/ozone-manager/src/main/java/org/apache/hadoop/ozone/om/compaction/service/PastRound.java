// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/**
 * The result of a round from its job's record, or of an hour of rounds summed up in a later round's history. Immutable.
 */
final class PastRound {
  private final long lastMillis;
  private final Map<String, Long> bytes;
  private final Map<String, Long> bytesForWaits;
  private final Outcome outcome;

  /** The end of a round. */
  enum Outcome {
    /**
     * Still running, or a sum of several rounds, or begun for tombstones in memory alone, and none was removed; or
     * without gain because of files that cannot be read: the next plan leaves their ranges out, or the fault passes.
     */
    UNKNOWN,
    /** It gave way or its window closed; some OM may have more to do. */
    CUT_OFF,
    /** It removed at least half of the expected tombstones. */
    GAIN,
    /** It removed less although nothing cut it off. */
    NO_GAIN
  }

  /**
   * @param lastMillis    time of its last write at the latest, milliseconds since 1970
   * @param bytes         written bytes by node id
   * @param bytesForWaits the part of them written where lists waited
   */
  PastRound(long lastMillis, Map<String, Long> bytes, Map<String, Long> bytesForWaits, Outcome outcome) {
    this.lastMillis = lastMillis;
    this.bytes = bytes;
    this.bytesForWaits = bytesForWaits;
    this.outcome = outcome;
  }

  /**
   * @param jobs in any order
   * @param now  milliseconds since 1970; an open round may have written until then
   * @return those of the jobs that are rounds
   */
  static List<PastRound> of(Collection<JobRecord> jobs, long now) {
    return jobs.stream().filter(job -> job.getSpec().hasRound()).map(job -> of(job, now)).collect(Collectors.toList());
  }

  private static PastRound of(JobRecord job, long now) {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, Long> forWaits = new HashMap<>();
    for (TurnRecord turn : job.getTurnsList()) {
      TurnFigures figures = turn.getFigures();
      // A round flushes only where a list waits.
      bytes.put(turn.getNodeId(),
          figures.getWriteBytes() + figures.getUnreportedWriteBytes() + figures.getFlushedBytes());
      forWaits.put(turn.getNodeId(), figures.getWriteBytesForWaits() + figures.getUnreportedWriteBytesForWaits()
          + figures.getFlushedBytes());
    }
    return new PastRound(job.getEndedAtMs() == 0 ? now : job.getEndedAtMs(), bytes, forWaits, outcome(job));
  }

  private static Outcome outcome(JobRecord job) {
    if (job.getEndedAtMs() == 0) {
      return Outcome.UNKNOWN;
    }
    if (job.getTurnsList().stream().map(TurnRecord::getReason)
        .anyMatch(reason -> reason == TurnReason.PREEMPTED || reason == TurnReason.WINDOW_CLOSED)) {
      return Outcome.CUT_OFF;
    }
    long predicted = job.getSpec().getRound().getPredictedTombstones();
    if (predicted == 0 && removed(job) == 0) {
      return Outcome.UNKNOWN;
    }
    if (removed(job) * 2 >= predicted) {
      return Outcome.GAIN;
    }
    return job.getTurnsList().stream().anyMatch(turn -> turn.getFigures().getRangesUnreadable() > 0) ? Outcome.UNKNOWN
        : Outcome.NO_GAIN;
  }

  /** Whether a person cancelled the round itself, not by pausing the service or by a job. */
  static boolean isCancelled(JobRecord job) {
    return job.getState() == JobState.JOB_CANCELLED
        && job.getTurnsList().stream().anyMatch(turn -> turn.getReason() == TurnReason.CANCEL_REQUESTED);
  }

  /** Tombstones removed on the node that removed most: files differ between nodes, and a turn may have failed. */
  static long removed(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures)
        .mapToLong(figures -> Math.max(0, figures.getTombstonesBefore() - figures.getTombstonesAfter())).max()
        .orElse(0);
  }

  /** Bytes written on the node that wrote most, those of flushes among them. */
  static long written(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures)
        .mapToLong(figures -> figures.getWriteBytes() + figures.getFlushedBytes()).max().orElse(0);
  }

  /** Ranges compacted on the node that compacted most. */
  static int ranges(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures).mapToInt(TurnFigures::getRangesDone).max()
        .orElse(0);
  }

  long lastMillis() {
    return lastMillis;
  }

  /** Nodes that wrote anything. */
  Set<String> nodes() {
    return Collections.unmodifiableSet(bytes.keySet());
  }

  long bytes(String nodeId) {
    return bytes.getOrDefault(nodeId, 0L);
  }

  long bytesForWaits(String nodeId) {
    return bytesForWaits.getOrDefault(nodeId, 0L);
  }

  long bytesForOthers(String nodeId) {
    return bytes(nodeId) - bytesForWaits(nodeId);
  }

  Outcome outcome() {
    return outcome;
  }

  boolean isCutOff() {
    return outcome == Outcome.CUT_OFF;
  }
}
