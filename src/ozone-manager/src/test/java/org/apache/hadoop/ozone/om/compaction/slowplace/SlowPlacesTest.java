// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine against a walk over the whole table, on random layouts. */
class SlowPlacesTest {
  private static final String TABLE = "keyTable";
  private static final Duration FOREVER = Duration.ofHours(1);
  private static final int ROWS = 600;
  private static final int MANY_ROWS = 60_000;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  /** What some random layouts hold, and what was found of it. */
  private static final class Tally {
    private final long firstSeed = Long.getLong("layouts.seed", new Random().nextLong());
    private int layouts;
    private int places;
    private int found;

    /** The time that the build gives to it, and the profile for nights. */
    private long until() {
      return System.nanoTime() + Duration.ofSeconds(Integer.getInteger("layouts.seconds", 20)).toNanos();
    }

    private void print() {
      System.out.printf("%,d random layouts from seed %d: %,d of %,d slow places found%n", layouts, firstSeed, found,
          places);
    }
  }

  @Test
  void everyPlaceOfAWalkIsFoundAndNoneWithoutCause() throws Exception {
    Tally tally = new Tally();
    long until = tally.until();
    for (long seed = tally.firstSeed; System.nanoTime() < until; seed++) {
      RandomLayout layout = new RandomLayout(om, TABLE, seed, ROWS);
      layout.write();
      check(layout, seed, 100 + new Random(seed).nextInt(300), FOREVER, tally);
    }
    tally.print();
    assertThat(tally.places).isPositive().isEqualTo(tally.found);
  }

  /** How many are found in a second depends on the machine, so that is only printed. */
  @Test
  void placesOfLargeLayoutsAreFoundInASecondOrCountedAsNotMeasured() throws Exception {
    Tally tally = new Tally();
    long until = tally.until();
    for (long seed = tally.firstSeed; System.nanoTime() < until; seed++) {
      RandomLayout layout = new RandomLayout(om, TABLE, seed, MANY_ROWS);
      layout.write();
      check(layout, seed, 10_000, Duration.ofSeconds(1), tally);
    }
    tally.print();
    assertThat(tally.layouts).isPositive();
  }

