// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

/** What a look does first with the places that are known when it begins. */
enum Known {
  KEPT,
  /** Clients may have written there. */
  LOOKED_AT_ANEW
}
