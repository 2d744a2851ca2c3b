// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The predicted bytes read and written and tombstones removed of one range. Immutable. */
public final class RangeCost {
  private final long readBytes;
  private final long writeBytes;
  private final CountInterval writeInterval;
  private final long collateralBytes;
  private final CountInterval tombstonesRemoved;
  private final double removedPerByte;
  private final List<SstFile> rewrittenFiles;

  RangeCost(long readBytes, long writeBytes, CountInterval writeInterval, long collateralBytes,
      CountInterval tombstonesRemoved, double removedPerByte, List<SstFile> rewrittenFiles) {
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
    this.writeInterval = writeInterval;
    this.collateralBytes = collateralBytes;
    this.tombstonesRemoved = tombstonesRemoved;
    this.removedPerByte = removedPerByte;
    this.rewrittenFiles = Collections.unmodifiableList(rewrittenFiles);
  }

  /** Bytes of SST files read; a file counts as often as it is read. */
  public long readBytes() {
    return readBytes;
  }

  /** Expected bytes of SST files written. */
  public long writeBytes() {
    return writeBytes;
  }

  /**
   * Bounds of the bytes written. Narrow if every step takes existing files and {@code LiveKeys} tell which of their
   * puts are hidden; wide if a step takes a file that an earlier step writes, whose last key is not known.
   */
  public CountInterval writeInterval() {
    return writeInterval;
  }

  /**
   * Part of {@link #readBytes} outside the range, read because files are compacted whole. Exact for files with a
   * profile, otherwise half of a file that crosses an end of the range.
   */
  public long collateralBytes() {
    return collateralBytes;
  }

  /**
   * Bounds of the tombstones removed: at least those certain to be in the range, at most all of the files read,
   * including those of other spans.
   */
  public CountInterval tombstonesRemoved() {
    return tombstonesRemoved;
  }

  /** Expected number of tombstones removed, within these bounds. */
  public long tombstonesExpected() {
    return Math.round(removedPerByte * Math.max(1, readBytes + writeBytes));
  }

  /**
   * Expected tombstones removed per byte read and written. A range may have a higher value than one ranked before it,
   * which then pays for merging files that lie above both.
   */
  public double removedPerByte() {
    return removedPerByte;
  }

  /**
   * Live files that are rewritten and deleted, which a snapshot may keep on disk; in no particular order. Excludes
   * files that are only moved, or written by an earlier range of the plan.
   */
  public List<SstFile> rewrittenFiles() {
    return rewrittenFiles;
  }

  @Override
  public String toString() {
    return "reads " + readBytes + ", writes " + writeBytes + ", collateral " + collateralBytes + " bytes, removes "
        + tombstonesRemoved + " tombstones";
  }
}
