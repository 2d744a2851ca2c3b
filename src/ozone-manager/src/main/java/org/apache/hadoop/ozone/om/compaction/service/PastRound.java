// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/** What a round has done, as its job's record tells, or rounds of an hour as a later one carries it. Immutable. */
final class PastRound {
  private final long lastMillis;
  private final Map<String, Long> bytesByNode;
  private final boolean forOverdue;
  private final Gain gain;
  private final List<TableKeys> keysWithoutGain;
  private final List<TableKeys> cutOffKeys;

  /** Whether a round was worth it. */
  enum Gain {
    /** It is under way, had to give way, or its window closed: it has not shown it. */
    UNKNOWN,
    /** It removed at least half of what was expected. */
    MEASURED,
    /** It removed less, and nothing but its keys kept it from more. */
    NONE
  }

  /**
   * @param lastMillis      since 1970: no byte of it was written later
   * @param bytesByNode     written, by node id
   * @param forOverdue      whether it took what was overdue, and not what hurts or is in debt
   * @param gain            whether it was worth it
   * @param keysWithoutGain those that it was for, if it had none
   * @param cutOffKeys      those that it was for, if some OM has not come to its end with them
   */
  PastRound(long lastMillis, Map<String, Long> bytesByNode, boolean forOverdue, Gain gain,
      List<TableKeys> keysWithoutGain, List<TableKeys> cutOffKeys) {
    this.lastMillis = lastMillis;
    this.bytesByNode = Collections.unmodifiableMap(bytesByNode);
    this.forOverdue = forOverdue;
    this.gain = gain;
    this.keysWithoutGain = Collections.unmodifiableList(keysWithoutGain);
    this.cutOffKeys = Collections.unmodifiableList(cutOffKeys);
  }

  /**
   * @param jobs in any order
   * @param now  milliseconds since 1970: what is open may have written until then
   * @return those that are rounds
   */
  static List<PastRound> of(Collection<JobRecord> jobs, long now) {
    return jobs.stream().filter(job -> job.getSpec().hasRound()).map(job -> of(job, now)).collect(Collectors.toList());
  }

  private static PastRound of(JobRecord job, long now) {
    Map<String, Long> bytes = new HashMap<>();
    for (TurnRecord turn : job.getTurnsList()) {
      bytes.put(turn.getNodeId(), turn.getFigures().getWriteBytes());
    }
    Gain gain = gain(job);
    return new PastRound(job.getEndedAtMs() == 0 ? now : job.getEndedAtMs(), bytes,
        job.getSpec().getRound().getOverdue(), gain, gain == Gain.NONE ? keys(job) : Collections.emptyList(),
        isCutOff(job) ? keys(job) : Collections.emptyList());
  }

  /** It had to give way, or its window closed. What has failed, or was cancelled by a person, is not gone on with. */
  private static boolean isCutOff(JobRecord job) {
    return job.getEndedAtMs() != 0 && job.getTurnsList().stream().map(TurnRecord::getReason)
        .anyMatch(reason -> reason == TurnReason.PREEMPTED || reason == TurnReason.WINDOW_CLOSED);
  }

  private static Gain gain(JobRecord job) {
    if (removed(job) * 2 >= job.getSpec().getRound().getPredictedTombstones()) {
      return Gain.MEASURED;
    }
    return job.getEndedAtMs() == 0 || job.getState() == JobState.JOB_EXPIRED
        || job.getTurnsList().stream().anyMatch(turn -> turn.getReason() == TurnReason.PREEMPTED)
        ? Gain.UNKNOWN : Gain.NONE;
  }

  private static List<TableKeys> keys(JobRecord job) {
    return job.getSpec().getTargets().getKeyRangesList().stream().map(TableKeys::of).collect(Collectors.toList());
  }

  /** Tombstones, on the node that most were removed on: files differ, and a turn may have failed. */
  static long removed(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures)
        .mapToLong(figures -> Math.max(0, figures.getTombstonesBefore() - figures.getTombstonesAfter())).max()
        .orElse(0);
  }

  /** Bytes, on the node that most were written on. */
  static long written(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures).mapToLong(TurnFigures::getWriteBytes).max()
        .orElse(0);
  }

  long lastMillis() {
    return lastMillis;
  }

  Map<String, Long> bytesByNode() {
    return bytesByNode;
  }

  boolean isForOverdue() {
    return forOverdue;
  }

  Gain gain() {
    return gain;
  }

  /** Whether both had no gain at keys that they share. */
  boolean touches(PastRound other) {
    return keysWithoutGain.stream().anyMatch(keys -> other.keysWithoutGain.stream().anyMatch(keys::touches));
  }

  /** Empty if all OMs came to the end, or it is not for a round to go on with. */
  List<TableKeys> cutOffKeys() {
    return cutOffKeys;
  }

  /** Empty if there was some gain, or it is not known. */
  List<TableKeys> keysWithoutGain() {
    return keysWithoutGain;
  }
}
