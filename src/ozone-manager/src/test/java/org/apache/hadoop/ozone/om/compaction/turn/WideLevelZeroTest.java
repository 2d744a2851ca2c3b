// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** Files of level 0 as wide as the table, above a run of tombstones. */
class WideLevelZeroTest {
  private static final String TABLE = WrittenTable.TABLE;
  private static final int SLOW = WrittenTable.SLOW;
  /** Level 0 is merged into a file that is merged with those below it once more. */
  private static final double ABOUT_ONCE = 1.05;
  private static final long MAX_BYTES = 4 * WrittenTable.TARGET_FILE_BYTES;

  /** Whether a step that merges level 0 merges one of the files that it makes with those below as well. */
  private static final boolean GOES_ON_BELOW = InstalledRocksDb.loaded().rules() != RocksDbVersion.V7_7;

  @TempDir
  private Path directory;
  @TempDir
  private Path directoryOfWhole;
  private WrittenTable table;
  private final ExactCounts exactCounts = new ExactCounts();
  private final Onlooker ring = new Onlooker();
  private NodePlanner planner;
  private CompactionConfig config;

  @BeforeEach
  void open() throws Exception {
    table = new WrittenTable(directory);
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    config = CompactionConfig.from(conf);
    planner = new NodePlanner(new LsmReader(table.db::metadata), exactCounts, config);
  }

  @AfterEach
  void close() throws Exception {
    exactCounts.close();
    table.close();
  }

  /** How a bucket became slow, and the largest part of the whole table's bytes that freeing it may move. */
  enum Life {
    /**
     * Rows are added at the end and deleted at the beginning. The same writes make two trees: RocksDB 7 has brought
     * most tombstones down to the last level itself (0.302 is left to move), RocksDB 10 has left them in a large file
     * of level 5 over half of the last level (0.332).
     */
    QUEUE(1.0 / 3) {
      @Override
      void live(WrittenTable table) throws Exception {
        table.age(0);
        for (int row = 0; row < 4_500; row++) {
          if (row == 4_000) {
            table.rest();
          }
          table.put(SLOW, row);
          if (row >= 500) {
            table.delete(SLOW, row - 500);
          }
          if (row % 20 == 0) {
            table.touch();
          }
        }
      }
    },
    HEAD_DELETED(0.29) {
      @Override
      void live(WrittenTable table) throws Exception {
        deleteRows(table, 0);
      }
    },
    MIDDLE_DELETED(0.29) {
      @Override
      void live(WrittenTable table) throws Exception {
        deleteRows(table, WrittenTable.ROWS);
      }
    },
    /** The merged file is as wide as the table, above all of the last level. */
    NOTHING_BETWEEN_LEVEL_0_AND_THE_LAST(0.42) {
      @Override
      void live(WrittenTable table) throws Exception {
        table.age(WrittenTable.ROWS_OF_SLOW);
        table.rest();
        for (int row = 0; row < WrittenTable.ROWS; row++) {
          table.delete(SLOW, row);
          table.touch();
        }
      }
    };

    private final double mostOfWhole;

    Life(double mostOfWhole) {
      this.mostOfWhole = mostOfWhole;
    }

    abstract void live(WrittenTable table) throws Exception;

    private static void deleteRows(WrittenTable table, int from) throws Exception {
      table.age(WrittenTable.ROWS_OF_SLOW);
      for (int i = 0; i < 1_000; i++) {
        table.touch();
      }
      table.rest();
      for (int row = from; row < from + WrittenTable.ROWS; row++) {
        table.delete(SLOW, row);
        table.touch();
      }
    }
  }

  /** One call of compactRange: the bytes it moved, and the files it took. */
  private record Step(Traffic traffic, List<LiveFileMetaData> files) {
    boolean takesLevelZero() {
      return files.stream().anyMatch(file -> file.level() == 0);
    }

    long bytesDownTo(int level) {
      return files.stream().filter(file -> file.level() <= level).mapToLong(LiveFileMetaData::size).sum();
    }

    long upperFiles() {
      int upper = files.stream().mapToInt(LiveFileMetaData::level).min().orElseThrow();
      return files.stream().filter(file -> file.level() == upper).count();
    }

