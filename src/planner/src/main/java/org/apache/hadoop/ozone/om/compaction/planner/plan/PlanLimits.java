// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/** The thresholds that a span or run has to reach to be planned, and the limits of a plan's ranges. Immutable. */
public final class PlanLimits {
  /** Minimum of {@link #slack}. A slack of 0 would end every dense run at its first live key. */
  private static final long LEAST_SLACK = 1_000;
  /** With a smaller ratio of tombstones, nearly all keys would be one run. */
  public static final double LEAST_DENSITY = 0.01;

  private final long minTombstones;
  private final double minRatio;
  private final long maxEntries;
  private final long maxBytes;
  private final int top;
  private final long maxTotalBytes;

  /**
   * @param minTombstones a span with fewer tombstones is left out; not negative
   * @param minRatio      a span with a smaller ratio of tombstones is left out; in {@code [0, 1]}
   * @param maxEntries    maximum number of entries that compacting one range reads below level 0; positive
   * @param maxBytes      maximum number of bytes that compacting one range reads below level 0; positive
   * @param top           maximum number of ranges; positive
   * @param maxTotalBytes maximum number of bytes that all ranges write; {@link Long#MAX_VALUE} for no limit
   * @throws IllegalArgumentException with a message for the user if a limit is invalid
   */
  public PlanLimits(long minTombstones, double minRatio, long maxEntries, long maxBytes, int top, long maxTotalBytes) {
    require(minTombstones >= 0, "Minimum of tombstones must not be negative, but is " + minTombstones);
    require(minRatio >= 0 && minRatio <= 1, "Minimum tombstone ratio must be between 0 and 1, but is " + minRatio);
    require(maxEntries > 0, "Maximum of entries per range must be positive, but is " + maxEntries);
    require(maxBytes > 0, "Maximum of bytes per range must be positive, but is " + maxBytes);
    require(top > 0, "Number of ranges must be positive, but is " + top);
    require(maxTotalBytes > 0, "Maximum of bytes in all must be positive, but is " + maxTotalBytes);
    this.minTombstones = minTombstones;
    this.minRatio = minRatio;
    this.maxEntries = maxEntries;
    this.maxBytes = maxBytes;
    this.top = top;
    this.maxTotalBytes = maxTotalBytes;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }

  public PlanLimits withMinTombstones(long tombstones) {
    return new PlanLimits(tombstones, minRatio, maxEntries, maxBytes, top, maxTotalBytes);
  }

  public PlanLimits withMinRatio(double ratio) {
    return new PlanLimits(minTombstones, ratio, maxEntries, maxBytes, top, maxTotalBytes);
  }

  public long minTombstones() {
    return minTombstones;
  }

  public double minRatio() {
    return minRatio;
  }

  public long maxEntries() {
    return maxEntries;
  }

  public long maxBytes() {
    return maxBytes;
  }

  public int top() {
    return top;
  }

  public long maxTotalBytes() {
    return maxTotalBytes;
  }

  /** True if the minimum ratio is at least {@link #LEAST_DENSITY}. */
  public boolean asksForDensity() {
    return minRatio >= LEAST_DENSITY;
  }

  /** The maximum drop of the score inside a run, see {@code DenseRuns}: minTombstones, but at least 1,000. */
  public long slack() {
    // A run that a larger drop ends has at least minTombstones tombstones, if its score is still positive.
    return Math.max(LEAST_SLACK, minTombstones);
  }

  /** The first threshold that even the upper bounds of a target's counts miss; null if they reach all thresholds. */
  public RejectionReason reasonAgainst(SpanStatistics target) {
    long tombstones = target.mostTombstones();
    if (tombstones == 0) {
      return RejectionReason.NO_TOMBSTONES;
    }
    if (tombstones < minTombstones) {
      return RejectionReason.BELOW_MIN_TOMBSTONES;
    }
    return target.mostRatio() < minRatio ? RejectionReason.BELOW_MIN_RATIO : null;
  }
}
