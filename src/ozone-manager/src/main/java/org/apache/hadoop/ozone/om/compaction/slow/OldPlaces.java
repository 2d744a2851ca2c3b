// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

/** Whether a look first searches the known places again. */
enum OldPlaces {
  KEPT,
  /** Clients may have written there. */
  SEARCHED_AGAIN
}
