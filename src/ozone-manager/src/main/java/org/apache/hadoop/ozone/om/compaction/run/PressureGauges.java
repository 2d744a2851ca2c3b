// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** One reading of what tells whether this OM can spare a compaction now. Immutable. */
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

  /** A builder of an idle node with an endless disk. */
  public static Builder newBuilder() {
    return new Builder();
  }

  /** L0 files against level0_slowdown_writes_trigger, of the table nearest to it. */
  public TableLoad getL0Files() {
    return l0Files;
  }

  /** Bytes that wait to be compacted against soft_pending_compaction_bytes_limit, of the table nearest to it. */
  public TableLoad getPendingCompactionBytes() {
    return pendingCompactionBytes;
  }

  /** RocksDB's {@code rocksdb.is-write-stopped}. */
  public boolean isWritesStopped() {
    return writesStopped;
  }

  /** RocksDB's {@code rocksdb.actual-delayed-write-rate}: bytes per second that writers are held to; 0 for free. */
  public long getDelayedWriteRate() {
    return delayedWriteRate;
  }

  /** Bytes that this process may still write on the disk of om.db. */
  public long getFreeDiskBytes() {
    return freeDiskBytes;
  }

  /** Where a checkpoint for another node is being put together; empty if none is. */
  public String getCheckpoint() {
    return checkpoint;
  }

  public boolean isCheckpointUnderWay() {
    return !checkpoint.isEmpty();
  }

  /** Whether {@code ozone admin om prepare} has begun and was not cancelled. */
  public boolean isPrepared() {
    return prepared;
  }

  /** Where a turn gets its gauges from. */
  @FunctionalInterface
  public interface Source {
    /**
     * One reading.
     *
     * @return empty while OM has no open database
     * @throws IOException if RocksDB or the disk does not tell
     */
    Optional<PressureGauges> read() throws IOException;
  }

  /** A gauge of the table that is nearest to the limit at which RocksDB slows writers down. */
  public static final class TableLoad {
    private final String table;
    private final long value;
    private final long limit;

    /**
     * @param table the table's name; empty if the database has none
     * @param value the gauge, in the unit of the limit
     * @param limit where RocksDB begins to delay writes; 0 or less for never
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

    /** How much of the limit is used: 1 when writes begin to be delayed; 0 without a limit. */
    public double share() {
      return limit <= 0 ? 0 : (double) value / limit;
    }

    /** The one of the two that is nearer to its limit. */
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

    /** @param directory empty for none */
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
