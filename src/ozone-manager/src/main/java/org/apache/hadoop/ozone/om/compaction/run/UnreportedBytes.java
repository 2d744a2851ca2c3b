// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;

/**
 * What rounds wrote on this OM after the leader had given their turns up: an OM that hangs in a step ends it when it
 * comes back. The record of such a turn stays as it is, as the sums of later rounds may hold it already; the next
 * round's turn brings the bytes along, so they count on the day on which this OM is heard again. Kept in memory: an OM
 * that was given up and goes down before its next round forgets what that one step wrote, which is less than what a
 * round may write beyond its limit in any case. Confined to the thread of turns.
 */
public final class UnreportedBytes {
  private long bytes;
  private long forWaits;

  /** @return the figures that a round's turn begins with; those that have brought some along already stay so */
  public TurnFigures with(TurnFigures earlier) {
    return bytes == 0 || earlier.getUnreportedWriteBytes() > 0 ? earlier
        : earlier.toBuilder().setUnreportedWriteBytes(bytes).setUnreportedWriteBytesForWaits(forWaits).build();
  }

  /**
   * A round's turn is over here.
   *
   * @param last     its figures as this OM knows them
   * @param recorded its figures as the ring holds them
   */
  public void over(TurnFigures last, TurnFigures recorded) {
    bytes = Math.max(0, last.getWriteBytes() + last.getUnreportedWriteBytes()
        - recorded.getWriteBytes() - recorded.getUnreportedWriteBytes());
    forWaits = Math.max(0, last.getWriteBytesForWaits() + last.getUnreportedWriteBytesForWaits()
        - recorded.getWriteBytesForWaits() - recorded.getUnreportedWriteBytesForWaits());
  }
}
