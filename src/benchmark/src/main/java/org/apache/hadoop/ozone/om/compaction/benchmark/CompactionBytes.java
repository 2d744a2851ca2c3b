// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /** Bytes that this process has read from disk, not from the page cache, since it started, as Linux counts them. */
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

  /**
   * The largest single compaction in RocksDB's log. A turn cannot be stopped during one.
   *
   * @param bytes read and written
   */
  record Largest(long bytes, double seconds) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVENT = "EVENT_LOG_v1 ";

    /**
     * The largest of the compactions that began after a moment, in a database that was closed and opened again; with no
     * bytes if there were none.
     *
     * @param omDb its directory, with the log file that RocksDB renamed when it opened the database again
     */
    static Largest since(Path omDb, Instant began) throws IOException {
      List<JsonNode> events = events(omDb);
      Largest largest = new Largest(0, 0);
      for (JsonNode started : events) {
        if (started.path("event").asText().equals("compaction_started")
            && started.path("time_micros").asLong() >= began.toEpochMilli() * 1_000) {
          for (JsonNode finished : events) {
            long bytes = started.path("input_data_size").asLong() + finished.path("total_output_size").asLong();
            if (finished.path("event").asText().equals("compaction_finished")
                && finished.path("job").asInt() == started.path("job").asInt() && bytes > largest.bytes) {
              largest = new Largest(bytes, finished.path("compaction_time_micros").asLong() / 1e6);
            }
          }
        }
      }
      return largest;
    }

    private static List<JsonNode> events(Path omDb) throws IOException {
      Path log;
      try (Stream<Path> files = Files.list(omDb)) {
        log = files.filter(file -> file.getFileName().toString().startsWith("LOG.old."))
            .max(Comparator.comparing(file -> file.getFileName().toString())).orElseThrow();
      }
      List<JsonNode> events = new ArrayList<>();
      for (String line : Files.readAllLines(log)) {
        int event = line.indexOf(EVENT);
        if (event >= 0) {
          events.add(JSON.readTree(line.substring(event + EVENT.length())));
        }
      }
      return events;
    }
  }
}
