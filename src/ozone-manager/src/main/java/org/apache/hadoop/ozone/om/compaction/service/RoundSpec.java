// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** Makes a round from a decision. The targets are all keys except the excluded keys. */
final class RoundSpec {
  private RoundSpec() {
  }

  /** Returns a job without limits, only for making a plan of some targets; it is never submitted. */
  static JobSpec question(Targets targets) {
    return JobSpec.newBuilder().setTargets(targets).setRound(Round.getDefaultInstance()).build();
  }

  /** {@code maxWriteRate} is average bytes per second; {@code notAfter} is in milliseconds since 1970, 0 for no end. */
  static JobSpec.Builder of(String jobId, RoundDecision decision, RoundHistory history, Collection<String> nodeIds,
      List<String> exclude, long maxWriteRate, long notAfter) {
    JobSpec.Builder spec = JobSpec.newBuilder().setJobId(jobId).addAllNodeIds(nodeIds).setMaxParallelNodes(1)
        .setThresholds(Thresholds.newBuilder().setMaxTotalBytes(limit(decision.budget().of(JobPart.ALL))))
        .setNotAfterMs(notAfter).setMaxWriteRate(maxWriteRate)
        .setRound(Round.newBuilder().setHistory(history).setPredictedTombstones(decision.predictedTombstones())
            .setMaxBytesForWaits(limit(decision.budget().of(JobPart.WAITS)))
            .setMaxBytesForOthers(limit(decision.budget().of(JobPart.OTHERS))));
    return exclude.isEmpty() ? spec : spec.setTargets(Targets.newBuilder().addAllExclude(exclude));
  }

  /** Returns the bytes as a limit of a job: at least 1, because 0 would mean no limit. */
  private static long limit(long bytes) {
    return Math.max(1, bytes);
  }
}
