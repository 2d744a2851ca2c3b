// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;

/**
 * Adds up the figures of a turn over all its attempts. Starts with the figures that the last attempt reported. Not
 * thread-safe.
 */
final class TurnTally {
  /** Maximum number of characters of a range's text; a key can have 4 KB, and figures are reported again and again. */
  private static final int MAX_RANGE_TEXT = 400;

  private final TurnFigures.Builder figures;
  /** What the finished work was predicted to cost; what it did cost if the prediction did not apply. */
  private Price finished = Price.NONE;
  /** What the work has cost up to the last {@link #book}. All that came later belongs to the current range. */
  private Price booked = Price.NONE;
  private long tombstonesRemoved;
  private RoundPart part = RoundPart.ALL;

  /** @param earlier figures of earlier attempts; the default instance for none */
  TurnTally(TurnFigures earlier) {
    this.figures = earlier.toBuilder().setAttempts(earlier.getAttempts() + 1).clearLargeStepBytes().clearRange()
        .clearRangesUnreadable().clearSlowPlacesAfter();
    bookActual();
    this.tombstonesRemoved = earlier.getTombstonesBefore() - earlier.getTombstonesAfter();
    working();
  }

  /** Begins a {@link RoundPart} of the job. From now on, written bytes count towards the budget of this part. */
  void take(RoundPart taken) {
    part = taken;
  }

  /**
   * Adds the work since the last call to the finished work.
   *
   * @param price the predicted price; the actual one if the prediction did not apply
   */
  private void book(Price price) {
    finished = finished.plus(price);
    booked = actual();
  }

  /** Adds the work since the last call of {@link #book} to the finished work, with the bytes really read and written. */
  private void bookActual() {
    book(sinceBooked());
  }

  private Price actual() {
    return Price.of(figures.getReadBytes(), figures.getWriteBytes());
  }

  private Price sinceBooked() {
    return Price.of(figures.getReadBytes() - booked.readBytes(), figures.getWriteBytes() - booked.writeBytes());
  }

  private void predict(Price price) {
    figures.setPredictedReadBytes(price.readBytes()).setPredictedWriteBytes(price.writeBytes());
  }

  /** Replaces the price of a range in what was predicted. */
  private void predictInstead(Price price, Price other) {
    predict(Price.of(figures.getPredictedReadBytes() - price.readBytes() + other.readBytes(),
        figures.getPredictedWriteBytes() - price.writeBytes() + other.writeBytes()));
  }

  /** Notes a new plan, which replaces all unfinished ranges of an earlier plan. */
  void planned(int ranges, Price price) {
    bookActual();
    figures.setRangesTotal(figures.getRangesDone() + figures.getRangesDropped()
        + figures.getRangesUnreadable() + ranges);
    predict(finished.plus(price));
  }

  /**
   * Notes that the next plan takes places that the last plan counted as covered by its ranges. What was predicted for
   * these is replaced by what is done.
   */
  void continues() {
    booked = actual();
    finished = booked;
  }

  /** Notes that a range of the plan begins. */
  void begins(PlannedRange range) {
    figures.setRange(Excerpt.of(range.table() + ' ' + range.range(), MAX_RANGE_TEXT));
  }

  /** Notes that a range of the plan is done. */
  void done(Price price) {
    figures.clearRange().setRangesDone(figures.getRangesDone() + 1);
    book(price);
  }

  /** Notes that a range of the plan ended without rewriting a file: its price is no longer predicted. */
  void dropped(Price price) {
    figures.clearRange().setRangesDropped(figures.getRangesDropped() + 1);
    predictInstead(price, Price.NONE);
  }

  /**
   * Notes that the turn gave up a range because a file cannot be read. Replaces the range's price in what was predicted
   * by the bytes read and written.
   */
  void unreadable(Price price) {
    figures.clearRange().setRangesUnreadable(figures.getRangesUnreadable() + 1);
    predictInstead(price, sinceBooked());
    bookActual();
  }

  /**
   * Notes that the last ranges of the plan are left out. Bytes that the first of these ranges has read or written still
   * count.
   *
   * @param ranges number of the ranges left out
   */
  void leftOut(int ranges) {
    bookActual();
    figures.clearRange().setRangesTotal(figures.getRangesTotal() - ranges);
    predict(finished);
  }

  /**
   * Adds a finished step.
   *
   * @param flushedBytes bytes that flushes wrote during the step
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

  /** Adds a flush of memtables. */
  void flushed(long bytes) {
    figures.setFlushedBytes(figures.getFlushedBytes() + bytes);
  }

  /** Adds bytes that were read to count entries or to verify checksums. */
  void checkRead(long bytes) {
    figures.setCheckReadBytes(figures.getCheckReadBytes() + bytes);
  }

  /**
   * Notes how many tombstones a plan covers. Raises {@code tombstonesBefore} if the plan shows that there were more.
   *
   * @param planned tombstones of all files that the plan rewrites or that overlap its ranges
   */
  void tombstones(long planned) {
    long before = Math.max(figures.getTombstonesBefore(), tombstonesRemoved + planned);
    figures.setTombstonesBefore(before).setTombstonesAfter(before - tombstonesRemoved);
  }

  /** Notes how many slow places a look has found before the turn compacts. Keeps only the look of the first attempt. */
  void slowPlacesBefore(int places) {
    if (!figures.hasSlowPlacesBefore()) {
      figures.setSlowPlacesBefore(places);
    }
  }

  /** Notes how many places a look has found slow after the turn has compacted. */
  void slowPlacesAfter(int places) {
    figures.setSlowPlacesAfter(places);
  }

  /**
   * Notes how long the slowest listing took before the turn. Keeps only the measurement of the first attempt: later
   * attempts measure after compactions.
   */
  void seekBefore(long micros) {
    if (figures.getSeekMicrosBefore() == 0) {
      figures.setSeekMicrosBefore(micros);
    }
  }

  /**
   * Notes how long the slowest listing takes after the turn.
   *
   * @param micros 0 if nothing was measured
   */
  void seekAfter(long micros) {
    if (micros > 0) {
      figures.setSeekMicrosAfter(micros);
    }
  }

  /**
   * Notes that a large step begins, which reads this many bytes. A cancel of the job takes effect only after the step.
   */
  void largeStep(long bytes) {
    figures.setLargeStepBytes(bytes);
  }

  void waiting(TurnWait wait) {
    figures.setWaitingFor(wait.getMessage()).setWaitReason(wait.getReason()).clearAtWork();
  }

  /** Notes that the turn itself does something that takes long, which is shown as a wait. */
  void workingAt(TurnWait work) {
    waiting(work);
    figures.setAtWork(true);
  }

  void working() {
    figures.clearWaitingFor().setWaitReason(WaitReason.WAIT_NONE).clearAtWork();
  }

  /** @param bytes written bytes for which the write rate still requires a delay */
  void owes(long bytes) {
    figures.setOwedBytes(bytes);
  }

  void waited(long millis) {
    figures.setWaitedMs(figures.getWaitedMs() + millis);
  }

  /** Tombstones removed from SST files by all steps so far. */
  long tombstonesRemoved() {
    return tombstonesRemoved;
  }

  int rangesDone() {
    return figures.getRangesDone();
  }

  TurnFigures figures() {
    return figures.build();
  }
}
