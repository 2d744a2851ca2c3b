// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Why a plan leaves something out. */
public enum RejectionReason {
  /** A pattern of the request or the configuration excludes it. */
  EXCLUDED,
  /** No file of the span holds a tombstone. */
  NO_TOMBSTONES,
  /**
   * The target, or the densest run that it is part of, has too few tombstones, even by the upper end of the interval.
   */
  BELOW_MIN_TOMBSTONES,
  /** The ratio is too small, even by the upper end of the interval, or no run is dense enough. */
  BELOW_MIN_RATIO,
  /** A running compaction reads a file of the range. */
  BEING_COMPACTED,
  /** A recent compaction of it removed too little, so it rests for a while. */
  RESTING,
  /** Every compaction that it needs would read a corrupt file. */
  CORRUPT_FILE,
  /** A better range of the plan rewrites the same files. */
  COVERED_BY_BETTER_RANGE,
  /** The plan has as many ranges as were asked for. */
  BEYOND_TOP,
  /** The next range may write more than is left of the plan's write budget. */
  BEYOND_TOTAL_BYTES
}
