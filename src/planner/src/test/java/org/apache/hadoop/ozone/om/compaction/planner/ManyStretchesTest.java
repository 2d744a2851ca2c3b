// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Files that a scan has cut at the ends of many small buckets, where one run of tombstones goes through all. */
class ManyStretchesTest {
  private static final int ROWS = 20;
  private static final int DELETED = 10;

  /** Between two keys that a plan knows there are numbers for 256 others. */
  @ParameterizedTest
  @ValueSource(ints = {30, 100, 127, 128, 129, 255, 256, 257, 900})
  void aFileOfManySmallBucketsIsPlanned(int buckets) throws RocksDBException {
    RocksDB.loadLibrary();
    try (RocksTable table = new RocksTable(new Options(), CompactionSettings.DEFAULT)) {
      List<BucketSpan> spans = new ArrayList<>();
      Random random = new Random(1);
      byte[] value = new byte[100];
      for (int bucket = 0; bucket < buckets; bucket++) {
        spans.add(LivedTable.span(bucket));
        for (int row = 0; row < ROWS; row++) {
          random.nextBytes(value);
          table.db.put(LivedTable.key(bucket, row), value);
        }
      }
      table.flush();
      table.db.compactRange();
      for (int bucket = 0; bucket < buckets; bucket++) {
        for (int row = 0; row < DELETED; row++) {
          table.db.delete(LivedTable.key(bucket, row));
        }
      }
      table.flush();
      FileProfiles scanned = file -> file.level() == 0 ? cutAtBuckets(file, spans) : null;
      TableStatistics statistics = TableStatistics.take(table.sampledTree(), spans, scanned);
      PlanLimits limits = PlanLimits.DEFAULT.withMinTombstones(1);

      CompactionPlan plan =
          RangePlanner.planRuns(List.of(RunTargets.ofTable(statistics, statistics.spans(), limits)), limits);

      assertThat(plan.ranges()).isNotEmpty();
      long written = table.writeBytes();
      for (PlannedRange range : plan.ranges()) {
        table.compact(range.range());
      }
      long actual = table.writeBytes() - written;
      assertThat(plan.writeInterval()).matches(interval -> interval.contains(actual), "holds " + actual);
      assertThat(table.tree().files()).allMatch(file -> file.tombstones() == 0);
    }
  }

  private static FileProfile cutAtBuckets(SstFile file, List<BucketSpan> spans) {
    byte[][] cuts = spans.stream().map(BucketSpan::begin)
        .filter(begin -> Keys.compare(file.smallestKey(), begin) < 0 && Keys.compare(begin, file.largestKey()) < 0)
        .toArray(byte[][]::new);
    long[] deleted = new long[cuts.length + 1];
    Arrays.fill(deleted, DELETED);
    return new FileProfile(cuts, new PieceCounts(deleted, deleted));
  }
}
