// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

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

  static final DeletionBacklog NONE = new DeletionBacklog(0, 0, false);

  private final long rows;
  private final long directories;
  private final boolean bounded;

  private DeletionBacklog(long rows, long directories, boolean bounded) {
    this.rows = rows;
    this.directories = directories;
    this.bounded = bounded;
  }

  /**
   * @param rows    that were counted in deletedTable
   * @param bounded whether there may be more
   */
  static DeletionBacklog ofKeys(long rows, boolean bounded) {
    return new DeletionBacklog(rows, 0, bounded);
  }

  /**
   * @param rows    that were counted in deletedDirectoryTable
   * @param bounded whether there may be more
   */
  static DeletionBacklog ofDirectories(long rows, boolean bounded) {
    return new DeletionBacklog(rows, rows, bounded);
  }

  /** At least so many wait. */
  public long rows() {
    return rows;
  }

  /** So many of them are directories, each with all files and directories below it: how many is not known. */
  public long directories() {
    return directories;
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
    return new DeletionBacklog(rows + other.rows, directories + other.directories, bounded || other.bounded);
  }

  /** The same, but there may be more. */
  DeletionBacklog orMore() {
    return new DeletionBacklog(rows, directories, true);
  }

  /** {@code 1 row waits for deletion}; the text of {@link #toString}, whatever the number. */
  public String waits() {
    boolean one = rows == 1 || isEmpty();
    return this + (one ? " waits" : " wait") + " for deletion";
  }

  /**
   * {@code 17 rows}, {@code at least 10,000 rows}, {@code 1 directory, with all below it, and 17 rows}, or that it
   * cannot be told.
   */
  @Override
  public String toString() {
    if (rows == 0) {
      return bounded ? "an unknown number of rows" : "no row";
    }
    String all = directories == 0 ? "" : count(directories, "directory", "directories") + ", with all below "
        + (directories == 1 ? "it," : "them,");
    String keys = rows == directories ? "" : (all.isEmpty() ? "" : " and ") + count(rows - directories, "row", "rows");
    return (bounded ? "at least " : "") + all + keys;
  }

  private static String count(long number, String one, String several) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : several);
  }
}
