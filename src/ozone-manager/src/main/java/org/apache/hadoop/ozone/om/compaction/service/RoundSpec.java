// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** The job that a decision comes to: of everything, on every OM, which plans for itself. Pure. */
final class RoundSpec {
  private RoundSpec() {
  }

  /** A round without limits for some targets, to plan with; never submitted. */
  static JobSpec question(Targets targets) {
    return JobSpec.newBuilder().setTargets(targets).setRound(Round.getDefaultInstance()).build();
  }

  /**
   * @param jobId        a UUID
   * @param decision     that a round is due
   * @param history      of the rounds before
   * @param maxWriteRate bytes per second on average
   * @param notAfter     milliseconds since 1970; 0 for open
   */
  static JobSpec.Builder of(String jobId, Decision decision, RoundHistory history, Collection<String> nodeIds,
      long maxWriteRate, long notAfter) {
    return JobSpec.newBuilder().setJobId(jobId).addAllNodeIds(nodeIds).setMaxParallelNodes(1)
        .setThresholds(Thresholds.newBuilder().setMaxTotalBytes(limit(decision.budget().all())))
        .setNotAfterMs(notAfter).setMaxWriteRate(maxWriteRate)
        .setRound(Round.newBuilder().setHistory(history).setPredictedTombstones(decision.predictedTombstones())
            .setMaxBytesForWaits(limit(decision.budget().of(RoundPart.WAITS)))
            .setMaxBytesForOthers(limit(decision.budget().of(RoundPart.OTHERS))));
  }

  /** 0 is no limit, and what writes nothing is chosen even if nothing is left. */
  private static long limit(long bytes) {
    return Math.max(1, bytes);
  }
}
