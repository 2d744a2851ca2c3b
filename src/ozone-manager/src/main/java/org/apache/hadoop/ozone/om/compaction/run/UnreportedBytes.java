// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;

/**
 * Bytes that rounds wrote on this OM after the leader had given up their turns, as when an OM hangs in a step and ends
 * it later. The records of such turns are not changed, because sums in later rounds may contain them already; instead,
 * the turn of the next round adds the bytes to its own figures. Kept in memory only: if the OM goes down before its
 * next round, the bytes of one step are not counted, which is less than a round may exceed its limit by anyway.
 * Confined to the thread of turns.
 */
public final class UnreportedBytes {
  private long bytes;
  private long forWaits;

  /**
   * @return the figures that a round's turn begins with: those of earlier attempts, with these bytes unless they hold
   * some already
   */
  public TurnFigures with(TurnFigures earlier) {
    return bytes == 0 || earlier.getUnreportedWriteBytes() > 0 ? earlier
        : earlier.toBuilder().setUnreportedWriteBytes(bytes).setUnreportedWriteBytesForWaits(forWaits).build();
  }

  /**
   * Takes up a round's turn that has ended here.
   *
   * @param last     its figures as this OM knows them
   * @param recorded its figures in the ring's record
   */
  public void over(TurnFigures last, TurnFigures recorded) {
    // Rounds flush only where a list waits.
    long flushed = last.getFlushedBytes() - recorded.getFlushedBytes();
    bytes = Math.max(0, flushed + last.getWriteBytes() + last.getUnreportedWriteBytes()
        - recorded.getWriteBytes() - recorded.getUnreportedWriteBytes());
    forWaits = Math.max(0, flushed + last.getWriteBytesForWaits() + last.getUnreportedWriteBytesForWaits()
        - recorded.getWriteBytesForWaits() - recorded.getUnreportedWriteBytesForWaits());
  }
}
