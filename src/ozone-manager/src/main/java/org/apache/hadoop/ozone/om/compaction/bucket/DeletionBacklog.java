// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.util.Locale;

/**
 * The number of rows in deletedTable and deletedDirectoryTable that OM's deletion services have yet to process. The
 * number includes rows that OM keeps for Ozone snapshots (ReclaimableKeyFilter, ReclaimableDirFilter).
 */
public final class DeletionBacklog {
  /** Maximum number of rows to count: so many already show that somebody deletes in mass. */
  public static final long MAX_ROWS = 10_000;

  static final DeletionBacklog NONE = new DeletionBacklog(0, 0, false);

  private final long rows;
  private final long directories;
  private final boolean bounded;

  DeletionBacklog(long rows, long directories, boolean bounded) {
    this.rows = rows;
    this.directories = directories;
    this.bounded = bounded;
  }

  /** The number of rows; a lower bound if {@link #isBounded}. */
  public long rows() {
    return rows;
  }

  /** The number of rows that are directories. How many files and directories are below each is unknown. */
  public long directories() {
    return directories;
  }

  /**
   * True if counting ended early, at {@link #MAX_ROWS}, after too many tombstones or for lack of time: then there may
   * be more rows.
   */
  public boolean isBounded() {
    return bounded;
  }

  /** True if there are certainly no rows. */
  public boolean isEmpty() {
    return rows == 0 && !bounded;
  }

  DeletionBacklog plus(DeletionBacklog other) {
    return new DeletionBacklog(rows + other.rows, directories + other.directories, bounded || other.bounded);
  }

  /** Returns a copy whose numbers are lower bounds. */
  DeletionBacklog orMore() {
    return new DeletionBacklog(rows, directories, true);
  }

  /** Returns a clause such as {@code 1 row waits for deletion}. It begins with the text of {@link #toString}. */
  public String waits() {
    boolean one = rows == 1 || isEmpty();
    return this + (one ? " waits" : " wait") + " for deletion";
  }

  /**
   * For example {@code 17 rows}, {@code at least 10,000 rows} or {@code 1 directory, with all below it, and 17 rows}.
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
