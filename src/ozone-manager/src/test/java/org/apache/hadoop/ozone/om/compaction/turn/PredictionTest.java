// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.LongStream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares a plan's prediction with what a turn reads and writes, in trees made by RocksDB's own compactions.
 * Predictions are close where every step takes existing files. Where level 0 is merged first, the boundaries of the
 * files to be written are unknown, and in such small trees one of them spans a third of the last level: there only the
 * bound holds.
 */
class PredictionTest {
  private static final Thresholds THRESHOLDS = Thresholds.newBuilder().setMinTombstones(100).setMinRatio(0.05)
      .setMaxEntries(20_000).setMaxBytes(1 << 20).build();
  private static final double NEAR = 0.15;

  @TempDir
  private Path directory;
  private final Onlooker ring = new Onlooker();

  @ParameterizedTest
  @EnumSource(names = {"LONG_QUEUE", "RUN_IN_THE_MIDDLE", "DELETES_AT_ONCE"})
  void bytesOfKnownWorkloads(Life life) throws Exception {
    bytesOf(life);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"LONG_QUEUE", "RUN_IN_THE_MIDDLE", "DELETES_AT_ONCE"})
  @Tag("nightly")
  void bytesOfOtherKnownWorkloads(Life life) throws Exception {
    bytesOf(life);
  }

  private void bytesOf(Life life) throws Exception {
    try (LivedTable table = LivedTable.in(directory, 1)) {
      life.live(table);
      table.rest();
      hold(life.name(), table);
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("nightly")
  void bytesOfRandomTrees(long seed) throws Exception {
    try (LivedTable table = LivedTable.in(directory, seed)) {
      new RandomLife(table).live();
      hold("seed " + seed, table);
    }
  }

  private void hold(String name, LivedTable table) throws Exception {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    CompactionConfig config = CompactionConfig.from(conf);
    Targets slow = Targets.newBuilder().addTables(LivedTable.TABLE)
        .addBuckets("/" + OpenOmDb.VOLUME + "/" + LivedTable.name(Life.SLOW)).build();
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(table.db::metadata), exactCounts, config);
      CompactionPlan plan = planner.plan(slow, THRESHOLDS, Precision.EXACT).ranges();
      Traffic before = table.db.traffic(LivedTable.TABLE);
      TurnOutcome outcome = new NodeCompaction(planner, exactCounts,
          new PressureReader(table.db::metadata, () -> false), config, new HandClock())
          .run(JobSpec.newBuilder().setTargets(slow).setThresholds(THRESHOLDS).build(), ring);
      Traffic counted = table.db.traffic(LivedTable.TABLE).since(before);
      TurnFigures figures = ring.last();

      double predicted = plan.price().readBytes() + plan.price().writeBytes();
      double actual = figures.getReadBytes() + figures.getWriteBytes();
      double off = (predicted - actual) / Math.max(1, actual);
      System.out.printf(Locale.ROOT, "%-48s %d ranges, read %,d (%,d predicted), written %,d (%,d, at most %,d),"
          + " off %+.0f %%; %s; %s%n", name, plan.ranges().size(), figures.getReadBytes(), plan.price().readBytes(),
          figures.getWriteBytes(), plan.price().writeBytes(), plan.price().writeInterval().most(), 100 * off, counted,
          outcome.getMessage());
      assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
      assertThat(figures.getWriteBytes()).as("bound of " + name)
          .isLessThanOrEqualTo(plan.price().writeInterval().most() * 102 / 100 + 50_000);
      if (plan.ranges().stream().allMatch(range -> range.cost().levelZeroBytes() == 0)) {
        assertThat(Math.abs(off)).as("prediction of " + name).isLessThanOrEqualTo(NEAR);
      }
    }
  }
}
