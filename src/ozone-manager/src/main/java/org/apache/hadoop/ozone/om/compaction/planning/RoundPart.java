// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/**
 * A part of the runs that are worth compacting. A round compacts those where lists wait first, then the others; each
 * part has a budget in bytes of its own.
 */
public enum RoundPart {
  /** All runs that are worth compacting. */
  ALL,
  /** Runs where a list waits, or waited before the turn flushed the memtables. */
  WAITS,
  /** All other runs. */
  OTHERS
}
