// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix.long2String;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.run.PressureGauges.TableLoad;

/** Decides from gauges what a compaction has to wait for. */
public final class PressureRules {
  /**
   * Share of RocksDB's limit for delayed writes at which a compaction waits. Half leaves automatic compactions, which
   * alone bring the gauge down, room to catch up. With RocksDB's defaults it means 10 L0 files (automatic compaction
   * begins at 4, writes are delayed at 20) and 32 GB of pending compaction.
   */
  static final double STAND_BACK_SHARE = 0.5;

  private PressureRules() {
  }

  /**
   * Returns what a compaction has to wait for.
   *
   * @param gauges a reading
   * @param reserveBytes free disk space that must remain after the write
   * @param writeBytes predicted bytes that the next range writes; 0 if no range is planned yet
   * @return most severe first; empty if nothing stands in the way
   */
  public static List<TurnWait> waits(PressureGauges gauges, long reserveBytes, long writeBytes) {
    List<TurnWait> waits = new ArrayList<>();
    if (gauges.isPrepared()) {
      waits.add(new TurnWait(WaitReason.WAIT_PREPARED,
          "This OM is prepared for an upgrade: end it with 'ozone admin om cancelprepare'"));
    }
    if (gauges.isWritesStopped()) {
      waits.add(new TurnWait(WaitReason.WAIT_WRITES_STOPPED,
          "RocksDB has stopped all writes until compaction catches up"));
    }
    if (gauges.getDelayedWriteRate() > 0) {
      waits.add(new TurnWait(WaitReason.WAIT_WRITES_DELAYED,
          "RocksDB delays writes to " + bytes(gauges.getDelayedWriteRate()) + "/s until compaction catches up"));
    }
    if (gauges.getFreeDiskBytes() - reserveBytes < writeBytes) {
      waits.add(new TurnWait(WaitReason.WAIT_DISK_SPACE, String.format(Locale.ROOT,
          "The disk of om.db has %s free; the next range needs %s and %s must remain in reserve",
          bytes(gauges.getFreeDiskBytes()), bytes(writeBytes), bytes(reserveBytes))));
    }
    if (gauges.isCheckpointUnderWay()) {
      waits.add(new TurnWait(WaitReason.WAIT_CHECKPOINT,
          "A checkpoint is being sent from " + gauges.getCheckpoint() + " to another OM or to Recon"));
    }
    TableLoad l0 = gauges.getL0Files();
    if (l0.share() >= STAND_BACK_SHARE) {
      waits.add(new TurnWait(WaitReason.WAIT_L0_FILES, String.format(Locale.ROOT,
          "%s has %d L0 files; RocksDB delays writes at %d", l0.getTable(), l0.getValue(), l0.getLimit())));
    }
    TableLoad pending = gauges.getPendingCompactionBytes();
    if (pending.share() >= STAND_BACK_SHARE) {
      waits.add(new TurnWait(WaitReason.WAIT_PENDING_COMPACTION, String.format(Locale.ROOT,
          "%s has %s waiting to be compacted; RocksDB delays writes at %s",
          pending.getTable(), bytes(pending.getValue()), bytes(pending.getLimit()))));
    }
    return waits;
  }

  static String bytes(long bytes) {
    return long2String(bytes, "B", 1);
  }
}
