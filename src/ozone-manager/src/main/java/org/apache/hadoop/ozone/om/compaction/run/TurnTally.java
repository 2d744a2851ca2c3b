// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.planner.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.RangeCost;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * Adds up the figures of a turn, over all its attempts: an OM that was restarted begins its turn again, from the
 * figures that the attempt before had reported. Not thread-safe.
 */
final class TurnTally {
  /** Keys have up to 4 KB, and figures are sent again and again. */
  private static final int MAX_RANGE_TEXT = 400;

  private final TurnFigures.Builder figures;
  private long finishedReadBytes;
  private long finishedWriteBytes;
  private long tombstonesRemoved;

  /** @param earlier what earlier attempts of the turn have reported; the default instance for the first */
  TurnTally(TurnFigures earlier) {
    this.figures = earlier.toBuilder().setAttempts(earlier.getAttempts() + 1).clearLargeStepBytes().clearRange();
    // What earlier attempts have done stands for what they had predicted of it, which nobody knows any more.
    this.finishedReadBytes = earlier.getReadBytes();
    this.finishedWriteBytes = earlier.getWriteBytes();
    this.tombstonesRemoved = earlier.getTombstonesBefore() - earlier.getTombstonesAfter();
    working();
  }

  /** A plan was made. It takes the place of what was left of an earlier one. */
  void planned(CompactionPlan plan) {
    figures.setRangesTotal(figures.getRangesDone() + figures.getRangesDropped() + plan.ranges().size())
        .setPredictedReadBytes(finishedReadBytes + plan.readBytes())
        .setPredictedWriteBytes(finishedWriteBytes + plan.writeBytes());
  }

  /** A range of the plan is taken up. */
  void begins(PlannedRange range) {
    String text = range.table() + ' ' + range.range();
    figures.setRange(text.length() <= MAX_RANGE_TEXT ? text : text.substring(0, MAX_RANGE_TEXT) + "...");
  }

  /** A range of the plan was compacted. */
  void done(RangeCost predicted) {
    figures.clearRange().setRangesDone(figures.getRangesDone() + 1);
    finishedReadBytes += predicted.readBytes();
    finishedWriteBytes += predicted.writeBytes();
  }

  /** A range of the plan was not worth it any more: it is taken out of the prediction too. */
  void dropped(RangeCost predicted) {
    figures.clearRange().setRangesDropped(figures.getRangesDropped() + 1)
        .setPredictedReadBytes(figures.getPredictedReadBytes() - predicted.readBytes())
        .setPredictedWriteBytes(figures.getPredictedWriteBytes() - predicted.writeBytes());
  }

  /** A range of the plan is left for another job: no longer part of it. */
  void leftOut(RangeCost predicted) {
    figures.setRangesTotal(figures.getRangesTotal() - 1)
        .setPredictedReadBytes(figures.getPredictedReadBytes() - predicted.readBytes())
        .setPredictedWriteBytes(figures.getPredictedWriteBytes() - predicted.writeBytes());
  }

  /**
   * A step has ended.
   *
   * @param flushedBytes that were written meanwhile from memory
   */
  void compacted(CompactedStep step, long flushedBytes) {
    tombstonesRemoved += step.tombstonesRemoved();
    figures.clearLargeStepBytes().setReadBytes(figures.getReadBytes() + step.readBytes())
        .setWriteBytes(figures.getWriteBytes() + step.writtenBytes());
    flushed(flushedBytes);
    tombstones(0);
  }

  /** Bytes of memtables that were written to disk. */
  void flushed(long bytes) {
    figures.setFlushedBytes(figures.getFlushedBytes() + bytes);
  }

  /** Bytes that were read besides, to count or to check. */
  void checkRead(long bytes) {
    figures.setCheckReadBytes(figures.getCheckReadBytes() + bytes);
  }

  /**
   * A plan was made, the first one or another.
   *
   * @param planned tombstones of all files that it rewrites or that overlap its ranges
   */
  void tombstones(long planned) {
    long before = Math.max(figures.getTombstonesBefore(), tombstonesRemoved + planned);
    figures.setTombstonesBefore(before).setTombstonesAfter(before - tombstonesRemoved);
  }

  /** The first attempt's stays: nothing was compacted then. */
  void seekBefore(long micros) {
    if (figures.getSeekMicrosBefore() == 0) {
      figures.setSeekMicrosBefore(micros);
    }
  }

  /** @param micros 0 if it was not measured */
  void seekAfter(long micros) {
    if (micros > 0) {
      figures.setSeekMicrosAfter(micros);
    }
  }

  /** A compaction begins that cannot be cancelled before its end and reads more than a range should. */
  void largeStep(long bytes) {
    figures.setLargeStepBytes(bytes);
  }

  void waiting(TurnWait wait) {
    figures.setWaitingFor(wait.getMessage()).setWaitReason(wait.getReason());
  }

  void working() {
    figures.clearWaitingFor().setWaitReason(WaitReason.WAIT_NONE);
  }

  void waited(long millis) {
    figures.setWaitedMs(figures.getWaitedMs() + millis);
  }

  /** By all attempts. */
  long writeBytes() {
    return figures.getWriteBytes();
  }

  int rangesDone() {
    return figures.getRangesDone();
  }

  TurnFigures figures() {
    return figures.build();
  }
}
