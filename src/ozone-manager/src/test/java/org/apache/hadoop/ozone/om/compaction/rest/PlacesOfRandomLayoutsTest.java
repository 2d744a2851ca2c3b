// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.slow.Layout;
import org.apache.hadoop.ozone.om.compaction.slow.LayoutTime;
import org.apache.hadoop.ozone.om.compaction.slow.RandomLayout;
import org.apache.hadoop.ozone.om.compaction.slow.SlowGap;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code /places} tells of random layouts of two tables, against a walk over both tables. */
class PlacesOfRandomLayoutsTest {
  private static final List<String> TABLES = List.of("keyTable", "fileTable");
  private static final int ROWS = 600;
  private static final int PAGE = 7;
  private static final long SLOW_MICROS = 120;

  @TempDir
  private Path directory;

  @Test
  void everyPlaceOfAWalkIsOneRowAndThereIsNoOther() throws Exception {
    LayoutTime time = new LayoutTime();
    int layouts = 0;
    int places = 0;
    try (ServedOm served = ServedOm.empty(directory)) {
      for (long seed = time.firstSeed(); places == 0 || !time.isOver(); seed += TABLES.size()) {
        for (int i = 0; i < TABLES.size(); i++) {
          Layout layout = RandomLayout.draw(seed + i, 2 * SLOW_MICROS, ROWS);
          layout.write(served.database(), TABLES.get(i));
        }
        served.slowFrom(SLOW_MICROS + "us");
        places += check(served, seed);
        layouts++;
      }
    }
    System.out.printf("%,d pairs of random layouts from seed %d: %,d places%n", layouts, time.firstSeed(), places);
    assertThat(places).isPositive();
  }

  private static int check(ServedOm served, long seed) throws Exception {
    OmDatabaseFixture om = served.database();
    List<List<SlowGap>> walked = new ArrayList<>();
    for (String table : TABLES) {
      walked.add(SlowGap.in(om.rocks(), om.handle(table), WaitLimit.of(SLOW_MICROS)));
    }
    long slow = walked.stream().flatMap(List::stream).filter(SlowGap::isSlow).count();
    JsonNode look = served.ok("/places?limit=1");
    while (!look.at("/notLookedAt").isEmpty()) {
      assertThat(look.at("/notLookedAt")).as("seed %d", seed)
          .allSatisfy(left -> assertThat(left.at("/tombstones").asLong()).isPositive());
      look = served.ok("/places?limit=1");
    }
    List<JsonNode> rows = new ArrayList<>();
    String next = "";
    do {
      JsonNode page = served.ok("/places?limit=" + PAGE + next);
      assertThat(page.at("/totalCount")).isEqualTo(look.at("/totalCount"));
      page.at("/places").forEach(rows::add);
      next = page.has("nextKey") ? "&prevKey=" + ServedOm.encode(page.at("/nextKey").asText()) : null;
    } while (next != null);
    assertThat(rows).as("seed %d", seed).hasSize(look.at("/totalCount").asInt())
        .isSortedAccordingTo(Comparator.comparingLong((JsonNode row) -> row.at("/waitMicros").asLong()).reversed());
    assertThat((long) rows.size()).as("seed %d", seed)
        .isBetween(slow, (long) walked.stream().mapToInt(List::size).sum());
    for (int i = 0; i < TABLES.size(); i++) {
      String table = TABLES.get(i);
      for (SlowGap gap : walked.get(i)) {
        long found = rows.stream().filter(row -> row.at("/table").asText().equals(table) && isAt(row, gap)).count();
        assertThat(found).as("seed %d: rows of %s", seed, gap).isBetween(gap.isSlow() ? 1L : 0L, 1L);
      }
    }
    return rows.size();
  }

  private static boolean isAt(JsonNode row, SlowGap gap) {
    try {
      byte[] end = row.at("/end/base64").binaryValue();
      byte[] behind = gap.gap().behind() == null ? SpanTables.behindAllKeys() : gap.gap().behind();
      // The dead keys of a place lie behind its first live key, and before its last.
      return Keys.compare(end, gap.gap().key()) >= 0 && Keys.compare(end, behind) < 0;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
