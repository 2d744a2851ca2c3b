// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** How much of the SST files a caller lets statistics read. */
public enum Precision {
  /** Reads no file: metadata and the results of earlier scans. Takes milliseconds. */
  METADATA,
  /** Also scans the files that possibly hide a run, for a second at most. */
  RUNS,
  /**
   * Also scans the files whose entries can change where ranges lie, for a second at most. A turn scans the same files
   * before it plans.
   */
  RANGES,
  /** Also scans all files with tombstones that several spans share, for some seconds at most. */
  EXACT
}
