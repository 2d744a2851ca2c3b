// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.planner.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.RangeCost;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** Adds up the figures of a turn. Not thread-safe. */
final class TurnTally {
  private final TurnFigures.Builder figures = TurnFigures.newBuilder();
  private long finishedReadBytes;
  private long finishedWriteBytes;

  /** A plan was made. It takes the place of what was left of an earlier one. */
  void planned(CompactionPlan plan) {
    figures.setRangesTotal(figures.getRangesDone() + figures.getRangesDropped() + plan.ranges().size())
        .setPredictedReadBytes(finishedReadBytes + plan.readBytes())
        .setPredictedWriteBytes(finishedWriteBytes + plan.writeBytes());
  }

  /** A range of the plan was compacted. */
  void done(RangeCost predicted) {
    figures.setRangesDone(figures.getRangesDone() + 1);
    finishedReadBytes += predicted.readBytes();
    finishedWriteBytes += predicted.writeBytes();
  }

  /** A range of the plan was not worth it any more: it is taken out of the prediction too. */
  void dropped(RangeCost predicted) {
    figures.setRangesDropped(figures.getRangesDropped() + 1)
        .setPredictedReadBytes(figures.getPredictedReadBytes() - predicted.readBytes())
        .setPredictedWriteBytes(figures.getPredictedWriteBytes() - predicted.writeBytes());
  }

  void moved(Traffic traffic) {
    figures.setReadBytes(figures.getReadBytes() + traffic.readBytes())
        .setWriteBytes(figures.getWriteBytes() + traffic.writtenBytes());
  }

  void tombstonesBefore(long tombstones) {
    figures.setTombstonesBefore(tombstones).setTombstonesAfter(tombstones);
  }

  void tombstonesAfter(long tombstones) {
    figures.setTombstonesAfter(tombstones);
  }

  void seekBefore(long micros) {
    figures.setSeekMicrosBefore(micros);
  }

  void seekAfter(long micros) {
    figures.setSeekMicrosAfter(micros);
  }

  void waiting(Wait wait) {
    figures.setWaitingFor(wait.getMessage()).setWaitReason(wait.getReason());
  }

  void working() {
    figures.clearWaitingFor().setWaitReason(WaitReason.WAIT_NONE);
  }

  void waited(long millis) {
    figures.setWaitedMs(figures.getWaitedMs() + millis);
  }

  int rangesDone() {
    return figures.getRangesDone();
  }

  TurnFigures figures() {
    return figures.build();
  }
}
