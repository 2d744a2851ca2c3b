// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine against a walk over the whole table, on random layouts. */
class SlowPlacesTest {
  private static final String TABLE = "keyTable";
  private static final Duration FOREVER = Duration.ofHours(1);
  private static final int ROWS = 600;

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

  @Test
  void everyPlaceOfAWalkIsFoundAndNoneWithoutCause() throws Exception {
    long first = Long.getLong("layouts.seed", new Random().nextLong());
    long until = System.nanoTime() + Duration.ofSeconds(Integer.getInteger("layouts.seconds", 30)).toNanos();
    int layouts = 0;
    int places = 0;
    for (long seed = first; System.nanoTime() < until; seed++) {
      places += check(seed);
      layouts++;
    }
    System.out.println(layouts + " layouts from seed " + first + ", " + places + " slow places");
    assertThat(places).isPositive();
  }

  private int check(long seed) throws Exception {
    RandomLayout layout = new RandomLayout(om, TABLE, seed, ROWS);
    layout.write();
    long many = 100 + new Random(seed).nextInt(300);
    LsmSnapshot snapshot = new LsmReader(om::metadata).read(List.of(TABLE));
    SlowPlaces slowPlaces = new SlowPlaces();
    slowPlaces.use(WaitLimit.ofDeadEntries(many));
    PlacesOfTable found = slowPlaces.find(snapshot, List.of(TABLE), Deadline.within(FOREVER)).get(TABLE);
    String about = "seed " + seed + ", " + many + " dead entries\n" + layout;
    assertThat(found.notMeasured()).as(about).isEmpty();
    List<TableWalk.Gap> gaps = TableWalk.gaps(om.rocks(), om.handle(TABLE), many);
    for (TableWalk.Gap gap : gaps) {
      assertThat(found.slow()).as(gap + " of " + about).anyMatch(place ->
          Keys.compare(place.keys().begin(), gap.key()) <= 0 && Keys.compare(gap.key(), place.keys().end()) < 0);
    }
    for (Place place : found.slow()) {
      assertThat(TableWalk.passes(om.rocks(), om.handle(TABLE), place.keys().begin(), many / 2))
          .as(place.keys() + " of " + about).isTrue();
    }
    return gaps.size();
  }
}
