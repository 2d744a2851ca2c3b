// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** The amount of reading that statistics may cost. */
public enum Precision {
  /** Metadata, and what earlier scans have left in memory. Milliseconds. */
  METADATA,
  /** Files that may hide a run are scanned too, as far as a second reaches. */
  RUNS,
  /** Files that decide on ranges are scanned too, as far as a second reaches: a turn scans the same before it plans. */
  RANGES,
  /** All files that hold more than one span and tombstones are scanned too, as far as a few seconds reach. */
  EXACT
}
