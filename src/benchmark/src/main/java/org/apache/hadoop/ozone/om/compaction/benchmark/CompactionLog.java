// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the compactions of a table have moved, bytes read and written, by who wanted them: as RocksDB's own log tells
 * it, which is whole once the database is closed.
 *
 * @param asked     by {@code compactRange}, whoever called it
 * @param automatic by RocksDB itself
 */
record CompactionLog(long asked, long automatic) {
  static final CompactionLog NONE = new CompactionLog(0, 0);
  private static final String EVENT = "EVENT_LOG_v1 ";
  private static final String ASKED_FOR = "ManualCompaction";
  /** Events do not name their table; the line before that of the beginning does. */
  private static final Pattern COMPACTING = Pattern.compile("\\[(\\w+)] \\[JOB (\\d+)] Compacting ");
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param database its directory
   * @param from     milliseconds since 1970: what began before is left out
   * @param to       the same: what began later is left out
   */
  static CompactionLog of(Path database, String table, long from, long to) throws IOException {
    CompactionLog sum = NONE;
    for (Path log : logs(database)) {
      Set<Integer> ofTable = new HashSet<>();
      Map<Integer, JsonNode> started = new HashMap<>();
      for (String line : Files.readAllLines(log)) {
        Matcher compacting = COMPACTING.matcher(line);
        if (compacting.find() && compacting.group(1).equals(table)) {
          ofTable.add(Integer.parseInt(compacting.group(2)));
        }
        int at = line.indexOf(EVENT);
        if (at < 0) {
          continue;
        }
        JsonNode event = JSON.readTree(line.substring(at + EVENT.length()));
        int job = event.path("job").asInt();
        switch (event.path("event").asText()) {
          case "compaction_started" -> started.put(job, event);
          case "compaction_finished" -> {
            JsonNode begin = started.remove(job);
            long began = begin == null ? 0 : begin.path("time_micros").asLong() / 1_000;
            if (ofTable.remove(job) && from <= began && began < to) {
              sum = sum.plus(ASKED_FOR.equals(begin.path("compaction_reason").asText()),
                  begin.path("input_data_size").asLong() + event.path("total_output_size").asLong());
            }
          }
          default -> { }
        }
      }
    }
    return sum;
  }

  /** The log of this opening and those of openings before. */
  private static List<Path> logs(Path database) throws IOException {
    try (Stream<Path> files = Files.list(database)) {
      return files.filter(file -> file.getFileName().toString().startsWith("LOG")).sorted().toList();
    }
  }

  private CompactionLog plus(boolean wasAsked, long bytes) {
    return new CompactionLog(asked + (wasAsked ? bytes : 0), automatic + (wasAsked ? 0 : bytes));
  }

  CompactionLog plus(CompactionLog other) {
    return new CompactionLog(asked + other.asked, automatic + other.automatic);
  }
}
