// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** Limits how much of the SST files may be read to make statistics. */
public enum Precision {
  /** Uses metadata and the results of earlier scans, and reads no file. Takes milliseconds. */
  METADATA,
  /** Also scans the files that may hide a dense run of tombstones, for a second at most. */
  RUNS,
  /**
   * Scans up to 64 files, most tombstones first, for a second at most. Exact counts of these files can change a plan's
   * ranges.
   */
  RANGES,
  /**
   * Scans all files whose counts can change ranges, for some seconds at most. A running job does so before it plans.
   */
  EXACT
}
