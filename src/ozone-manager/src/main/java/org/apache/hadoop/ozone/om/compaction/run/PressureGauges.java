// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** One reading of the gauges that decide whether this OM can run a compaction now. Immutable. */
public final class PressureGauges {
  private final TableLoad l0Files;
  private final TableLoad pendingCompactionBytes;
  private final boolean writesStopped;
  private final long delayedWriteRate;
  private final long freeDiskBytes;
  private final String checkpoint;
  private final boolean prepared;

  private PressureGauges(Builder builder) {
    l0Files = builder.l0Files;
    pendingCompactionBytes = builder.pendingCompactionBytes;
    writesStopped = builder.writesStopped;
    delayedWriteRate = builder.delayedWriteRate;
    freeDiskBytes = builder.freeDiskBytes;
    checkpoint = builder.checkpoint;
    prepared = builder.prepared;
  }

  /** Starts from an idle OM with unlimited disk space. */
  public static Builder newBuilder() {
    return new Builder();
  }

  /** L0 files of the table nearest to its level0_slowdown_writes_trigger. */
  public TableLoad getL0Files() {
    return l0Files;
  }

  /** Pending compaction bytes of the table nearest to its soft_pending_compaction_bytes_limit. */
  public TableLoad getPendingCompactionBytes() {
    return pendingCompactionBytes;
  }

  /** RocksDB's {@code rocksdb.is-write-stopped}. */
  public boolean isWritesStopped() {
    return writesStopped;
  }

  /**
   * RocksDB's {@code rocksdb.actual-delayed-write-rate}: bytes per second that writers are limited to; 0 for no limit.
   */
  public long getDelayedWriteRate() {
    return delayedWriteRate;
  }

  /** Bytes that this process can still write to the disk of om.db. */
  public long getFreeDiskBytes() {
    return freeDiskBytes;
  }

  /** Directory of a checkpoint that is being sent to another node; empty if there is none. */
  public String getCheckpoint() {
    return checkpoint;
  }

  public boolean isCheckpointUnderWay() {
    return !checkpoint.isEmpty();
  }

  /** Whether {@code ozone admin om prepare} is in effect. */
  public boolean isPrepared() {
    return prepared;
  }

  /** The source of a turn's gauges. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads the gauges.
     *
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
     * @param table the table's name; empty if the database has none
     * @param value the gauge, in the unit of the limit
     * @param limit value at which RocksDB begins to delay writes; 0 or less for never
     */
    public TableLoad(String table, long value, long limit) {
      this.table = Objects.requireNonNull(table, "table");
      this.value = value;
      this.limit = limit;
    }

    public String getTable() {
      return table;
    }

    public long getValue() {
      return value;
    }

    public long getLimit() {
      return limit;
    }

    /** The value as a share of the limit: writes are delayed from 1 on; 0 without a limit. */
    public double share() {
      return limit <= 0 ? 0 : (double) value / limit;
    }

    /** Returns whichever is nearer to its limit. */
    public TableLoad orFuller(TableLoad other) {
      return other.share() > share() ? other : this;
    }

    @Override
    public String toString() {
      return table + " " + value + "/" + limit;
    }
  }

  /** Collects a reading. */
  public static final class Builder {
    private TableLoad l0Files = new TableLoad("", 0, 0);
    private TableLoad pendingCompactionBytes = new TableLoad("", 0, 0);
    private boolean writesStopped;
    private long delayedWriteRate;
    private long freeDiskBytes = Long.MAX_VALUE;
    private String checkpoint = "";
    private boolean prepared;

    private Builder() {
    }

    public Builder l0Files(TableLoad load) {
      l0Files = Objects.requireNonNull(load, "load");
      return this;
    }

    public Builder pendingCompactionBytes(TableLoad load) {
      pendingCompactionBytes = Objects.requireNonNull(load, "load");
      return this;
    }

    public Builder writesStopped(boolean stopped) {
      writesStopped = stopped;
      return this;
    }

    public Builder delayedWriteRate(long bytesPerSecond) {
      delayedWriteRate = bytesPerSecond;
      return this;
    }

    public Builder freeDiskBytes(long bytes) {
      freeDiskBytes = bytes;
      return this;
    }

    /** @param directory empty if no checkpoint is being sent */
    public Builder checkpoint(String directory) {
      checkpoint = Objects.requireNonNull(directory, "directory");
      return this;
    }

    public Builder prepared(boolean isPrepared) {
      prepared = isPrepared;
      return this;
    }

    public PressureGauges build() {
      return new PressureGauges(this);
    }
  }
}
