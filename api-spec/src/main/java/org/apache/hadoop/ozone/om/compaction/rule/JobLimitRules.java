// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** The limits of a job that can be changed while it is open. Pure, and frozen as {@link JobSpecRules} are. */
public final class JobLimitRules {
  private JobLimitRules() {
  }

  /** @return every limit of the job, also those that are open */
  public static JobLimits of(JobSpec spec) {
    return JobLimits.newBuilder().setNotBeforeMs(spec.getNotBeforeMs()).setNotAfterMs(spec.getNotAfterMs())
        .setMaxWriteRate(spec.getMaxWriteRate()).setMaxTotalBytes(spec.getThresholds().getMaxTotalBytes()).build();
  }

  /** @return the job with the limits that are given, unchecked; its others stay as they are */
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
      // A job that was submitted without thresholds has none after the limit is open again.
      if (thresholds.equals(Thresholds.getDefaultInstance())) {
        changed.clearThresholds();
      }
    }
    return changed.build();
  }

  /**
   * Checks limits by themselves; whether they fit the job is up to {@link JobSpecRules}.
   *
   * @throws RefusedException BAD_REQUEST with the field that is wrong
   */
  public static void check(JobLimits limits) throws RefusedException {
    if (limits.equals(JobLimits.getDefaultInstance())) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "Nothing says what to change. Give a write rate, the total of"
          + " bytes, or the begin or end of the window.");
    }
    JobSpecRules.checkLimits(with(JobSpec.getDefaultInstance(), limits));
  }
}
