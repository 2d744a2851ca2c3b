// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;

/** Makes the job that goes on with an ended job, of what the leader shows of that. */
final class JobRetry {
  private JobRetry() {
  }

  /**
   * Returns the retry. It has the ended job's targets and limits, without its consent to cancel other jobs, and with
   * fewer OMs at once if the ring has become smaller. A job that cannot be retried gives a retry that the leader
   * refuses, with the reason.
   *
   * @throws RefusedException UNKNOWN_NODE if no OM that is to go on is left in the ring
   */
  static JobSpec of(JobJson ended, RingMembers members, Instant now) throws RefusedException {
    List<String> nodeIds = nodeIds(ended, members);
    if (nodeIds.isEmpty()) {
      throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, "jobId", "Of the OMs where job " + ended.getJobId()
          + " did not succeed, none is left in the ring: " + String.join(", ", nodeIds(ended, id -> true)) + " are not"
          + " among its OMs, which are " + members.all().stream().map(RingNode::getNodeId)
          .collect(Collectors.joining(", ")) + ".")
          .withNextStep("Submit a job for these with 'ozone admin om compaction trigger'.");
    }
    JobRequestJson retry = new JobRequestJson()
        .jobId(RetryRules.idOf(ended.getJobId()))
        .targets(ended.getTargets())
        .thresholds(ended.getThresholds())
        .nodeIds(nodeIds)
        .maxParallelNodes(ended.getMaxParallelNodes() == 0 ? null
            : Math.min(ended.getMaxParallelNodes(), TurnOutlook.mostParallel(members)))
        .maxWriteRate(ended.getMaxWriteRate() == 0 ? null : ended.getMaxWriteRate())
        .flush(ended.getFlush())
        .afterDeletions(ended.getAfterDeletions())
        .moveLeader(ended.getMoveLeader());
    setWindow(retry, ended, now.toEpochMilli());
    return JobRequestCheck.check(retry, now).toBuilder().setRetryOf(ended.getJobId()).build();
  }

  /**
   * Gives the retry the next of the ended job's weekly windows. Moves a window that was given as times, and leaves out
   * a begin in the past.
   */
  private static void setWindow(JobRequestJson retry, JobJson ended, long now) {
    if (ended.getWindow() != null) {
      retry.window(ended.getWindow());
      return;
    }
    long begin = millis(ended.getNotBefore() == null ? ended.getCreated() : ended.getNotBefore());
    long end = ended.getNotAfter() == null ? 0 : millis(ended.getNotAfter());
    long shift = WindowRules.shift(begin, end, now);
    retry.notBefore(begin + shift > now ? JobModel.timestamp(begin + shift) : null)
        .notAfter(end == 0 ? null : JobModel.timestamp(end + shift));
  }

  private static long millis(String timestamp) {
    return Instant.parse(timestamp).toEpochMilli();
  }

  /** Returns the OMs where the ended job did not succeed and that have left the ring, for people. */
  static List<ProblemJson> left(JobJson ended, RingMembers members) {
    return nodeIds(ended, id -> members.all().stream().map(RingNode::getNodeId).noneMatch(id::equals)).stream()
        .map(id -> new ProblemJson().nodeId(id).code(ErrorCode.UNKNOWN_NODE)
            .message("It is no longer in the ring, so the retry leaves it out."))
        .collect(Collectors.toList());
  }

  /** Returns the OMs of the ring where the ended job did not succeed. */
  static List<String> nodeIds(JobJson ended, RingMembers members) {
    return nodeIds(ended, id -> members.all().stream().map(RingNode::getNodeId).anyMatch(id::equals));
  }

  private static List<String> nodeIds(JobJson ended, Predicate<String> which) {
    List<String> open = ended.getRetryNodeIds();
    return (open.isEmpty() ? ended.getNodeIds() : open).stream().filter(which)
        .collect(Collectors.toList());
  }
}
