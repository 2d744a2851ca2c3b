// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Holds the simulation against RocksDB: random trees, every range of a plan compacted, bytes compared. What metadata
 * does not tell (where in a wide file the keys are) makes a single range uncertain; the sum over a plan and over plans
 * is what has to be right. Tolerances are what these trees need with a margin; a simulation that forgets a rule of
 * RocksDB is outside of them.
 */
class PredictionAgainstRocksDbTest {
  private static final int TREES = 12;
  private static final PlanLimits LIMITS =
      PlanLimits.DEFAULT.withMinTombstones(100).withMinRatio(0.05).withMaxBytes(256 << 10);

  /** Bytes of one plan, predicted for the whole plan, predicted just before each range, and measured. */
  private record Bytes(long readAhead, long writtenAhead, long readJustBefore, long read, long written) {
  }

  @BeforeAll
  static void loadLibrary() {
    RocksDB.loadLibrary();
  }

  @Test
  void bytesOfPlansAreNearWhatRocksDbReadsAndWrites() throws RocksDBException {
    List<Bytes> plans = new ArrayList<>();
    for (int seed = 1; seed <= TREES; seed++) {
      Bytes bytes = plan(seed, 10 + seed % 3 * 25);
      plans.add(bytes);
      assertThat((double) bytes.readAhead() / bytes.read()).as("plan of tree %d: %s", seed, bytes).isBetween(0.7, 2.0);
    }
    assertThat(ratio("read, whole plan ahead", plans, Bytes::readAhead, Bytes::read)).isBetween(0.85, 1.3);
    assertThat(ratio("written, whole plan ahead", plans, Bytes::writtenAhead, Bytes::written)).isBetween(0.85, 1.3);
    assertThat(ratio("read, each range just before", plans, Bytes::readJustBefore, Bytes::read)).isBetween(0.9, 1.2);
  }

  private Bytes plan(int seed, int buckets) throws RocksDBException {
    try (RealTree tree = new RealTree(seed, buckets)) {
      tree.fill();
      String shape = tree.table.shape();
      List<SpanStatistics> targets = TableStatistics.take(tree.table.tree(), tree.spans()).spans().stream()
          .filter(statistics -> statistics.span().isAttributed() && tree.hasLostKeys(statistics.span())).toList();
      CompactionPlan plan = RangePlanner.plan(List.of(targets), LIMITS);
      long read = tree.table.readBytes();
      long written = tree.table.writeBytes();
      long justBefore = 0;
      for (PlannedRange range : plan.ranges()) {
        justBefore += predict(tree.table.tree(), range.range()).readBytes();
        tree.table.compact(range.range());
      }
      Bytes bytes = new Bytes(plan.readBytes(), plan.writeBytes(), justBefore, tree.table.readBytes() - read,
          tree.table.writeBytes() - written);
      System.out.printf(Locale.ROOT, "tree %d, %d buckets, files by level %s, %d ranges: %s%n", seed, buckets, shape,
          plan.ranges().size(), bytes);
      return bytes;
    }
  }

  private static RangeCost predict(LsmTable table, KeyRange range) {
    LsmSimulation simulation = new LsmSimulation(table, FileProfiles.UNKNOWN, Collections.singletonList(range));
    return simulation.estimate(simulation.stretch(range)).toRangeCost(0);
  }

  private static double ratio(String what, List<Bytes> plans, ToLongFunction<Bytes> predicted,
      ToLongFunction<Bytes> actual) {
    double ratio = (double) plans.stream().mapToLong(predicted).sum() / plans.stream().mapToLong(actual).sum();
    System.out.printf(Locale.ROOT, "predicted to actual, %s: %.3f%n", what, ratio);
    return ratio;
  }
}
