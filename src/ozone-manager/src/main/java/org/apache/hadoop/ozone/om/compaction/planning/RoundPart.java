// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** The part of a round in which a run of tombstones is compacted. Each part has its own budget in bytes. */
public enum RoundPart {
  /** All runs of tombstones that are worth compacting: for previews, and for jobs that are not rounds. */
  ALL,
  /** The runs of tombstones where a list is slow, or was slow before the turn flushed the memtables. */
  WAITS,
  /** The other runs of tombstones that are worth compacting. */
  OTHERS
}
