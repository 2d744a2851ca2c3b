// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class LivedTablePredictionTest {
  private static final PlanLimits LIMITS =
      PlanLimits.DEFAULT.withMinTombstones(100).withMinRatio(0.05).withMaxEntries(20_000).withMaxBytes(1 << 20);

  @BeforeAll
  static void loadLibrary() {
    RocksDB.loadLibrary();
  }

  @ParameterizedTest
  @EnumSource
  void bytes(Life life) throws RocksDBException {
    try (LivedTable lived = new LivedTable(1, Life.BUCKETS)) {
      life.live(lived);
      lived.rest();
      measure(life.name(), lived, Life.SLOW);
    }
  }

  static void measure(String name, LivedTable lived, int bucket) throws RocksDBException {
    RocksTable table = lived.table;
    String shape = table.shape();
    List<SpanCensus> target = TableCensus.take(table.tree(), lived.spans()).spans().stream()
        .filter(census -> census.span().isAttributed() && census.span().bucket().equals(lived.span(bucket).bucket()))
        .toList();
    CompactionPlan plan = RangePlanner.plan(List.of(target), LIMITS);
    long read = table.readBytes();
    long written = table.writeBytes();
    for (PlannedRange range : plan.ranges()) {
      table.compact(range.range());
    }
    read = table.readBytes() - read;
    written = table.writeBytes() - written;
    System.out.printf(Locale.ROOT,
        "%-30s %-28s %2d ranges, read %,11d of %,11d %+6.1f %%, written %,11d of %,11d %+6.1f %%%n", name, shape,
        plan.ranges().size(), plan.readBytes(), read, 100.0 * plan.readBytes() / read - 100, plan.writeBytes(),
        written, 100.0 * plan.writeBytes() / written - 100);
    assertThat(plan.ranges()).isNotEmpty();
  }
}
