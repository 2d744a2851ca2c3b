// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;

/** The thresholds for taking something into a plan, and the limits of the plan's ranges. Immutable. */
public final class PlanLimits {
  /**
   * The thresholds of Ozone's own compaction service: at least 10,000 tombstones and 30 %, at most a million entries a
   * range.
   */
  public static final PlanLimits DEFAULT =
      new PlanLimits(10_000, 0.3, 1_000_000, 256L << 20, Integer.MAX_VALUE, Long.MAX_VALUE);

  /** Least slack. Without it, a run would end at every live key where any number of tombstones is enough. */
  private static final long LEAST_SLACK = 1_000;
  private static final double LEAST_DENSITY = 0.01;

  private final long minTombstones;
  private final double minRatio;
  private final long maxEntries;
  private final long maxBytes;
  private final int top;
  private final long maxTotalBytes;

  /**
   * @param minTombstones a span with fewer tombstones is left out; not negative
   * @param minRatio      a span with a smaller tombstone ratio is left out; in {@code [0, 1]}
   * @param maxEntries    of all files below level 0 that compacting one range reads; positive
   * @param maxBytes      of all files below level 0 that compacting one range reads; positive
   * @param top           maximum number of ranges; positive
   * @param maxTotalBytes that all ranges together may write, positive; {@link Long#MAX_VALUE} for no limit
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

  /**
   * Whether a ratio is asked for that is high enough to find runs by. By a ratio that almost any tombstone reaches, all
   * keys would be one run.
   */
  public boolean asksForDensity() {
    return minRatio >= LEAST_DENSITY;
  }

  /**
   * How many live keys may lie between two dense stretches of one run, as the number of tombstones that outweighs them.
   * Smaller than the minimum of tombstones, so that stretches further apart each qualify by themselves.
   */
  public long slack() {
    return Math.max(LEAST_SLACK, minTombstones);
  }

  /** Why a target cannot be planned; null if nothing is against it. */
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