    @Override
    public String toString() {
      return traffic + " of " + files.stream().map(file -> "L" + file.level() + " " + file.size()).toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void level0IsMergedAloneAndNoOtherStepIsLargerThanNecessary(Life life) throws Exception {
    life.live(table);
    table.flush();
    Map<String, String> rows = table.db.contents(TABLE);
    List<PlannedRange> plan = planner.plan(targets(), limits(MAX_BYTES), Precision.EXACT).ranges().ranges();
    long levelZeroAndBase = bytesOn(0) + bytesOn(5);

    Map<String, LiveFileMetaData> before = live();

    List<Step> steps = run(MAX_BYTES);

    assertThat(plan.get(0).cost().levelZeroBytes()).as("said ahead").isEqualTo(levelZeroAndBase);
    assertThat(plan.subList(1, plan.size())).allMatch(range -> range.cost().levelZeroBytes() == 0);
    assertThat(steps.get(0).takesLevelZero()).isTrue();
    assertThat(steps.get(0).bytesDownTo(5)).isEqualTo(levelZeroAndBase);
    assertThat(steps.get(0).files().stream().anyMatch(file -> file.level() == 6)).as("with a file of what it made")
        .isEqualTo(GOES_ON_BELOW);
    assertThat(GOES_ON_BELOW || steps.size() > 1).isTrue();
    assertThat(steps.subList(1, steps.size())).noneMatch(Step::takesLevelZero)
        .allMatch(step -> step.traffic().readBytes() <= MAX_BYTES || step.upperFiles() == 1);
    assertThat(plan.stream().anyMatch(PlannedRange::isOversized)).as("said ahead").isEqualTo(steps.stream()
        .anyMatch(step -> step.traffic().readBytes() - (step.takesLevelZero() ? levelZeroAndBase : 0) > MAX_BYTES));
    assertThat(table.db.contents(TABLE)).isEqualTo(rows);
    assertThat(tombstonesOfSlow()).isZero();
    assertThat((double) moved(steps)).as("what was there is read and written about once").isLessThan(ABOUT_ONCE
        * 2 * steps.stream().flatMap(step -> step.files().stream()).filter(file -> before.containsKey(file.fileName()))
            .mapToLong(LiveFileMetaData::size).sum());
    assertThat((double) moved(steps) / whole(life)).isLessThan(life.mostOfWhole);
  }

  @Test
  void level0IsNotMergedIfTheRangeHoldsNoneOfItsKeys() throws Exception {
    oldTombstonesBelowForeignLevelZero();
    long levelZero = bytesOn(0);

    List<Step> steps = run(MAX_BYTES);

    assertThat(steps).isNotEmpty().noneMatch(Step::takesLevelZero);
    assertThat(bytesOn(0)).isEqualTo(levelZero);
    assertThat(tombstonesOfSlow()).isZero();
  }

  private void oldTombstonesBelowForeignLevelZero() throws Exception {
    table.age(WrittenTable.ROWS_OF_SLOW);
    table.rest();
    for (int row = 0; row < WrittenTable.ROWS; row++) {
      table.delete(SLOW, row);
    }
    table.flush();
    table.db.lowerLevelZero(TABLE, 5);
    for (int i = 0; i < 3; i++) {
      for (int row = 0; row < 100; row++) {
        table.put(0, row);
        table.put(WrittenTable.BUCKETS - 1, row);
      }
      table.flush();
    }
  }

  private List<Step> run(long maxBytes) throws Exception {
    List<Step> steps = new ArrayList<>();
    Watched watched = new Watched(steps);
    NodeCompaction node =
        new NodeCompaction(planner, exactCounts, watched, config, new HandClock());
    TurnOutcome outcome = node.run(
        JobSpec.newBuilder().setTargets(targets()).setThresholds(limits(maxBytes)).build(), ring);
    watched.read();
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).isEmpty();
    return steps;
  }

  /** The gauges of this database. They are read before each call of compactRange, which separates the calls. */
  private final class Watched implements PressureGauges.Source {
    private final PressureReader gauges = new PressureReader(table.db::metadata, () -> false);
    private final List<Step> steps;
    private Traffic before = table.db.traffic(TABLE);
    private Map<String, LiveFileMetaData> files = live();

    Watched(List<Step> steps) throws RocksDBException {
      this.steps = steps;
    }

    @Override
    public Optional<PressureGauges> read() throws IOException {
      try {
        Traffic now = table.db.traffic(TABLE);
        if (now.since(before).readBytes() > 0) {
          Map<String, LiveFileMetaData> left = live();
          files.keySet().removeAll(left.keySet());
          steps.add(new Step(now.since(before), List.copyOf(files.values())));
          files = left;
        }
        before = now;
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
      return gauges.read();
    }
  }

  private Map<String, LiveFileMetaData> live() {
    Map<String, LiveFileMetaData> live = new TreeMap<>();
    table.db.files(TABLE).forEach(file -> live.put(file.fileName(), file));
    return live;
  }

  private static Targets targets() {
    return Targets.newBuilder().addBuckets("/" + OpenOmDb.VOLUME + "/bucket" + SLOW).build();
  }

  private static Thresholds limits(long maxBytes) {
    return Thresholds.newBuilder().setMaxBytes(maxBytes).build();
  }

  private Stream<LiveFileMetaData> files(int level) {
    return table.db.files(TABLE).stream().filter(file -> file.level() == level);
  }

  private long bytesOn(int level) {
    return files(level).mapToLong(LiveFileMetaData::size).sum();
  }

  private long tombstonesOfSlow() throws Exception {
    return planner.statistics(targets(), Precision.EXACT).targets(TABLE).get(0).tombstones().most();
  }

  private static long moved(List<Step> steps) {
    return steps.stream().mapToLong(step -> step.traffic().readBytes() + step.traffic().writtenBytes()).sum();
  }

  private long whole(Life life) throws Exception {
    try (WrittenTable same = new WrittenTable(directoryOfWhole)) {
      life.live(same);
      same.flush();
      Traffic before = same.db.traffic(TABLE);
      same.db.force(TABLE);
      Traffic whole = same.db.traffic(TABLE).since(before);
      return whole.readBytes() + whole.writtenBytes();
    }
  }
}
