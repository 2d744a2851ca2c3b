// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Why a plan leaves out a target or a range. */
public enum RejectionReason {
  /** A pattern of the request or the configuration excludes the span. */
  EXCLUDED,
  /** The SST files hold no tombstone of the span, even by the upper end of its interval. */
  NO_TOMBSTONES,
  /**
   * The target has too few tombstones, even by the upper end of its interval. Or the run with the most tombstones that
   * overlaps the target has too few, by their expected number.
   */
  BELOW_MIN_TOMBSTONES,
  /** The ratio of tombstones is too small, even by the upper end of the interval, or no run is dense enough. */
  BELOW_MIN_RATIO,
  /** A running compaction reads a file of the range. */
  BEING_COMPACTED,
  /** A recent compaction of the range removed too little, so the range rests for a while. */
  RESTING,
  /** Every compaction that the range needs would read a corrupt file. */
  CORRUPT_FILE,
  /** A better range of the plan rewrites the same files. */
  COVERED_BY_BETTER_RANGE,
  /** The plan already has the maximum number of ranges that the request allows. */
  BEYOND_TOP,
  /** This range, or a better one, possibly writes more than is left of the plan's write budget. */
  BEYOND_TOTAL_BYTES
}
