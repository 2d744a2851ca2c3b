// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** Keys of an SST file, or of memtables, among which no look has searched for places yet. Immutable. */
public final class NotLookedAt {
  private final BucketSpan keys;
  private final long tombstones;

  NotLookedAt(BucketSpan keys, long tombstones) {
    this.keys = keys;
    this.tombstones = tombstones;
  }

  public BucketSpan keys() {
    return keys;
  }

  /** Upper bound of the tombstones there. */
  public long tombstones() {
    return tombstones;
  }
}
