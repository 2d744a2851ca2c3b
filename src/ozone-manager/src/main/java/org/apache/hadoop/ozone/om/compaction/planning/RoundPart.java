// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

/** What a plan takes of all that is worth compacting. A round takes waits, then the others, each within its bytes. */
public enum RoundPart {
  /** Whatever is worth it. */
  ALL,
  /** Where a list waits. */
  WAITS,
  /** The rest. */
  OTHERS
}
