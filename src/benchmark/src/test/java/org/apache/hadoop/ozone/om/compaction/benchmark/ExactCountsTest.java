// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.NarrowedCounts;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exact counts of all spans of a table are those of all bytes of all of its SST files. */
@Timeout(300)
class ExactCountsTest {
  private static final int KEYS = 20_000;
  private static final Duration ENOUGH = Duration.ofMinutes(2);
  /** Spans that are narrowed together: as many as readers ask for at once, and fewer than what is remembered. */
  private static final int PAGE = 500;

  @TempDir
  private Path directory;

  /** What the files of a table hold of a span. */
  private static final class Held {
    private long entries;
    private long tombstones;
  }

  @ParameterizedTest
  @EnumSource(names = {"FIFO", "AT_THE_BOTTOM", "WIDE_LEVEL_ZERO", "SMALL_BUCKETS", "SHARED_FILES", "FSO", "DENSE_RUN",
      "VERSIONS"})
  void countsAreThoseOfAllBytes(Case each) throws Exception {
    try (OmDb db = OmDb.create(directory.resolve("om")); ExactCounts counts = new ExactCounts()) {
      Rows rows = new Rows(db);
      String table = each.make(rows, KEYS).table();
      rows.flush();
      db.rest();
      NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), counts,
          CompactionConfig.from(new OzoneConfiguration()), ENOUGH);
      NodeStatistics seen = planner.statistics(Targets.newBuilder().addTables(table).build(), Precision.EXACT);
      List<SpanStatistics> spans = seen.targets(table);
      NavigableMap<byte[], Held> held = held(db, spans, table);
      for (int from = 0; from < spans.size(); from += PAGE) {
        List<SpanStatistics> page = spans.subList(from, Math.min(spans.size(), from + PAGE));
        NarrowedCounts narrowed = Awaitility.await("counts").atMost(ENOUGH).until(
            () -> planner.narrow(seen, Precision.EXACT, page.stream().map(SpanStatistics::span).toList()),
            asked -> asked.filesToScan() == 0);
        for (SpanStatistics span : page) {
          SpanStatistics exact = narrowed.of(span);
          Held of = held.get(span.span().begin());
          assertThat(exact.entries().isExact() && exact.tombstones().isExact()).as("%s", span.span()).isTrue();
          assertThat(exact.entries().least()).as("entries of %s", span.span()).isEqualTo(of.entries);
          assertThat(exact.tombstones().least()).as("tombstones of %s", span.span()).isEqualTo(of.tombstones);
        }
      }
      assertThat(held.values()).anyMatch(span -> span.tombstones > 0);
    }
  }

  /** By the first key of each span. */
  private static NavigableMap<byte[], Held> held(OmDb db, List<SpanStatistics> spans, String table) throws Exception {
    NavigableMap<byte[], Held> held = new TreeMap<>(Keys::compare);
    spans.forEach(span -> held.put(span.span().begin(), new Held()));
    for (Path file : db.files(table)) {
      RawFile.read(file, (key, isTombstone) -> {
        Held span = held.floorEntry(key).getValue();
        span.entries++;
        span.tombstones += isTombstone ? 1 : 0;
      });
    }
    return held;
  }
}
