// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Turns and steps in trees made by RocksDB's own compactions, at rest and beside clients that write to the same bucket
 * and to others: a turn reports what RocksDB counts, no step causes a flush, writers do not add to the costs, and a
 * step costs what was predicted.
 */
class StepsInMotionTest {
  private static final Thresholds THRESHOLDS = Thresholds.newBuilder().setMinTombstones(100).setMinRatio(0.05)
      .setMaxEntries(20_000).setMaxBytes(1 << 20).build();
  private static final int WRITES_AT_ONCE = 20;
  private static final double DEARER_BESIDE_WRITERS = 1.3;
  private static final double NEAR = 0.15;
  private static final double NEAR_IN_NINE_OF_TEN = 0.9;
  /** RocksDB counts each step to the kilobyte; file sizes are exact. */
  private static final double ROUNDING = 50_000;

  @TempDir
  private Path directory;
  @TempDir
  private Path directoryOfWriters;
  private final List<Double> bounds = new ArrayList<>();
  private final List<Double> cascades = new ArrayList<>();

  @ParameterizedTest
  @EnumSource(names = {"QUEUE", "MASS_DELETE"})
  void turnBesideWritersCostsAsMuchAsAtRestAndFlushesNothing(Life life) throws Exception {
    long atRest;
    try (LivedTable table = LivedTable.in(directory, 1)) {
      life.live(table);
      table.rest();
      atRest = run(life + " at rest", table, new Onlooker());
    }
    try (LivedTable table = LivedTable.in(directoryOfWriters, 1)) {
      life.live(table);
      table.rest();
      Random random = new Random(2);
      write(table, random);
      long inMotion =
          run(life + " beside writers", table, new Onlooker().atEachReport(figures -> write(table, random)));
      assertThat(inMotion).isLessThanOrEqualTo((long) (DEARER_BESIDE_WRITERS * atRest));
    }
  }

  /** Puts and deletes at random, half of them in the slow bucket. */
  private static void write(LivedTable table, Random random) {
    try {
      for (int i = 0; i < WRITES_AT_ONCE; i++) {
        byte[] key = table.key(i % 2 == 0 ? Life.SLOW : random.nextInt(Life.BUCKETS), random.nextInt(40_000));
        if (random.nextInt(3) == 0) {
          table.db.delete(LivedTable.TABLE, key);
        } else {
          table.db.put(LivedTable.TABLE, key, 200);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** @return bytes read and written */
  private static long run(String name, LivedTable table, Onlooker ring) throws Exception {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    CompactionConfig config = CompactionConfig.from(conf);
    Targets slow = Targets.newBuilder().addTables(LivedTable.TABLE)
        .addBuckets("/" + OpenOmDb.VOLUME + "/" + LivedTable.name(Life.SLOW)).build();
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(table.db::metadata), exactCounts, config);
      Traffic before = table.db.traffic(LivedTable.TABLE);
      TurnOutcome outcome = new NodeCompaction(planner, exactCounts,
          new PressureReader(table.db::metadata, () -> false), config, new HandClock())
          .run(JobSpec.newBuilder().setTargets(slow).setThresholds(THRESHOLDS).build(), ring);
      Traffic counted = table.db.traffic(LivedTable.TABLE).since(before);
      TurnFigures figures = ring.last();
      System.out.printf(Locale.ROOT, "%s: %s, reported %,d and %,d%n", name, counted, figures.getReadBytes(),
          figures.getWriteBytes());
      assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
      assertThat(counted.flushedBytes()).isEqualTo(figures.getFlushedBytes()).isZero();
      assertThat(Math.abs(figures.getReadBytes() - counted.readBytes())).isLessThan((long) ROUNDING);
      assertThat(Math.abs(figures.getWriteBytes() - counted.writtenBytes())).isLessThan((long) ROUNDING);
      assertThat(figures.getTombstonesAfter()).isBetween(0L, figures.getTombstonesBefore());
      assertThat(figures.getReadBytes()).isPositive();
      return figures.getReadBytes() + figures.getWriteBytes();
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(2, 30);
  }

  @Test
  void stepReadsWhatWasPredictedAndWritesNoMoreThanTheBound() throws Exception {
    stepsOfTree(1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("nightly")
  void stepInRandomTreesReadsWhatWasPredictedAndWritesNoMoreThanTheBound(long seed) throws Exception {
    stepsOfTree(seed);
  }

  private void stepsOfTree(long seed) throws Exception {
    List<Double> off = new ArrayList<>();
    try (LivedTable table = LivedTable.in(directory, seed)) {
      new RandomLife(table).live();
      steps(table, off);
    }
    print("seed " + seed, off);
  }

  @Test
  void bytesOfNineInTenStepsAreNearThePrediction() throws Exception {
    List<Double> off = new ArrayList<>();
    for (Life life : List.of(Life.LONG_QUEUE, Life.REWRITTEN, Life.DELETES_AT_ONCE)) {
      try (LivedTable table = LivedTable.in(directory.resolve(life.name()), 1)) {
        life.live(table);
        table.rest();
        steps(table, off);
      }
    }
    print("three lives", off);
    assertThat(off.stream().filter(each -> Math.abs(each) <= NEAR).count())
        .isGreaterThanOrEqualTo((long) (NEAR_IN_NINE_OF_TEN * off.size()));
  }

  private void print(String name, List<Double> off) {
    System.out.printf(Locale.ROOT, "%s: predictions off by %s, of cascades by %s, bounds %s times the bytes%n", name,
        off, cascades, bounds);
  }

  /** Takes all steps of the slow bucket. */
  private void steps(LivedTable table, List<Double> off) throws Exception {
    LsmReader reader = new LsmReader(table.db::metadata);
    OmDatabase database = table.db.database();
    KeyRange keys = new KeyRange(table.key(Life.SLOW, 0), table.key(Life.SLOW, 99_999_999));
    for (int step = 0; step < 100; step++) {
      LsmTable tree = reader.read().table(LivedTable.TABLE);
      FileStep next = new FileSteps(new Levels(tree, file -> null))
          .next(keys, file -> file.mayHoldTombstones(keys));
      if (next == null) {
        return;
      }
      NarrowRange range;
      try (NarrowRangeSearch search = new NarrowRangeSearch(database, tree)) {
        range = search.find(next, keys).orElseThrow();
      }
      FileStep named = new FileSteps(new Levels(tree, file -> null))
          .ofKeys(range.level(), range.deepest(), range.keys());
      Price price = named.price();
      Traffic counted = new RangeCompactor(database)
          .compact(LivedTable.TABLE, range.keys(), RangeCompactor.lowest(named));
      assertThat(counted.readBytes()).as("%s by %s", named, range)
          .isLessThanOrEqualTo(price.mostReadBytes() + 4_096);
      assertThat(counted.writtenBytes()).as("%s by %s", named, range)
          .isLessThanOrEqualTo(price.mostWriteBytes() + 4_096);
      bounds.add((double) price.mostWriteBytes() / Math.max(1, counted.writtenBytes()));
      if (named.isCascade()) {
        cascades.add((double) (price.readBytes() + price.writeBytes())
            / (counted.readBytes() + counted.writtenBytes()) - 1);
      } else {
        assertThat(counted.readBytes()).as("%s by %s", named, range)
            .isBetween(price.readBytes() - 4_096, price.readBytes() + 4_096);
        if (counted.readBytes() > 0) {
          double actual = counted.readBytes() + counted.writtenBytes();
          off.add((price.readBytes() + price.writeBytes() - actual) / actual);
        }
      }
    }
    throw new AssertionError("A hundred steps have not brought the bucket to an end");
  }
}
