// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/**
 * Reads, sets and checks the limits that users can change until a job has ended. The checks must stay the same after a
 * release, because OMs of different versions must agree.
 */
public final class JobLimitRules {
  private JobLimitRules() {
  }

  /** @return all limits of the job; 0 for a limit that is not set */
  public static JobLimits of(JobSpec spec) {
    return JobLimits.newBuilder().setNotBeforeMs(spec.getNotBeforeMs()).setNotAfterMs(spec.getNotAfterMs())
        .setMaxWriteRate(spec.getMaxWriteRate()).setMaxTotalBytes(spec.getThresholds().getMaxTotalBytes()).build();
  }

  /** @return a copy of the job with the given limits, unchecked; limits that are not given stay as they are */
  public static JobSpec with(JobSpec spec, JobLimits limits) {
    JobSpec.Builder changed = spec.toBuilder();
    if (limits.hasNotBeforeMs()) {
      changed.setNotBeforeMs(limits.getNotBeforeMs());
    }
    if (limits.hasNotAfterMs()) {
      changed.setNotAfterMs(limits.getNotAfterMs());
    }
    if (limits.hasMaxWriteRate()) {
      changed.setMaxWriteRate(limits.getMaxWriteRate());
    }
    if (limits.hasMaxTotalBytes() && limits.getMaxTotalBytes() != spec.getThresholds().getMaxTotalBytes()) {
      Thresholds thresholds =
          spec.getThresholds().toBuilder().setMaxTotalBytes(limits.getMaxTotalBytes()).build();
      changed.setThresholds(thresholds);
      // Clears empty thresholds. Jobs are compared by equality, and an empty protobuf message is not equal to an absent
      // one.
      if (thresholds.equals(Thresholds.getDefaultInstance())) {
        changed.clearThresholds();
      }
    }
    return changed.build();
  }

  /**
   * Returns a copy of the job with the given limits, checked as a whole.
   *
   * @throws RefusedException names the limit that was given, not the one of the job that it does not fit
   */
  public static JobSpec checked(JobSpec spec, JobLimits limits) throws RefusedException {
    JobSpec changed = with(spec, limits);
    if (!limits.hasNotBeforeMs()) {
      JobSpecRules.checkOrder(changed.getNotBeforeMs(), changed.getNotAfterMs(), "notAfter");
    }
    JobSpecRules.check(changed);
    return changed;
  }

  /**
   * Refuses an update that gives no limit or an invalid one. {@link JobSpecRules} checks whether the limits fit the
   * job.
   *
   * @throws RefusedException BAD_REQUEST; names the field if a limit is invalid
   */
  public static void check(JobLimits limits) throws RefusedException {
    if (limits.equals(JobLimits.getDefaultInstance())) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "Nothing says what to change. Give a write rate, the total of"
          + " bytes, or the begin or end of the window.");
    }
    JobSpecRules.checkLimits(with(JobSpec.getDefaultInstance(), limits));
  }
}
