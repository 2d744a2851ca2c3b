// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Why a plan leaves something out. */
public enum RejectionReason {
  /** Somebody has said that it is to be left alone. */
  EXCLUDED,
  /** No file of the span holds a tombstone. */
  NO_TOMBSTONES,
  /**
   * Too few tombstones, even by the upper end of the interval, in the target or the densest run that it is part of.
   */
  BELOW_MIN_TOMBSTONES,
  /** Too small a ratio, even by the upper end of the interval, or no run that is dense enough. */
  BELOW_MIN_RATIO,
  /** A running compaction reads a file of the range. */
  BEING_COMPACTED,
  /** A recent compaction of it had no gain, so it rests for a while. */
  RESTING,
  /** All that could be compacted of it would read a file that is corrupt. */
  CORRUPT_FILE,
  /** A better range of the plan rewrites the same files. */
  COVERED_BY_BETTER_RANGE,
  /** Enough better ranges were found. */
  BEYOND_TOP,
  /** The remaining write budget of the plan is less than the next range writes. */
  BEYOND_TOTAL_BYTES
}
