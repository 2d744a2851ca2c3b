// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** Ranges that plans leave out for a while: of no use when compacted lately, or too large for a round's budget. */
@FunctionalInterface
public interface RestingRanges {
  RestingRanges NONE = (table, range) -> null;

  /** Returns why plans leave out a range now, in one sentence; null if they do not leave it out. */
  String why(String table, KeyRange range);
}
