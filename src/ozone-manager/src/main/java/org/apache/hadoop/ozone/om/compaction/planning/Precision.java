// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** How much of the SST files a caller lets statistics read. */
public enum Precision {
  /** Uses metadata and the results of earlier scans, and reads no file. Takes milliseconds. */
  METADATA,
  /** Also scans the files that may hide a run of tombstones, for a second at most. */
  RUNS,
  /** Scans up to 64 files that can change ranges, most tombstones first, for a second at most. */
  RANGES,
  /**
   * Scans all files whose entries can change where ranges lie, for some seconds at most. A turn scans the same files
   * before it plans.
   */
  EXACT
}
