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
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exact tombstones of all spans equal those in all bytes of the SST files; entries are within their interval. */
@Timeout(300)
class ExactCountsTest {
  private static final int KEYS = 20_000;
  private static final Duration ENOUGH = Duration.ofMinutes(2);

  @TempDir
  private Path directory;

  /** Entries that a table's files hold of a span. */
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
          CompactionConfig.from(new OzoneConfiguration()), ENOUGH, WorthCompacting.byMinima());
      NodeStatistics seen = Awaitility.await("scans").atMost(ENOUGH).until(
          () -> planner.statistics(Targets.newBuilder().addTables(table).build(), Precision.EXACT),
          asked -> asked.filesToScan() == 0);
      List<SpanStatistics> spans = seen.targets(table);
      NavigableMap<byte[], Held> held = held(db, spans, table);
      for (SpanStatistics span : spans) {
        Held of = held.get(span.span().begin());
        assertThat(span.tombstones()).as("tombstones of %s", span.span())
            .isEqualTo(new CountInterval(of.tombstones, of.tombstones));
        assertThat(span.entries().contains(of.entries)).as("entries of %s: %s", span, of.entries).isTrue();
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
