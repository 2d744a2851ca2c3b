// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.Excerpt;

/** Adds up a turn's figures over all its attempts, from those that the last one reported. Not thread-safe. */
final class TurnTally {
  /** Maximum number of characters of a range's text; a key can have 4 KB, and figures are reported again and again. */
  private static final int MAX_RANGE_TEXT = 400;

  private final TurnFigures.Builder figures;
  /** The predicted price of the finished work; the actual one where the prediction did not apply. */
  private Price finished = Price.NONE;
  /** The actual price up to the last {@link #book}; bytes since then belong to the current range. */
  private Price booked = Price.NONE;
  private long tombstonesRemoved;
  private JobPart part = JobPart.ALL;

  /** @param earlier figures of earlier attempts; the default instance for none */
  TurnTally(TurnFigures earlier) {
    this.figures = earlier.toBuilder().setAttempts(earlier.getAttempts() + 1).clearLargeStepBytes().clearRange()
        .clearRangesUnreadable().clearSlowPlacesAfter();
    bookActual();
    this.tombstonesRemoved = earlier.getTombstonesBefore() - earlier.getTombstonesAfter();
    working();
  }

  /** Begins a {@link JobPart} of the job. From now on, written bytes count towards the budget of this part. */
  void take(JobPart taken) {
    part = taken;
  }

  /** Adds the work since the last call by {@code price}: as predicted, or actual if the prediction did not apply. */
  private void book(Price price) {
    finished = finished.plus(price);
    booked = actual();
  }

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

  /** The next plan takes places that the last one counted as covered, so what is done replaces the prediction. */
  void continues() {
    booked = actual();
    finished = booked;
  }

  void begins(PlannedRange range) {
    figures.setRange(Excerpt.of(range.table() + ' ' + range.range(), MAX_RANGE_TEXT));
  }

  void done(Price price) {
    figures.clearRange().setRangesDone(figures.getRangesDone() + 1);
    book(price);
  }

  /** A range ended without rewriting a file; its price is subtracted from the turn's predicted bytes. */
  void dropped(Price price) {
    figures.clearRange().setRangesDropped(figures.getRangesDropped() + 1);
    predictInstead(price, Price.NONE);
  }

  /** A range was skipped because RocksDB compacts files of it; the next plan may have it again. */
  void leftToRocksDb(Price price) {
    figures.clearRange().setRangesTotal(figures.getRangesTotal() - 1);
    predictInstead(price, Price.NONE);
  }

  /** A range was given up for an unreadable file; actual bytes replace its price in the predicted bytes. */
  void unreadable(Price price) {
    figures.clearRange().setRangesUnreadable(figures.getRangesUnreadable() + 1);
    predictInstead(price, sinceBooked());
    bookActual();
  }

  /** The last {@code ranges} of the plan are left out; what the first of them has read or written still counts. */
  void leftOut(int ranges) {
    bookActual();
    figures.clearRange().setRangesTotal(figures.getRangesTotal() - ranges);
    predict(finished);
  }

  /** {@code flushedBytes} are those that flushes wrote during the step. */
  void compacted(CompactedStep step, long flushedBytes) {
    tombstonesRemoved += step.tombstonesRemoved();
    figures.clearLargeStepBytes().setReadBytes(figures.getReadBytes() + step.readBytes())
        .setWriteBytes(figures.getWriteBytes() + step.writtenBytes());
    if (part == JobPart.WAITS) {
      figures.setWriteBytesForWaits(figures.getWriteBytesForWaits() + step.writtenBytes());
    }
    flushed(flushedBytes);
    tombstones(0);
  }

  void flushed(long bytes) {
    figures.setFlushedBytes(figures.getFlushedBytes() + bytes);
  }

  /** Adds bytes that were read to count entries or to verify checksums. */
  void checkRead(long bytes) {
    figures.setCheckReadBytes(figures.getCheckReadBytes() + bytes);
  }

  /** {@code planned} is of all files that the plan rewrites or overlaps; raises {@code tombstonesBefore} to fit. */
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

  void slowPlacesAfter(int places) {
    figures.setSlowPlacesAfter(places);
  }

  /** Keeps only the measurement of the first attempt: later attempts measure after compactions. */
  void seekBefore(long micros) {
    if (figures.getSeekMicrosBefore() == 0) {
      figures.setSeekMicrosBefore(micros);
    }
  }

  /** {@code micros} is 0 if nothing was measured. */
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
