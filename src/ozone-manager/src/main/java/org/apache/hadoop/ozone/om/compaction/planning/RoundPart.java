// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** Selects runs that are worth compacting. A round takes waits, then the others, each within its bytes. */
public enum RoundPart {
  /** All runs that are worth it. */
  ALL,
  /** Runs where a list waits, or waited until the turn flushed what is there. */
  WAITS,
  /** The other runs. */
  OTHERS
}
