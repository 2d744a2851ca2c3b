// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** Ranges that plans leave out for a while, because a recent compaction of them removed too little. */
@FunctionalInterface
public interface RestingRanges {
  /** Leaves out no range. */
  RestingRanges NONE = (table, range) -> null;

  /** @return why the range is left out, in one sentence; null if it is not */
  String why(String table, KeyRange range);
}
