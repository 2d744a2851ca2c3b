// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/**
 * A part of a job of the automatic service. The job compacts dense runs of tombstones; each part has a budget in bytes.
 */
public enum RoundPart {
  /** All dense runs of tombstones that are worth compacting: for previews, and for jobs that somebody requested. */
  ALL,
  /** The dense runs of tombstones where listing is slow, or was slow before the job flushed the memtables. */
  WAITS,
  /** The other dense runs of tombstones that are worth compacting. */
  OTHERS
}
