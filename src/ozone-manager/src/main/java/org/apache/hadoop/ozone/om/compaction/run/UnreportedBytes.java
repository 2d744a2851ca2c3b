// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;

/**
 * Bytes that rounds (jobs of the automatic service) wrote on this OM after the leader had given up their turns, for
 * example because the OM hung in a step and finished it later. The records of such turns are not changed, because later
 * rounds may have added them up already. Instead, the turn of the next round adds the bytes to its own figures. Kept in
 * memory only: if the OM goes down before its next round, the bytes of one step are not counted. Confined to the thread
 * of turns.
 */
public final class UnreportedBytes {
  private long bytes;
  private long forWaits;

  /**
   * Adds the unreported bytes to the figures that a round's turn begins with. If an earlier attempt of the turn has
   * added unreported bytes already, returns the figures unchanged.
   *
   * @param earlier figures of the turn's earlier attempts
   */
  public TurnFigures with(TurnFigures earlier) {
    return bytes == 0 || earlier.getUnreportedWriteBytes() > 0 ? earlier
        : earlier.toBuilder().setUnreportedWriteBytes(bytes).setUnreportedWriteBytesForWaits(forWaits).build();
  }

  /**
   * Notes that a round's turn has ended here. From now on, the unreported bytes are those that this turn has written
   * but that its record in the ring does not contain.
   *
   * @param last     the turn's figures as this OM knows them
   * @param recorded the turn's figures in the ring's record
   */
  public void over(TurnFigures last, TurnFigures recorded) {
    bytes = Math.max(0, written(last) - written(recorded));
    forWaits = Math.max(0, writtenForWaits(last) - writtenForWaits(recorded));
  }

  /** The bytes of a turn that count towards the budgets of rounds: compacted, flushed, and unreported. */
  public static long written(TurnFigures figures) {
    return figures.getWriteBytes() + figures.getUnreportedWriteBytes() + figures.getFlushedBytes();
  }

  /**
   * The part of {@link #written} that counts towards the budget for places where lists are slow. It contains all
   * flushed bytes, as rounds flush only for such places. Flushes that clients' writes cause are counted with them.
   */
  public static long writtenForWaits(TurnFigures figures) {
    return figures.getWriteBytesForWaits() + figures.getUnreportedWriteBytesForWaits() + figures.getFlushedBytes();
  }
}
