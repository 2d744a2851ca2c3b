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
import java.util.stream.Stream;

/**
 * The largest of some compactions, as RocksDB logs them: a turn can be stopped before and after each.
 *
 * @param bytes read and written
 */
record LargestCompaction(long bytes, double seconds) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EVENT = "EVENT_LOG_v1 ";

  /**
   * Compactions that began later, of a database that was closed since; of none: of no bytes.
   *
   * @param omDb its folder, where RocksDB has renamed the log of that time, as the database is open again
   */
  static LargestCompaction since(Path omDb, Instant began) throws IOException {
    List<JsonNode> events = events(omDb);
    LargestCompaction largest = new LargestCompaction(0, 0);
    for (JsonNode started : events) {
      if (started.path("event").asText().equals("compaction_started")
          && started.path("time_micros").asLong() >= began.toEpochMilli() * 1_000) {
        for (JsonNode finished : events) {
          long bytes = started.path("input_data_size").asLong() + finished.path("total_output_size").asLong();
          if (finished.path("event").asText().equals("compaction_finished")
              && finished.path("job").asInt() == started.path("job").asInt() && bytes > largest.bytes) {
            largest = new LargestCompaction(bytes, finished.path("compaction_time_micros").asLong() / 1e6);
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
