// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** What compacting one range is predicted to read, write and remove. Immutable. */
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

  /** Bytes of SST files that the compactions read, a file as often as it is read. */
  public long readBytes() {
    return readBytes;
  }

  /** Bytes of SST files that the compactions are expected to write. */
  public long writeBytes() {
    return writeBytes;
  }

  /**
   * Between which the bytes written will lie. Narrow where every step takes files that exist and {@code LiveKeys} told
   * which of their puts are hidden; wide where a step takes a file that another one has yet to write, as it is not
   * known where that file will end.
   */
  public CountInterval writeInterval() {
    return writeInterval;
  }

  /**
   * The part of {@link #readBytes} that is read of files only because files are whole, as a file's profile tells it.
   * Where it does not it is a guess: half of a file that lies across an end of the range.
   */
  public long collateralBytes() {
    return collateralBytes;
  }

  /**
   * Tombstones that go away. At least: those that are certain to be in the range. At most: all of the files that are
   * read, also those of other spans.
   */
  public CountInterval tombstonesRemoved() {
    return tombstonesRemoved;
  }

  /** Tombstones that are expected to go away: between those. */
  public long tombstonesExpected() {
    return Math.round(removedPerByte * Math.max(1, readBytes + writeBytes));
  }

  /**
   * What ranks a range: tombstones that are expected to go away per byte read and written. A range may have more than
   * one that is ranked better if that one brings files down which lie above both.
   */
  public double removedPerByte() {
    return removedPerByte;
  }

  /**
   * Live files that are rewritten and then deleted, in no particular order: what a snapshot may keep on disk. Files
   * that are only moved to another level, or were written by an earlier range of the plan, are not among them.
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
