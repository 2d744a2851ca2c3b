// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.JobRequestRules;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.TargetRules;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;

/** Checks a request before a connection is opened. Leaves out checks that depend on the ring's state. */
public final class JobRequestCheck {
  private JobRequestCheck() {
  }

  /**
   * The job, with the whole bucket instead of a prefix or path, because only an OM can find the key ranges.
   *
   * @param now decides which of weekly windows the job gets
   * @throws RefusedException BAD_REQUEST that names the invalid field, or TOO_LARGE
   */
  public static JobSpec check(JobRequestJson request, Instant now) throws RefusedException {
    JobSpec spec = checkedSpec(request, now);
    WindowRules.checkNotPast(spec.getNotAfterMs(), now.toEpochMilli());
    JobRequestRules.requireTargets(request.getTargets());
    return spec;
  }

  /** @throws RefusedException BAD_REQUEST; names the field if a limit is invalid */
  public static JobLimits check(JobUpdateJson update, Instant now) throws RefusedException {
    JobRequestRules.check(update);
    JobLimits limits = JobSubmission.limits(update);
    JobLimitRules.check(limits);
    WindowRules.checkNotPast(limits.getNotAfterMs(), now.toEpochMilli());
    return limits;
  }

  /**
   * Checks the targets, thresholds and nodes of a job or a preview; each can be null.
   *
   * @throws RefusedException BAD_REQUEST that names the invalid field, or TOO_LARGE
   */
  public static void checkPlan(TargetsJson targets, ThresholdsJson thresholds, List<String> nodeIds)
      throws RefusedException {
    checkedSpec(new JobRequestJson().targets(targets).thresholds(thresholds).nodeIds(nodeIds), Instant.EPOCH);
  }

  private static JobSpec checkedSpec(JobRequestJson request, Instant now) throws RefusedException {
    JobRequestRules.check(request);
    Targets beside = JobSubmission.withoutPrefixOrPath(request.getTargets());
    Targets targets = JobSubmission.prefixOrPath(request.getTargets())
        .map(keys -> keys.inBucket(beside))
        .orElse(beside);
    JobSpec spec = JobSubmission.spec(request, targets, now);
    JobSpecRules.check(spec);
    TargetRules.check(targets, TargetNames.OF_JOB);
    return spec;
  }

  /**
   * @return the id in lower case, as the ring writes it
   * @throws RefusedException BAD_REQUEST if the text is not a UUID
   */
  public static String jobId(String text) throws RefusedException {
    String jobId = text.toLowerCase(Locale.ROOT);
    JobSpecRules.checkJobId(jobId);
    return jobId;
  }
}
