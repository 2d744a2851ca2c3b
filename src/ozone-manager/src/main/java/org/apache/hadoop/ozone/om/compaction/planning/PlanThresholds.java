// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** The thresholds of a request; the configuration fills in what the request leaves open. */
public final class PlanThresholds {
  private PlanThresholds() {
  }

  /** The limits for some targets. If a request has buckets or key ranges but no thresholds, all tombstones qualify. */
  static PlanLimits of(Targets targets, Thresholds asked, CompactionConfig config) {
    return isNamed(targets) && hasNoMinima(asked) ? withoutMinima(of(asked, config)) : of(asked, config);
  }

  static PlanLimits forNamedTargets(CompactionConfig config) {
    return withoutMinima(of(Thresholds.getDefaultInstance(), config));
  }

  private static PlanLimits withoutMinima(PlanLimits limits) {
    return limits.withMinTombstones(1).withMinRatio(0);
  }

  /** True without buckets, key ranges and thresholds of tombstones or ratio: {@link WorthCompacting} decides. */
  static boolean areOpen(Targets targets, Thresholds asked) {
    return !isNamed(targets) && hasNoMinima(asked);
  }

  /** True if a request names buckets or key ranges, and gives no threshold: then whatever they hold is enough. */
  public static boolean areNone(Targets targets, Thresholds asked) {
    return isNamed(targets) && hasNoMinima(asked);
  }

  private static boolean isNamed(Targets targets) {
    return targets.getBucketsCount() > 0 || targets.getKeyRangesCount() > 0;
  }

  private static boolean hasNoMinima(Thresholds asked) {
    return !asked.hasMinTombstones() && !asked.hasMinRatio();
  }

  static PlanLimits of(Thresholds asked, CompactionConfig config) {
    return new PlanLimits(
        asked.hasMinTombstones() ? asked.getMinTombstones() : config.getMinTombstones(),
        asked.hasMinRatio() ? asked.getMinRatio() : Math.max(PlanLimits.LEAST_DENSITY, config.getTombstoneRatio()),
        asked.getMaxEntries() > 0 ? asked.getMaxEntries() : config.getMaxEntries(),
        asked.getMaxBytes() > 0 ? asked.getMaxBytes() : config.getMaxBytes(),
        asked.getTop() > 0 ? asked.getTop() : Integer.MAX_VALUE,
        asked.getMaxTotalBytes() > 0 ? asked.getMaxTotalBytes() : Long.MAX_VALUE);
  }
}
