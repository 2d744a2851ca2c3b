// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;

/**
 * Decides which jobs can be retried, and where. A retry is an ordinary job that goes on with an ended job on the OMs
 * where this did not succeed.
 */
public final class RetryRules {
  private static final String COMMAND = "'ozone admin om compaction ";

  private RetryRules() {
  }

  /** Returns the id of the retry of a job. It follows from the job, so that two requests for a retry are one job. */
  public static String idOf(String jobId) {
    return UUID.nameUUIDFromBytes(("retry of " + jobId).getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** True if both are the retry of one job, whatever else differs: which OMs are in the ring, or when the window is. */
  public static boolean isSame(JobSpec known, JobSpec asked) {
    return !asked.getRetryOf().isEmpty() && asked.getRetryOf().equals(known.getRetryOf());
  }

  /**
   * The OMs where an ended job did not succeed, in the job's order; empty if it is open, has succeeded or is a round.
   */
  public static List<String> nodes(JobRecord job) {
    if (isOpen(job) || job.getState() == JobState.JOB_SUCCEEDED || job.getSpec().hasRound()) {
      return Collections.emptyList();
    }
    return job.getTurnsList().stream().filter(turn -> turn.getState() != TurnState.TURN_SUCCEEDED)
        .map(TurnRecord::getNodeId).collect(Collectors.toList());
  }

  private static boolean isOpen(JobRecord job) {
    return job.getState() == JobState.JOB_QUEUED || job.getState() == JobState.JOB_RUNNING;
  }

  /**
   * Checks a retry of {@code job} that is not known yet.
   *
   * @throws RefusedException if there is nothing to retry, or the retry names an OM where the job succeeded
   */
  public static void check(JobRecord job, JobSpec retry) throws RefusedException {
    String jobId = job.getSpec().getJobId();
    if (job.getSpec().hasRound()) {
      throw RefusedException.ofParameter("jobId", "Job " + jobId + " is a round of the service, which plans anew:"
          + " its next round takes what is still worth it, on every OM.")
          .withNextStep("See when with " + COMMAND + "service'.");
    }
    if (isOpen(job)) {
      throw RefusedException.ofJob(ErrorCode.JOB_OPEN, jobId, "Job " + jobId + " has not ended, so what is left to"
          + " retry is not known yet.").withNextStep("Wait for it with " + COMMAND + "status " + jobId
          + " --wait', or stop it with " + COMMAND + "cancel " + jobId + "'.");
    }
    List<String> open = nodes(job);
    if (open.isEmpty()) {
      throw RefusedException.ofJob(ErrorCode.JOB_ENDED, jobId, "Job " + jobId + " has succeeded on all its OMs, so"
          + " nothing is left to retry.").withNextStep("See where lists are slow now with " + COMMAND + "list'.");
    }
    for (String nodeId : retry.getNodeIdsList()) {
      if (!open.contains(nodeId)) {
        throw RefusedException.ofParameter("nodeIds", "Job " + jobId + " is not to be retried on " + Excerpt.of(nodeId)
            + ", but on " + String.join(", ", open) + ".")
            .withNextStep("Send it again with " + COMMAND + "retry " + jobId + "'.");
      }
    }
  }

  /** @throws RefusedException JOB_ENDED with the retry's id if a known retry has ended without success */
  public static void checkKnown(JobRecord retry) throws RefusedException {
    checkKnown(retry.getSpec().getRetryOf(), retry.getSpec().getJobId(),
        Recorded.name(retry.getState()), nodes(retry));
  }

  /**
   * As the other, of a retry in the form of the contract.
   *
   * @param open the OMs where the retry has ended without success
   */
  public static void checkKnown(String jobId, String retryId, String state, List<String> open)
      throws RefusedException {
    if (!open.isEmpty()) {
      throw RefusedException.ofJob(ErrorCode.JOB_ENDED, retryId, "Job " + jobId + " was retried by job " + retryId
          + ", which ended " + state + ".").withNextStep("Retry that one with " + COMMAND + "retry " + retryId + "'.");
    }
  }
}
