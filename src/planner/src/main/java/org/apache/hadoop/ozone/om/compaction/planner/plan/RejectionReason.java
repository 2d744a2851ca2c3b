// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Why a plan leaves out a target or a range. */
public enum RejectionReason {
  /** A pattern of the request or the configuration excludes the span. */
  EXCLUDED,
  /** The SST files are known to hold no tombstone of the span. */
  NO_TOMBSTONES,
  /** Too few tombstones by their upper bound, or too few expected in the largest run that overlaps the target. */
  BELOW_MIN_TOMBSTONES,
  /** The upper bound of the ratio of tombstones is too small, or tombstones are nowhere dense enough for a run. */
  BELOW_MIN_RATIO,
  /** A running compaction reads a file of the range. */
  BEING_COMPACTED,
  /** A recent compaction of the range removed too little, so plans leave the range out for a while. */
  RESTING,
  /** Every compaction that the range needs would read a corrupt file. */
  CORRUPT_FILE,
  /** A better range of the plan rewrites the same files. */
  COVERED_BY_BETTER_RANGE,
  /** The plan already has the maximum number of ranges that the request allows. */
  BEYOND_TOP,
  /** The rest of the write budget does not suffice for this range, or for a better range at which planning stopped. */
  BEYOND_TOTAL_BYTES
}
