// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NarrowedCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.planner.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.awaitility.Awaitility;

/**
 * Exact counts of all spans of a table, held against the bytes of all of its SST files.
 *
 * @param spans      buckets, and what lies between them
 * @param equal      those of which both counts are exact and those of the files
 * @param entries    of all files, tombstones among them
 * @param seconds    until all was counted
 * @param rawSeconds that the scan of all files took
 */
record ExactCheck(Case of, int keys, int spans, int equal, long entries, long tombstones, double seconds,
    double rawSeconds) {
  private static final Duration ENOUGH = Duration.ofMinutes(10);
  /** Spans that are narrowed together: as many as readers ask for at once, and fewer than what is remembered. */
  private static final int PAGE = 500;

  /** What the files of a table hold of a span. */
  private static final class Held {
    private long entries;
    private long tombstones;

    void add(boolean isTombstone) {
      entries++;
      tombstones += isTombstone ? 1 : 0;
    }
  }

  /** @param db with nothing under way that changes its files */
  static ExactCheck of(OmDb db, Case each, int keys, String table) throws IOException, DatabaseUnavailableException {
    CompactionConfig config = CompactionConfig.from(new OzoneConfiguration());
    Targets targets = Targets.newBuilder().addTables(table).build();
    try (ExactCounts counts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), counts, config, ENOUGH);
      long began = System.nanoTime();
      NodeStatistics seen = planner.statistics(targets, Precision.EXACT);
      List<SpanStatistics> exact = new ArrayList<>();
      List<SpanStatistics> spans = seen.targets(table);
      for (int from = 0; from < spans.size(); from += PAGE) {
        List<SpanStatistics> page = spans.subList(from, Math.min(spans.size(), from + PAGE));
        NarrowedCounts narrowed = Awaitility.await("counts").atMost(ENOUGH).until(
            () -> planner.narrow(seen, Precision.EXACT, page.stream().map(SpanStatistics::span).toList()),
            asked -> asked.filesToScan() == 0);
        page.forEach(span -> exact.add(narrowed.of(span)));
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      began = System.nanoTime();
      NavigableMap<byte[], Held> held = held(db, seen, table);
      double rawSeconds = (System.nanoTime() - began) / 1e9;
      int equal = (int) exact.stream().filter(span -> isEqual(span, held.get(span.span().begin()))).count();
      return new ExactCheck(each, keys, exact.size(), equal, held.values().stream().mapToLong(of -> of.entries).sum(),
          held.values().stream().mapToLong(of -> of.tombstones).sum(), seconds, rawSeconds);
    }
  }

  private static boolean isEqual(SpanStatistics counted, Held held) {
    return counted.entries().isExact() && counted.entries().least() == held.entries
        && counted.tombstones().isExact() && counted.tombstones().least() == held.tombstones;
  }

  /** By the first key of each span. */
  private static NavigableMap<byte[], Held> held(OmDb db, NodeStatistics seen, String table) throws IOException {
    NavigableMap<byte[], Held> held = new TreeMap<>(Keys::compare);
    seen.targets(table).forEach(span -> held.put(span.span().begin(), new Held()));
    for (Path file : db.files(table)) {
      RawFile.read(file, (key, isTombstone) -> {
        Map.Entry<byte[], Held> span = held.floorEntry(key);
        span.getValue().add(isTombstone);
      });
    }
    return held;
  }
}
