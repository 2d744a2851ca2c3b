// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;
import org.apache.hadoop.ozone.om.compaction.turn.UnreportedBytes;

/** The bytes and the outcome of one past round, or the sums over all rounds of one hour. */
public final class PastRound {
  private final long lastMillis;
  private final Map<String, Long> bytes;
  private final Map<String, Long> bytesForWaits;
  private final Outcome outcome;

  /** Whether the round removed at least half of the expected tombstones. */
  enum Outcome {
    /** It is not known whether the round removed enough, for example because it still runs. */
    UNKNOWN,
    /** A person's job, a pause of the service or the window's end stopped the round. So some OM may have more to do. */
    CUT_OFF,
    /** The round removed at least half of the expected tombstones. */
    GAIN,
    /** The round removed less than half of the expected tombstones, although it ran to its end. */
    NO_GAIN
  }

  /**
   * @param lastMillis    time by which all bytes were written, in milliseconds since 1970
   * @param bytes         written bytes by node id
   * @param bytesForWaits the part of {@code bytes} that was written where a list was slow
   */
  PastRound(long lastMillis, Map<String, Long> bytes, Map<String, Long> bytesForWaits, Outcome outcome) {
    this.lastMillis = lastMillis;
    this.bytes = bytes;
    this.bytesForWaits = bytesForWaits;
    this.outcome = outcome;
  }

  /** {@code now}, in milliseconds since 1970, counts as the end of open rounds. */
  static List<PastRound> of(List<JobRecord> rounds, long now) {
    return rounds.stream().map(round -> of(round, now)).collect(Collectors.toList());
  }

  private static PastRound of(JobRecord job, long now) {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, Long> forWaits = new HashMap<>();
    for (TurnRecord turn : job.getTurnsList()) {
      TurnFigures figures = turn.getFigures();
      bytes.put(turn.getNodeId(), UnreportedBytes.written(figures));
      forWaits.put(turn.getNodeId(), UnreportedBytes.writtenForWaits(figures));
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
    if (Cooldown.isGain(removed(job), predicted)) {
      return Outcome.GAIN;
    }
    // Turns that failed have not tried what was expected, such as those that waited too long for pressure to pass.
    boolean ranToItsEnd = job.getTurnsList().stream().anyMatch(turn -> turn.getState() == TurnState.TURN_SUCCEEDED);
    boolean isUnreadable =
        job.getTurnsList().stream().anyMatch(turn -> turn.getFigures().getRangesUnreadable() > 0);
    return ranToItsEnd && !isUnreadable ? Outcome.NO_GAIN : Outcome.UNKNOWN;
  }

  /** True if a person cancelled this round; false if it ended because the service was paused or a job came. */
  static boolean isCancelled(JobRecord job) {
    return job.getState() == JobState.JOB_CANCELLED
        && job.getTurnsList().stream().anyMatch(turn -> turn.getReason() == TurnReason.CANCEL_REQUESTED);
  }

  /** Tombstones removed on the OM that removed most: OMs differ in their files, and some turns may have failed. */
  public static long removed(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures).mapToLong(Recorded::tombstonesRemoved).max()
        .orElse(0);
  }

  /** The number of bytes written on the OM that wrote most, flushes included. */
  public static long written(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures).mapToLong(Recorded::writtenBytes).max().orElse(0);
  }

  /** The number of ranges compacted on the OM that compacted most. */
  public static int ranges(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures).mapToInt(TurnFigures::getRangesDone).max()
        .orElse(0);
  }

  long lastMillis() {
    return lastMillis;
  }

  /** Ids of the OMs that had a turn in the round. */
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
