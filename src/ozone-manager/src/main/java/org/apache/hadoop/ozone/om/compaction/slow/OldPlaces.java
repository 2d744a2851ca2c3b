// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

/** Whether a look first searches the known places again. */
enum Known {
  KEPT,
  /** Clients may have written there. */
  LOOKED_AT_ANEW
}
