// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** Keys of an SST file, or of memtables, among which no look has searched for places yet. Immutable. */
public final class NotLookedAt {
  private final BucketSpan keys;
  private final long tombstones;
  private final Cause cause;

  /** Why keys are not looked at. */
  enum Cause {
    /** The next look goes on there. */
    TIME,
    /** The next look will fail there as well if it meets the same files. */
    UNREADABLE
  }

  NotLookedAt(BucketSpan keys, long tombstones, Cause cause) {
    this.keys = keys;
    this.tombstones = tombstones;
    this.cause = cause;
  }

  public BucketSpan keys() {
    return keys;
  }

  /** Upper bound of the tombstones there. */
  public long tombstones() {
    return tombstones;
  }

  /** True if the last look could not read an SST file there. */
  public boolean isUnreadable() {
    return cause == Cause.UNREADABLE;
  }
}
