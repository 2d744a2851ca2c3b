// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** The limits of a job's plan, the rule that chooses its dense runs, and the ranges that it skips. Immutable. */
final class PlanTerms {
  private final PlanLimits limits;
  private final PlanLimits scanLimits;
  private final boolean isByTheRule;
  private final RestingRanges resting;

  private PlanTerms(PlanLimits limits, PlanLimits scanLimits, boolean isByTheRule, RestingRanges resting) {
    this.limits = limits;
    this.scanLimits = scanLimits;
    this.isByTheRule = isByTheRule;
    this.resting = resting;
  }

  /** @param cooldown the ranges that rest in rounds; a person's job takes them */
  static PlanTerms of(JobSpec job, CompactionConfig config, RestingRanges cooldown) {
    PlanLimits given = PlanThresholds.of(job.getThresholds(), config);
    if (job.hasRound()) {
      // Fewer tombstones suffice for a scan, as old dense runs count, too.
      return new PlanTerms(given,
          given.withMinTombstones(Math.min(given.minTombstones(), WorthCompacting.MIN_TOMBSTONES)), true, cooldown);
    }
    return job.getTargets().getSlow() || PlanThresholds.areOpen(job.getTargets(), job.getThresholds())
        ? new PlanTerms(given, given, true, RestingRanges.NONE)
        : new PlanTerms(PlanThresholds.of(job.getTargets(), job.getThresholds(), config), given, false,
            RestingRanges.NONE);
  }

  PlanLimits limits() {
    return limits;
  }

  /** The limits by which files are scanned. */
  PlanLimits scanLimits() {
    return scanLimits;
  }

  /** True if {@link WorthCompacting} decides which dense runs are taken, false if the limits alone do. */
  boolean isByTheRule() {
    return isByTheRule;
  }

  RestingRanges resting() {
    return resting;
  }

  boolean isResting(BucketSpan keys) {
    return resting.why(keys.table(), keys.keys()) != null;
  }
}
