// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Bytes of SST files that compactions read and wrote and that flushes wrote. Immutable. */
final class Traffic {
  private static final double BYTES_PER_GB = 1L << 30;

  private final long readBytes;
  private final long writtenBytes;
  private final long flushedBytes;

  Traffic(long readBytes, long writtenBytes, long flushedBytes) {
    this.readBytes = readBytes;
    this.writtenBytes = writtenBytes;
    this.flushedBytes = flushedBytes;
  }

  /**
   * Returns the bytes that compactions and flushes of a table have read and written since the database was opened.
   * RocksDB rounds them to about 1 KB, and counts a compaction when it ends. Unlike Statistics, these numbers are
   * always available in OM.
   */
  static Traffic of(RocksDB rocksDb, ColumnFamilyHandle table) throws RocksDBException {
    return from(rocksDb.getMapProperty(table, "rocksdb.cfstats"));
  }

  /**
   * @param stats RocksDB's {@code rocksdb.cfstats} as a map. Bytes written to L0 count as flushed, because a manual
   *     compaction of a range writes only to deeper levels
   */
  static Traffic from(Map<String, String> stats) {
    return new Traffic(bytes(stats, "compaction.Sum.ReadGB"),
        bytes(stats, "compaction.Sum.WriteGB") - bytes(stats, "compaction.L0.WriteGB"),
        bytes(stats, "compaction.L0.WriteGB"));
  }

  private static long bytes(Map<String, String> stats, String key) {
    String gigabytes = stats.get(key);
    return gigabytes == null ? 0 : Math.round(Double.parseDouble(gigabytes) * BYTES_PER_GB);
  }

  long readBytes() {
    return readBytes;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  /** Bytes written by flushes and by compactions within level 0. */
  long flushedBytes() {
    return flushedBytes;
  }

  Traffic since(Traffic earlier) {
    return new Traffic(Math.max(0, readBytes - earlier.readBytes), Math.max(0, writtenBytes - earlier.writtenBytes),
        Math.max(0, flushedBytes - earlier.flushedBytes));
  }
}
