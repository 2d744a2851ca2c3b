// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;

/**
 * Bytes that this OM wrote for rounds after the leader had given up this OM's turn. The turn of the next round adds
 * them to its figures. They are those of one step, and a restart of the OM forgets them. Confined to the thread of
 * turns.
 *
 * <p>The old turn's record is not changed, because later rounds may already have counted the record's bytes.
 */
public final class UnreportedBytes {
  private long bytes;
  private long forWaits;

  /** Adds them to {@code earlier}, the figures with which a turn begins, unless an earlier attempt has done so. */
  public TurnFigures with(TurnFigures earlier) {
    return bytes == 0 || earlier.getUnreportedWriteBytes() > 0 ? earlier
        : earlier.toBuilder().setUnreportedWriteBytes(bytes).setUnreportedWriteBytesForWaits(forWaits).build();
  }

  /**
   * A turn of a round has ended here: bytes of {@code last}, which this OM knows, that are missing in
   * {@code recorded}, the ring's record, count as unreported.
   */
  public void over(TurnFigures last, TurnFigures recorded) {
    bytes = Math.max(0, written(last) - written(recorded));
    forWaits = Math.max(0, writtenForWaits(last) - writtenForWaits(recorded));
  }

  /** The bytes of a turn that count towards the budgets of rounds: compacted, flushed, and unreported. */
  public static long written(TurnFigures figures) {
    return Recorded.writtenBytes(figures) + figures.getUnreportedWriteBytes();
  }

  /** The part of {@link #written} for keys where a list is slow; contains all flushed bytes. */
  public static long writtenForWaits(TurnFigures figures) {
    return figures.getWriteBytesForWaits() + figures.getUnreportedWriteBytesForWaits() + figures.getFlushedBytes();
  }
}
