// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.Layout;
import org.apache.hadoop.ozone.om.compaction.slow.LayoutTime;
import org.apache.hadoop.ozone.om.compaction.slow.RandomLayout;
import org.apache.hadoop.ozone.om.compaction.slow.SlowGap;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.Onlooker;
import org.apache.hadoop.ozone.om.compaction.turn.PressureReader;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One job for slow places, on random layouts in files and in memory, against a walk over the whole table. */
class SlowJobTest {
  private static final String TABLE = "keyTable";
  private static final JobSpec JOB = JobSpec.newBuilder().setJobId("slow")
      .setTargets(Targets.newBuilder().addTables(TABLE).setSlow(true)).build();
  private static final int MANY_ROWS = 60_000;
  private static final long MANY_DEAD = 5_000;
  private static final long MANY_MICROS = 500;
  private static final long FEW_MICROS = 120;
  private static final long MEGABYTE = 1 << 20;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private final OzoneConfiguration conf = new OzoneConfiguration();

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  /** Bytes that a plan predicted, its bound, and the bytes that its job moved. */
  private record Moved(long said, long most, long done) {
    double off() {
      return Math.abs(said - done) / (double) Math.max(1, done);
    }
  }

  private Moved run(long slowMicros, String what) throws Exception {
    conf.set("ozone.om.range.compaction.service.hurting.seek", slowMicros + "us");
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC());
    rule.use(ServiceConfig.from(conf));
    CompactionConfig config = CompactionConfig.from(conf);
    return run(rule, config, what);
  }

  private Moved run(WorthCompacting rule, CompactionConfig config, String what) throws Exception {
    long slowMicros = rule.slowPlaces().limit().micros();
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exactCounts, config, rule);
      NodePlan plan = planner.plan(JOB, Precision.EXACT);
      while (!plan.measured().places().isComplete() || plan.statistics().filesToScan() > 0) {
        plan = planner.plan(JOB, Precision.EXACT);
      }
      int slow = plan.measured().places().slow().size();
      Price price = plan.price();
      Onlooker ring = new Onlooker();
      TurnOutcome outcome = new NodeCompaction(planner, exactCounts, new PressureReader(om::metadata, () -> false),
          config, TurnClock.SYSTEM).run(JOB, ring);
      assertThat(outcome.getState()).as("%s: %s", what, outcome.getMessage()).isEqualTo(TurnState.TURN_SUCCEEDED);
      TurnFigures done = ring.last();
      assertThat(done.getSlowPlacesBefore()).as(what).isEqualTo(slow);
      assertThat(done.getSlowPlacesAfter()).as("%s: %s", what, outcome.getMessage()).isZero();
      assertThat(outcome.getMessage()).as(what).startsWith("No list is slow");
      List<SlowGap> left = new ArrayList<>(SlowGap.in(om.rocks(), om.handle(TABLE), WaitLimit.of(slowMicros)));
      left.removeIf(gap -> !gap.isSlow());
      assertThat(left).as("%s: places of a walk after the job", what).isEmpty();
      return new Moved(price.readBytes() + price.writeBytes(), price.mostReadBytes() + price.mostWriteBytes(),
          done.getReadBytes() + done.getWriteBytes() + done.getFlushedBytes());
    }
  }

  @Test
  void nothingIsSlowAfterOneJob() throws Exception {
    LayoutTime time = new LayoutTime();
    int layouts = 0;
    for (long seed = time.firstSeed(); !time.isOver(); seed++, layouts++) {
      Layout layout = RandomLayout.draw(seed, 2 * FEW_MICROS, 600);
      layout.write(om, TABLE);
      run(FEW_MICROS, "seed " + seed);
    }
    System.out.printf("%,d random layouts from seed %d: nothing slow after a job%n", layouts, time.firstSeed());
    assertThat(layouts).isPositive();
  }

  /** Draws large layouts, because in small ones the overhead of files decides. */
  @Test
  void jobMovesWhatItsPlanSaid() throws Exception {
    LayoutTime time = new LayoutTime();
    List<Moved> all = new ArrayList<>();
    int layouts = 0;
    for (long seed = time.firstSeed(); !time.isOver(); seed++, layouts++) {
      RandomLayout.draw(seed, MANY_DEAD, MANY_ROWS).write(om, TABLE);
      Moved moved = run(MANY_MICROS, "seed " + seed);
      System.out.printf("seed %d: said %.2f MB, at most %.2f, moved %.2f%n", seed, (double) moved.said / MEGABYTE,
          (double) moved.most / MEGABYTE, (double) moved.done / MEGABYTE);
      // The bound comes from samples: the true value lies a little above it in one of several hundred layouts.
      assertThat(moved.done).as("seed %d", seed).isLessThanOrEqualTo(moved.most + moved.most / 5);
      if (moved.done > 0) {
        all.add(moved);
      }
    }
    long near = all.stream().filter(moved -> moved.off() <= 0.25).count();
    long within = all.stream().filter(moved -> moved.done <= moved.most).count();
    long large = all.stream().filter(moved -> moved.done > 10 * MEGABYTE).count();
    long bounded = all.stream().filter(moved -> moved.done > 10 * MEGABYTE && moved.most <= 3 * moved.said).count();
    System.out.printf("%d random layouts from seed %d: %d within a quarter, %d within the bound, which is at most three"
        + " times the expected in %d of %d that move more than 10 MB%n", all.size(), time.firstSeed(), near, within,
        bounded, large);
    assertThat(layouts).isPositive();
  }
}
