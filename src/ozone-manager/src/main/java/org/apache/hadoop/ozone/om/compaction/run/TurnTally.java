// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
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
  /** Predicted bytes of finished ranges, and actual ones of work whose prediction is no longer known. */
  private long finishedReadBytes;
  private long finishedWriteBytes;
  /** Actual bytes of the work that {@code finished} stands for; the rest was done for the range in hand. */
  private long bookedReadBytes;
  private long bookedWriteBytes;
  private long tombstonesRemoved;
  private RoundPart part = RoundPart.ALL;

  /** @param earlier what earlier attempts of the turn have reported; the default instance for the first */
  TurnTally(TurnFigures earlier) {
    this.figures = earlier.toBuilder().setAttempts(earlier.getAttempts() + 1).clearLargeStepBytes().clearRange();
    bookActual();
    this.tombstonesRemoved = earlier.getTombstonesBefore() - earlier.getTombstonesAfter();
    working();
  }

  /** Begins a part of the round; later steps count for it. */
  void take(RoundPart taken) {
    part = taken;
  }

  /** Books the work since the last booking with these predicted bytes. */
  private void book(long predictedReadBytes, long predictedWriteBytes) {
    finishedReadBytes += predictedReadBytes;
    finishedWriteBytes += predictedWriteBytes;
    bookedReadBytes = figures.getReadBytes();
    bookedWriteBytes = figures.getWriteBytes();
  }

  /** Books work that no prediction stands for any more: with what it has read and written. */
  private void bookActual() {
    book(figures.getReadBytes() - bookedReadBytes, figures.getWriteBytes() - bookedWriteBytes);
  }

  /** A plan was made. It takes the place of what was left of an earlier one, and of a range that was begun. */
  void planned(int ranges, long readBytes, long writeBytes) {
    bookActual();
    figures.setRangesTotal(figures.getRangesDone() + figures.getRangesDropped() + ranges)
        .setPredictedReadBytes(finishedReadBytes + readBytes)
        .setPredictedWriteBytes(finishedWriteBytes + writeBytes);
  }

  /** A range of the plan is taken up. */
  void begins(PlannedRange range) {
    String text = range.table() + ' ' + range.range();
    figures.setRange(text.length() <= MAX_RANGE_TEXT ? text : text.substring(0, MAX_RANGE_TEXT) + "...");
  }

  /** A range of the plan was compacted that had been predicted to read and write so much. */
  void done(long readBytes, long writeBytes) {
    figures.clearRange().setRangesDone(figures.getRangesDone() + 1);
    book(readBytes, writeBytes);
  }

  /** A range of the plan was not worth it any more: it is taken out of the prediction too. */
  void dropped(long readBytes, long writeBytes) {
    figures.clearRange().setRangesDropped(figures.getRangesDropped() + 1)
        .setPredictedReadBytes(figures.getPredictedReadBytes() - readBytes)
        .setPredictedWriteBytes(figures.getPredictedWriteBytes() - writeBytes);
  }

  /** Ranges of the plan are left for another job: all that were not done. The first may have been begun. */
  void leftOut(int ranges) {
    bookActual();
    figures.clearRange().setRangesTotal(figures.getRangesTotal() - ranges)
        .setPredictedReadBytes(finishedReadBytes).setPredictedWriteBytes(finishedWriteBytes);
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
    if (part == RoundPart.WAITS) {
      figures.setWriteBytesForWaits(figures.getWriteBytesForWaits() + step.writtenBytes());
    }
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

  /** Bytes written by all attempts for runs at which a list waited. */
  long writeBytesForWaits() {
    return figures.getWriteBytesForWaits();
  }

  int rangesDone() {
    return figures.getRangesDone();
  }

  TurnFigures figures() {
    return figures.build();
  }
}
