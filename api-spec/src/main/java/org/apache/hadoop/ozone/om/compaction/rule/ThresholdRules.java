// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Whether thresholds can be reached at all. For clients and servers; not asked when a job is applied. */
public final class ThresholdRules {
  private ThresholdRules() {
  }

  /**
   * @param parameter what the minimum is called where it was given
   * @param minTombstones of a bucket in a table; null if not given
   * @param maxEntries of a range; null if not given
   * @throws RefusedException BAD_REQUEST if no range may hold as many
   */
  public static void check(String parameter, Long minTombstones, Long maxEntries) throws RefusedException {
    if (minTombstones != null && maxEntries != null && minTombstones > maxEntries) {
      throw RefusedException.ofParameter(parameter, "The minimum of " + minTombstones + " tombstones of a bucket in a"
          + " table is above the maximum of " + maxEntries + " entries of a range: lower the minimum or raise the"
          + " maximum.");
    }
  }
}
