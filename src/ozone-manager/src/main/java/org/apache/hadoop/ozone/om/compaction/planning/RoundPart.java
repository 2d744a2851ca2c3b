// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/**
 * A part of the runs that are worth compacting. A round, that is, a job of the automatic service, first compacts the
 * runs where lists are slow, then the others. Each part has its own budget in bytes.
 */
public enum RoundPart {
  /** All runs that are worth compacting. */
  ALL,
  /** Runs where a list is slow, or was slow before the turn flushed the memtables. */
  WAITS,
  /** All other runs. */
  OTHERS
}
