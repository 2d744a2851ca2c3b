// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** The engine against a walk over the whole table, on random layouts. */
class SlowPlacesTest {
  private static final String TABLE = "keyTable";
  private static final Duration FOREVER = Duration.ofHours(1);
  private static final Path LAYOUTS = Path.of("src/test/resources/layouts");
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
    private final LayoutTime time = new LayoutTime();
    private int layouts;
    private int places;
    private int found;

    private void print() {
      System.out.printf("%,d random layouts from seed %d: %,d of %,d slow places found%n", layouts, time.firstSeed(),
          found, places);
    }
  }

  @Test
  void everyPlaceOfAWalkIsFoundAndNoneWithoutCause() throws Exception {
    Tally tally = new Tally();
    for (long seed = tally.time.firstSeed(); !tally.time.isOver(); seed++) {
      check(RandomLayout.draw(seed, slow(seed), ROWS), FOREVER, tally);
    }
    tally.print();
    assertThat(tally.places).isPositive().isEqualTo(tally.found);
  }

  /** Looks go on where the last one ended, and forget nothing that lists still pass. */
  @Test
  void looksThatGoOnFindWhatAFirstLookFinds() throws Exception {
    Tally tally = new Tally();
    for (long seed = tally.time.firstSeed(); !tally.time.isOver(); seed++) {
      Layout layout = RandomLayout.draw(seed, slow(seed), ROWS);
      SlowPlaces slowPlaces = new SlowPlaces();
      slowPlaces.use(layout.limit());
      layout.write(om, TABLE, () -> slow(slowPlaces));
      // Known places where clients write are searched again after ten seconds, or once that is in a file.
      om.flush(TABLE);
      checked(layout, () -> checkPlaces(layout, slowPlaces, FOREVER, tally));
    }
    tally.print();
    assertThat(tally.layouts).isPositive();
    assertThat(tally.found).isEqualTo(tally.places);
  }

  /** A client deletes the live key between two known places, and writes one into the second of them. */
  @Test
  void placeThatGrowsIntoTheNextOneLeavesNoneOfThatUnknown() throws Exception {
    om.holdStill(TABLE);
    for (int i = 0; i < 10_000; i++) {
      om.put(TABLE, String.format("/v/b/%04d", i));
    }
    om.compact(TABLE);
    for (int i = 1_000; i <= 4_000; i++) {
      if (i != 2_000) {
        om.delete(TABLE, String.format("/v/b/%04d", i));
      }
    }
    om.flush(TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(WaitLimit.of(500 * WaitLimit.MICROS_OF_A_DEAD_ENTRY));
    assertThat(slow(slowPlaces)).hasSize(2);

    om.delete(TABLE, "/v/b/2000");
    om.put(TABLE, "/v/b/3000");
    om.flush(TABLE);
    assertThat(slow(slowPlaces)).extracting(place -> new String(place.keys().end(), UTF_8))
        .containsExactly("/v/b/3000", "/v/b/4001");
  }

  /** How many are found in a second depends on the machine, so that is only printed. */
  @Test
  void placesOfLargeLayoutsAreFoundInASecondOrCountedAsNotMeasured() throws Exception {
    Tally tally = new Tally();
    for (long seed = tally.time.firstSeed(); !tally.time.isOver(); seed++) {
      check(RandomLayout.draw(seed, 10_000, MANY_ROWS), Duration.ofSeconds(1), tally);
    }
    tally.print();
    assertThat(tally.layouts).isPositive();
  }

  /** Lists, previews, turns and the service plan from these places; what only memory holds is flushed first. */
  @Test
  void planOfEverythingReachesEachSlowPlaceInFilesAndFlushesTheOthers() throws Exception {
    Tally tally = new Tally();
    for (long seed = tally.time.firstSeed(); !tally.time.isOver(); seed++) {
      Layout layout = RandomLayout.draw(seed, slow(seed), ROWS);
      layout.write(om, TABLE);
      checked(layout, () -> checkPlan(layout, tally));
    }
    tally.print();
    assertThat(tally.places).isPositive();
  }

  /** Those that a search has missed once, and those that people have met. */
  @ParameterizedTest
  @MethodSource("layouts")
  void eachPlaceOfANamedLayoutIsFoundAndPlanned(Path text) throws Exception {
    Layout layout = Layout.read(text);
    Tally tally = new Tally();
    check(layout, FOREVER, tally);
    checkPlan(layout, tally);
    assertThat(tally.places).isPositive();
  }

  static Stream<Path> layouts() throws IOException {
    return Files.list(LAYOUTS).sorted();
  }

  private void checkPlan(Layout layout, Tally tally) throws Exception {
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(layout.limit());
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exactCounts,
          CompactionConfig.from(new OzoneConfiguration()), new WorthCompacting(slowPlaces, Clock.systemUTC(), FOREVER));
      NodePlan plan = planner.plan(Targets.newBuilder().addTables(TABLE).build(), Thresholds.getDefaultInstance(),
          Precision.RANGES);
      List<BucketSpan> taken = new ArrayList<>();
      plan.ranges().ranges().forEach(range -> taken.add(BucketSpan.unattributed(TABLE, range.range())));
      plan.ranges().leftOut().filter(left -> left.reason() == RejectionReason.COVERED_BY_BETTER_RANGE)
          .forEach(left -> taken.add(BucketSpan.unattributed(TABLE, left.keys())));
      Targets table = Targets.newBuilder().addTables(TABLE).setSlow(true).build();
      planner.flushes(JobSpec.newBuilder().setTargets(table).build(), planner.look(table)).forEach(flush ->
          plan.measured().places().slow().forEach(place -> taken.add(place.keys())));
      for (SlowGap gap : SlowGap.in(om.rocks(), om.handle(TABLE), layout.limit())) {
        if (!gap.isSlow()) {
          continue;
        }
        assertThat(taken).as("%s", gap).anyMatch(keys -> keys.overlaps(keysOf(gap.gap())));
        tally.places++;
        tally.found++;
      }
    }
    tally.layouts++;
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
    assertThat(slow(slowPlaces)).singleElement().satisfies(place -> {
      assertThat(place.keys().begin()).isEqualTo("/v/b/00000999\u0000".getBytes(UTF_8));
      assertThat(place.isEndReached()).isTrue();
      assertThat(place.dead().fileTombstones()).isEqualTo(new CountInterval(dead, dead));
    });
    om.put("keyTable", "/v/c");
    om.flush(TABLE);
    assertThat(slow(slowPlaces)).singleElement()
        .satisfies(place -> assertThat(place.dead().fileTombstones()).isEqualTo(new CountInterval(dead, dead)));
  }

  /** Steps have to be cut among keys that differ only behind many bytes, as those of directories do. */
  @Test
  void placeOfVeryManyDeadEntriesBelowALongPathIsFound() throws Exception {
    om.holdStill(TABLE);
    String path = "/volume/bucket/the/directory/of/a/directory/of/a/directory/of/a/directory/of/a/directory/part-";
    int dead = 300_000;
    for (int i = 0; i < dead; i++) {
      om.put(TABLE, String.format("%s%08d", path, i));
    }
    om.compact(TABLE);
    for (int i = 0; i < dead; i++) {
      om.delete(TABLE, String.format("%s%08d", path, i));
    }
    om.flush(TABLE);

    PlacesOfTable places = new SlowPlaces().find(new LsmReader(om::metadata).read(), List.of(TABLE),
        Deadline.within(Duration.ofMinutes(1))).get(TABLE);
    assertThat(places.notLookedAt()).isEmpty();
    assertThat(places.slow()).singleElement()
        .satisfies(place -> assertThat(place.dead().all()).isEqualTo(new CountInterval(2 * dead, 2 * dead)));
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
    slowPlaces.use(WaitLimit.of(500 * WaitLimit.MICROS_OF_A_DEAD_ENTRY));
    assertThat(slow(slowPlaces)).hasSize(1);

    om.compact(TABLE);
    assertThat(slow(slowPlaces)).isEmpty();
  }

  /** Clients may delete as many rows again as memory held at the last look, which a flush has written since. */
  @Test
  void memoryIsSearchedAgainThoughItHoldsAsManyEntriesAsBefore() throws Exception {
    om.holdStill(TABLE);
    for (int i = 0; i < 4_000; i++) {
      om.put(TABLE, String.format("/v/b/%04d", i));
    }
    om.compact(TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(WaitLimit.of(500 * WaitLimit.MICROS_OF_A_DEAD_ENTRY));
    for (int first = 500; first < 4_000; first += 2_000) {
      for (int i = first; i < first + 1_000; i++) {
        om.delete(TABLE, String.format("/v/b/%04d", i));
      }
      byte[] begin = String.format("/v/b/%04d\u0000", first - 1).getBytes(UTF_8);
      assertThat(slow(slowPlaces)).singleElement()
          .satisfies(place -> assertThat(place.keys().begin()).isEqualTo(begin));
      om.flush(TABLE);
      om.compact(TABLE);
    }
  }

  private List<Place> slow(SlowPlaces slowPlaces) throws Exception {
    return slowPlaces.find(new LsmReader(om::metadata).read(), List.of(TABLE), Deadline.within(FOREVER))
        .get(TABLE).slow();
  }

  /** From how many dead entries on a list is slow in a small layout; by another seed than what the layout draws. */
  private static long slow(long seed) {
    return 100 + RandomLayout.random(~seed).nextInt(300);
  }

  private void check(Layout layout, Duration time, Tally tally) throws Exception {
    layout.write(om, TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(layout.limit());
    checked(layout, () -> checkPlaces(layout, slowPlaces, time, tally));
  }

  private interface Check {
    void run() throws Exception;
  }

  /** Leaves a layout that fails as a text, to be put beside the others. */
  private static void checked(Layout layout, Check check) throws Exception {
    try {
      check.run();
    } catch (AssertionError e) {
      Path failed = Files.writeString(Files.createDirectories(Path.of("target/failed-layouts"))
          .resolve("layout-" + Math.abs(layout.toString().hashCode()) + ".txt"), layout.toString());
      throw new AssertionError("The layout is in " + failed.toAbsolutePath() + "; put it into " + LAYOUTS, e);
    }
  }

  private void checkPlaces(Layout layout, SlowPlaces slowPlaces, Duration time, Tally tally) throws Exception {
    LsmSnapshot snapshot = new LsmReader(om::metadata).read();
    PlacesOfTable places = slowPlaces.find(snapshot, List.of(TABLE), deadline(layout, time)).get(TABLE);
    if (time == FOREVER) {
      assertThat(places.notLookedAt()).isEmpty();
    }
    List<SlowGap> gaps = SlowGap.in(om.rocks(), om.handle(TABLE), layout.limit());
    for (SlowGap gap : gaps) {
      BucketSpan keys = keysOf(gap.gap());
      Optional<Place> place = places.slow().stream()
          .filter(each -> Arrays.equals(each.keys().begin(), keys.begin())).findFirst();
      assertThat(place.isPresent() || !gap.isSlow() || places.isNotLookedAt(keys)).as("%s", gap).isTrue();
      place.filter(Place::isEndReached)
          .ifPresent(each -> assertThat(each.keys().end()).as("%s", gap).isEqualTo(keys.end()));
      tally.places += gap.isSlow() ? 1 : 0;
      tally.found += gap.isSlow() && place.isPresent() ? 1 : 0;
    }
    for (Place place : places.slow()) {
      // An iterator checks its limit at the next entry, so never behind the last one of the table.
      assertThat(TableWalk.passes(om.rocks(), om.handle(TABLE), place.keys().begin(),
          place.dead().all().least() - 1)).as("%s passes %s dead entries", place.keys(), place.dead().all()).isTrue();
      assertThat(gaps).as("%s is a place", place.keys()).anyMatch(gap -> place.isEndReached()
          ? Arrays.equals(place.keys().begin(), gap.gap().key()) : place.keys().overlaps(keysOf(gap.gap())));
    }
    tally.layouts++;
  }

  /** In one layout of four many steps that read from files run out of time, as where values are very large. */
  private static Deadline deadline(Layout layout, Duration time) {
    int hash = layout.toString().hashCode();
    return hash % 4 != 0 || time != FOREVER ? Deadline.within(time)
        : Deadline.within(time, Duration.ofNanos(20_000 + Math.abs(hash % 300_000)));
  }

  private static BucketSpan keysOf(TableWalk.Gap gap) {
    return BucketSpan.unattributed(TABLE, gap.key(), gap.behind() == null ? SpanTables.behindAllKeys() : gap.behind());
  }

  /** A look may last a second; meanwhile clients go on to write, and RocksDB alone says when it flushes. */
  @Test
  void looksFlushNothingBesideWrites() throws Exception {
    RandomLayout.draw(1, 10_000, MANY_ROWS).write(om, TABLE);
    AtomicInteger written = new AtomicInteger();
    ScheduledExecutorService clients = Executors.newSingleThreadScheduledExecutor();
    try {
      int files = om.rocks().getLiveFilesMetaData().size();
      long entries = entriesInMemory();
      ScheduledFuture<?> writes = clients.scheduleAtFixedRate(() -> write(written.getAndIncrement()), 0, 5,
          TimeUnit.MILLISECONDS);
      for (int look = 0; look < 10 || written.get() < 100; look++) {
        slow(new SlowPlaces());
      }
      writes.cancel(false);
      clients.shutdown();
      assertThat(clients.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

      assertThat(om.rocks().getLiveFilesMetaData()).hasSize(files);
      assertThat(entriesInMemory()).isEqualTo(entries + written.get());
    } finally {
      clients.shutdownNow();
    }
  }

  private void write(int row) {
    try {
      om.put(TABLE, "/v/b0/written" + row);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private long entriesInMemory() throws RocksDBException {
    return om.rocks().getLongProperty(om.handle(TABLE), "rocksdb.num-entries-active-mem-table");
  }
}