  /** Lists, previews, turns and the service plan from these places; what only memory holds is flushed first. */
  @Test
  void planOfEverythingReachesEachSlowPlaceInFilesAndFlushesTheOthers() throws Exception {
    Tally tally = new Tally();
    long until = tally.until();
    try (ExactCounts exactCounts = new ExactCounts()) {
      for (long seed = tally.firstSeed; System.nanoTime() < until; seed++) {
        RandomLayout layout = new RandomLayout(om, TABLE, seed, ROWS);
        layout.write();
        long many = 100 + new Random(seed).nextInt(300);
        SlowPlaces slowPlaces = new SlowPlaces();
        slowPlaces.use(WaitLimit.ofDeadEntries(many));
        NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exactCounts,
            CompactionConfig.from(new OzoneConfiguration()), new WorthCompacting(slowPlaces, Clock.systemUTC()));
        // A plan looks for a second, which a busy machine may need for less.
        slow(slowPlaces);
        NodePlan plan = planner.plan(Targets.newBuilder().addTables(TABLE).build(), Thresholds.getDefaultInstance(),
            Precision.RANGES);
        List<BucketSpan> taken = new ArrayList<>();
        plan.ranges().ranges().forEach(range -> taken.add(BucketSpan.unattributed(TABLE, range.range())));
        plan.ranges().leftOut().filter(left -> left.reason() == RejectedRange.Reason.COVERED_BY_BETTER_RANGE)
            .forEach(left -> taken.add(BucketSpan.unattributed(TABLE, left.keys())));
        planner.toFlush(plan.statistics()).forEach(place -> taken.add(place.span()));
        for (TableWalk.Gap gap : TableWalk.gaps(om.rocks(), om.handle(TABLE), many)) {
          byte[] behind = gap.behind() == null ? SpanTables.behindAllKeys() : gap.behind();
          assertThat(taken).as(gap + " of seed " + seed + ", " + many + " dead entries\n" + layout)
              .anyMatch(keys -> keys.overlaps(BucketSpan.unattributed(TABLE, gap.key(), behind)));
          tally.places++;
          tally.found++;
        }
        tally.layouts++;
      }
    }
    tally.print();
    assertThat(tally.places).isPositive();
  }

  /** More dead entries than one seek may pass, in a file that ends among them or behind them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1_000})
  void placeOfVeryManyDeadEntriesIsFoundAndLookedAtAgain(int rowsBehind) throws Exception {
    om.holdStill(TABLE);
    int dead = 1_300_000;
    for (int i = 0; i < 1_000; i++) {
      om.put(TABLE, String.format("/v/b/%08d", i));
    }
    for (int i = 1_000; i < 1_000 + dead; i++) {
      om.delete(TABLE, String.format("/v/b/%08d", i));
    }
    for (int i = 0; i < rowsBehind; i++) {
      om.put(TABLE, String.format("/v/b/%08d", 1_000 + dead + i));
    }
    om.flush(TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    assertThat(slow(slowPlaces)).isNotEmpty().first()
        .satisfies(place -> assertThat(place.keys().begin()).isEqualTo("/v/b/00000999\u0000".getBytes(UTF_8)));
    om.put("keyTable", "/v/c");
    om.flush(TABLE);
    assertThat(slow(slowPlaces)).hasSizeLessThan(30);
  }

  @Test
  void placeThatWasCompactedIsGoneAtTheNextLook() throws Exception {
    om.holdStill(TABLE);
    for (int i = 0; i < 3_000; i++) {
      om.put(TABLE, String.format("/v/b/%04d", i));
    }
    om.compact(TABLE);
    for (int i = 1_000; i < 2_000; i++) {
      om.delete(TABLE, String.format("/v/b/%04d", i));
    }
    om.flush(TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(WaitLimit.ofDeadEntries(500));
    assertThat(slow(slowPlaces)).hasSize(1);

    om.compact(TABLE);
    assertThat(slow(slowPlaces)).isEmpty();
  }

  private List<Place> slow(SlowPlaces slowPlaces) throws Exception {
    return slowPlaces.find(new LsmReader(om::metadata).read(List.of(TABLE)), List.of(TABLE), Deadline.within(FOREVER))
        .get(TABLE).slow();
  }

  private void check(RandomLayout layout, long seed, long many, Duration time, Tally tally) throws Exception {
    LsmSnapshot snapshot = new LsmReader(om::metadata).read(List.of(TABLE));
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(WaitLimit.ofDeadEntries(many));
    PlacesOfTable places = slowPlaces.find(snapshot, List.of(TABLE), Deadline.within(time)).get(TABLE);
    String about = "seed " + seed + ", " + many + " dead entries\n" + layout;
    if (time == FOREVER) {
      assertThat(places.notMeasured()).as(about).isEmpty();
    }
    for (TableWalk.Gap gap : TableWalk.gaps(om.rocks(), om.handle(TABLE), many)) {
      boolean isFound = places.slow().stream().anyMatch(place ->
          Keys.compare(place.keys().begin(), gap.key()) <= 0 && Keys.compare(gap.key(), place.keys().end()) < 0);
      byte[] behind = gap.behind() == null ? SpanTables.behindAllKeys() : gap.behind();
      assertThat(isFound || places.isNotMeasured(BucketSpan.unattributed(TABLE, gap.key(), behind)))
          .as(gap + " of " + about).isTrue();
      tally.places++;
      tally.found += isFound ? 1 : 0;
    }
    for (Place place : places.slow()) {
      assertThat(TableWalk.passes(om.rocks(), om.handle(TABLE), place.keys().begin(), many / 2))
          .as(place.keys() + " of " + about).isTrue();
    }
    tally.layouts++;
  }
}
