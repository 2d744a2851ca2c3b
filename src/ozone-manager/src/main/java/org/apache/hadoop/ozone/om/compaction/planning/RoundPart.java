// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** Selects runs that are worth compacting. A round takes waits, then the others, each within its bytes. */
public enum RoundPart {
  /** All runs that are worth it. */
  ALL,
  /** Runs at which a list waits. */
  WAITS,
  /** The other runs. */
  OTHERS
}
