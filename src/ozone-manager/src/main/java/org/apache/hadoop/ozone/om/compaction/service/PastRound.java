// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/** What a round has done, as its job's record tells. Immutable. */
final class PastRound {
  private final long lastMillis;
  private final Map<String, Long> bytesByNode;
  private final boolean forOverdue;
  private final List<TableKeys> keys;
  private final boolean withoutGain;

  /**
   * @param lastMillis  since 1970: no byte of it was written later
   * @param bytesByNode written, by node id
   * @param forOverdue  whether it took what was overdue, and not what hurts or is in debt
   * @param keys        that it was for
   * @param withoutGain whether it removed less than half of what it should have, and nothing but these keys kept it
   *                    from more
   */
  PastRound(long lastMillis, Map<String, Long> bytesByNode, boolean forOverdue, List<TableKeys> keys,
      boolean withoutGain) {
    this.lastMillis = lastMillis;
    this.bytesByNode = Collections.unmodifiableMap(bytesByNode);
    this.forOverdue = forOverdue;
    this.keys = Collections.unmodifiableList(keys);
    this.withoutGain = withoutGain;
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
    List<TableKeys> keys = job.getSpec().getTargets().getKeyRangesList().stream()
        .map(range -> new TableKeys(range.getTable(),
            new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray()))).collect(Collectors.toList());
    return new PastRound(job.getEndedAtMs() == 0 ? now : job.getEndedAtMs(), bytes,
        job.getSpec().getRound().getOverdue(), keys, isWithoutGain(job));
  }

  /** One that had to give way, or whose window closed, has not shown what it is worth. */
  private static boolean isWithoutGain(JobRecord job) {
    return job.getEndedAtMs() != 0 && job.getState() != JobState.JOB_EXPIRED
        && job.getTurnsList().stream().noneMatch(turn -> turn.getReason() == TurnReason.PREEMPTED)
        && removed(job) * 2 < job.getSpec().getRound().getPredictedTombstones();
  }

  /** Tombstones, on the node that most were removed on: files differ, and a turn may have failed. */
  static long removed(JobRecord job) {
    return job.getTurnsList().stream().map(TurnRecord::getFigures)
        .mapToLong(figures -> figures.getTombstonesBefore() - figures.getTombstonesAfter()).max().orElse(0);
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

  List<TableKeys> keys() {
    return keys;
  }

  boolean isWithoutGain() {
    return withoutGain;
  }
}
