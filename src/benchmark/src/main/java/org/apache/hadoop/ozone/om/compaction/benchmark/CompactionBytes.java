// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Bytes that compactions and flushes of a table moved since its database was opened, counted by RocksDB. */
record CompactionBytes(long read, long written, long flushed, long flushes) {
  private static final double BYTES_PER_GB = 1L << 30;

  static CompactionBytes of(RocksDB db, ColumnFamilyHandle table) throws RocksDBException {
    Map<String, String> statistics = db.getMapProperty(table, "rocksdb.cfstats");
    long flushed = bytes(statistics, "compaction.L0.WriteGB");
    return new CompactionBytes(bytes(statistics, "compaction.Sum.ReadGB"),
        bytes(statistics, "compaction.Sum.WriteGB") - flushed, flushed,
        Math.round(Double.parseDouble(statistics.getOrDefault("compaction.L0.CompCount", "0"))));
  }

  /** Bytes that this process has read from disk so far, not from the page cache, as Linux counts them. */
  static long readFromDisk() throws IOException {
    try (Stream<String> counters = Files.lines(Path.of("/proc/self/io"))) {
      return counters.filter(counter -> counter.startsWith("read_bytes:"))
          .mapToLong(counter -> Long.parseLong(counter.substring(counter.indexOf(':') + 1).trim()))
          .findFirst().orElseThrow();
    }
  }

  private static long bytes(Map<String, String> statistics, String name) {
    return Math.round(Double.parseDouble(statistics.getOrDefault(name, "0")) * BYTES_PER_GB);
  }

  CompactionBytes since(CompactionBytes before) {
    return new CompactionBytes(read - before.read, written - before.written, flushed - before.flushed,
        flushes - before.flushes);
  }
}
