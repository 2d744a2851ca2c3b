// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/**
 * One reading of the gauges that may delay a compaction on this OM. A new instance has the values of an idle OM with
 * unlimited disk space.
 */
public final class PressureGauges {
  /**
   * A compaction waits while a gauge is at this share, or more, of the limit at which RocksDB delays writes. The rest
   * is room for automatic compactions, which bring the gauge down.
   */
  private static final double STAND_BACK_SHARE = 0.5;

  private TableLoad l0Files = new TableLoad("", 0, 0);
  private TableLoad pendingCompactionBytes = new TableLoad("", 0, 0);
  private boolean writesStopped;
  private long delayedWriteRate;
  private long freeDiskBytes = Long.MAX_VALUE;
  private String checkpoint = "";
  private boolean prepared;

  /** @param load L0 files of the table that is nearest to its level0_slowdown_writes_trigger */
  PressureGauges l0Files(TableLoad load) {
    l0Files = load;
    return this;
  }

  /** @param load pending compaction of the table that is nearest to its soft_pending_compaction_bytes_limit */
  PressureGauges pendingCompactionBytes(TableLoad load) {
    pendingCompactionBytes = load;
    return this;
  }

  /** @param stopped true if RocksDB has stopped all writes ({@code rocksdb.is-write-stopped}) */
  PressureGauges writesStopped(boolean stopped) {
    writesStopped = stopped;
    return this;
  }

  /** Rate to which RocksDB slows writers ({@code rocksdb.actual-delayed-write-rate}); 0 for no limit. */
  PressureGauges delayedWriteRate(long bytesPerSecond) {
    delayedWriteRate = bytesPerSecond;
    return this;
  }

  /** @param bytes how much this process can still write to the disk of om.db */
  PressureGauges freeDiskBytes(long bytes) {
    freeDiskBytes = bytes;
    return this;
  }

  /** @param directory the checkpoint that is being sent; empty if there is none */
  PressureGauges checkpoint(String directory) {
    checkpoint = directory;
    return this;
  }

  /** @param isPrepared true while {@code ozone admin om prepare} is in effect */
  PressureGauges prepared(boolean isPrepared) {
    prepared = isPrepared;
    return this;
  }

  /**
   * Returns the reasons why a compaction has to wait, most severe first; empty if it need not wait.
   *
   * @param reserveBytes free disk space that must remain after the write
   * @param writeBytes   upper bound of the bytes that the next step writes; 0 if none is planned yet
   */
  public List<TurnWait> waits(long reserveBytes, long writeBytes) {
    List<TurnWait> waits = new ArrayList<>();
    if (prepared) {
      waits.add(new TurnWait(WaitReason.WAIT_PREPARED,
          "This OM is prepared for an upgrade: end it with 'ozone admin om cancelprepare'"));
    }
    if (writesStopped) {
      waits.add(new TurnWait(WaitReason.WAIT_WRITES_STOPPED,
          "RocksDB has stopped all writes until compaction catches up"));
    }
    if (delayedWriteRate > 0) {
      waits.add(new TurnWait(WaitReason.WAIT_WRITES_DELAYED,
          "RocksDB delays writes to " + ValueFormat.bytes(delayedWriteRate) + "/s until compaction catches up"));
    }
    if (freeDiskBytes - reserveBytes < writeBytes) {
      waits.add(new TurnWait(WaitReason.WAIT_DISK_SPACE, String.format(Locale.ROOT,
          "The disk of om.db has %s free; the next step needs %s and %s must remain in reserve",
          ValueFormat.bytes(freeDiskBytes), ValueFormat.bytes(writeBytes), ValueFormat.bytes(reserveBytes))));
    }
    if (isCheckpointUnderWay()) {
      waits.add(new TurnWait(WaitReason.WAIT_CHECKPOINT,
          "A checkpoint is being sent from " + checkpoint + " to another OM or to Recon"));
    }
    if (l0Files.share() >= STAND_BACK_SHARE) {
      waits.add(new TurnWait(WaitReason.WAIT_L0_FILES, String.format(Locale.ROOT,
          "%s has %d L0 files: a step waits from %d on, as RocksDB delays writes at %d", l0Files.table, l0Files.value,
          l0Files.standsBackAt(), l0Files.limit)));
    }
    TableLoad pending = pendingCompactionBytes;
    if (pending.share() >= STAND_BACK_SHARE) {
      waits.add(new TurnWait(WaitReason.WAIT_PENDING_COMPACTION, String.format(Locale.ROOT,
          "%s has %s waiting to be compacted: a step waits from %s on, as RocksDB delays writes at %s",
          pending.table, ValueFormat.bytes(pending.value), ValueFormat.bytes(pending.standsBackAt()),
          ValueFormat.bytes(pending.limit))));
    }
    return waits;
  }

  public TableLoad l0Files() {
    return l0Files;
  }

  public TableLoad pendingCompactionBytes() {
    return pendingCompactionBytes;
  }

  public boolean areWritesStopped() {
    return writesStopped;
  }

  /** Bytes per second to which RocksDB slows writers; 0 for no limit. */
  public long delayedWriteRate() {
    return delayedWriteRate;
  }

  public long freeDiskBytes() {
    return freeDiskBytes;
  }

  public boolean isCheckpointUnderWay() {
    return !checkpoint.isEmpty();
  }

  public boolean isPrepared() {
    return prepared;
  }

  /** Reads the gauges of a turn's OM. */
  @FunctionalInterface
  public interface Source {
    /**
     * @return empty while OM has no open database
     * @throws IOException if RocksDB or the disk cannot be read
     */
    Optional<PressureGauges> read() throws IOException;
  }

  /** A gauge of the table that is nearest to the limit at which RocksDB delays writes. */
  public static final class TableLoad {
    private final String table;
    private final long value;
    private final long limit;

    /**
     * @param table the table's name; empty if the database has no table
     * @param value the gauge, in the unit of the limit
     * @param limit value at which RocksDB begins to delay writes; 0 or less for never
     */
    public TableLoad(String table, long value, long limit) {
      this.table = table;
      this.value = value;
      this.limit = limit;
    }

    public String getTable() {
      return table;
    }

    public long getValue() {
      return value;
    }

    /** 0 or less if RocksDB never delays writes for it. */
    public long getLimit() {
      return limit;
    }

    /** The value as a share of the limit; 0 if there is no limit. RocksDB delays writes at 1 or more. */
    public double share() {
      return limit <= 0 ? 0 : (double) value / limit;
    }

    private long standsBackAt() {
      return (long) Math.ceil(limit * STAND_BACK_SHARE);
    }

    public TableLoad orFuller(TableLoad other) {
      return other.share() > share() ? other : this;
    }
  }
}
