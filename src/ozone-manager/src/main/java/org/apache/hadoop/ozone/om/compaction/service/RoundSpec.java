// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** The job that a decision comes to: the ranges that it chose, by their keys, on every OM. Pure. */
final class RoundSpec {
  /** Of keys: hundreds of records of rounds are kept in every OM's memory. What does not fit is for the next round. */
  static final int MAX_TARGET_BYTES = 16 << 10;

  private RoundSpec() {
  }

  /**
   * @param jobId      a UUID
   * @param decision   that a round is due
   * @param history    of the rounds before
   * @param thresholds that each range has to reach on each OM by itself
   * @param notAfter   milliseconds since 1970; 0 for open
   */
  static JobSpec of(String jobId, Decision decision, RoundHistory history, Thresholds thresholds,
      Collection<String> nodeIds, ServiceSettings settings, long notAfter) {
    Targets.Builder targets = Targets.newBuilder();
    List<Candidate> taken = new ArrayList<>();
    for (Candidate candidate : decision.ofRound()) {
      // A bucket with tombstones in memory, and a range of it.
      if (taken.stream().noneMatch(other -> other.keys().touches(candidate.keys()))) {
        if (!add(targets, candidate.keys())) {
          break;
        }
        taken.add(candidate);
      }
    }
    for (TableKeys keys : decision.cutOff()) {
      if (decision.ofRound().stream().noneMatch(candidate -> candidate.keys().touches(keys)) && !add(targets, keys)) {
        break;
      }
    }
    return JobSpec.newBuilder().setJobId(jobId).setTargets(targets).addAllNodeIds(nodeIds).setMaxParallelNodes(1)
        .setThresholds(thresholds.toBuilder().setMaxTotalBytes(decision.roundBytes())).setNotAfterMs(notAfter)
        .setMaxWriteRate(settings.maxWriteRate()).setFlush(decision.ofRound().stream().anyMatch(Candidate::isInMemory))
        .setRound(Round.newBuilder().setHistory(history).setOverdue(decision.isForOverdue())
            .setPredictedTombstones(taken.stream().mapToLong(Candidate::expectedTombstones).sum())).build();
  }

  /** @return whether there was room */
  private static boolean add(Targets.Builder targets, TableKeys added) {
    KeyRange keys = added.message();
    if (targets.getKeyRangesCount() > 0
        && targets.build().getSerializedSize() + keys.getSerializedSize() > MAX_TARGET_BYTES) {
      return false;
    }
    targets.addKeyRanges(keys);
    return true;
  }
}
