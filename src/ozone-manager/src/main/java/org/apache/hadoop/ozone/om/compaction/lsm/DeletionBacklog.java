// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.Locale;

/**
 * Rows that wait in deletedTable and deletedDirectoryTable for OM's deletion services. Each becomes a tombstone there,
 * and those of directories many more in fileTable, directoryTable and these two. Immutable.
 *
 * <p>What Ozone 2.2.0 does with the rows of a bucket that has Ozone snapshots (ReclaimableKeyFilter,
 * ReclaimableDirFilter, OmSnapshotManager#createOmSnapshotCheckpoint): a row whose key the bucket's latest snapshot
 * still shows stays in the OM's tables for as long as that snapshot exists. Taking another snapshot moves all rows of
 * the bucket into the snapshot's own database; deleting one moves those that still wait on, to the next snapshot or
 * back to the OM. So what snapshots need is counted here, and does not go away by waiting.
 */
public final class DeletionBacklog {
  /** Counting ends here: more is a mass delete under way, however many. */
  public static final long MAX_ROWS = 10_000;

  private final long rows;
  private final boolean bounded;

  /**
   * @param rows    that were counted
   * @param bounded whether there may be more
   */
  DeletionBacklog(long rows, boolean bounded) {
    this.rows = rows;
    this.bounded = bounded;
  }

  /** At least so many wait. */
  public long rows() {
    return rows;
  }

  /** Whether counting stopped, at {@link #MAX_ROWS} or as it met too many tombstones: there may be more. */
  public boolean isBounded() {
    return bounded;
  }

  /** Whether it is certain that nothing waits. */
  public boolean isEmpty() {
    return rows == 0 && !bounded;
  }

  /** Both together. */
  public DeletionBacklog plus(DeletionBacklog other) {
    return new DeletionBacklog(rows + other.rows, bounded || other.bounded);
  }

  /** {@code 17 rows}, {@code at least 10,000 rows}, or that it cannot be told. */
  @Override
  public String toString() {
    if (rows == 0) {
      return bounded ? "an unknown number of rows" : "no row";
    }
    return (bounded ? "at least " : "") + String.format(Locale.ROOT, "%,d", rows) + (rows == 1 ? " row" : " rows");
  }
}
