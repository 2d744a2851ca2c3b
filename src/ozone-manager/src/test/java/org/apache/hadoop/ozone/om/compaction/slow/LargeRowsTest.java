// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksIterator;

/** Rows of a mebibyte, as of multipart uploads with many parts: a list reads each that a tombstone hides. */
class LargeRowsTest {
  private static final String TABLE = "multipartInfoTable";
  private static final int ROWS = 400;
  private static final int FIRST_DEAD = 100;
  private static final int DEAD = 250;
  private static final Duration SHORT = Duration.ofMillis(5);

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void manyRowsDeletedInARow() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    byte[] value = new byte[1 << 20];
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      random.nextBytes(value);
      om.put(TABLE, OmDatabaseFixture.bytes(row(i)), value);
    }
    om.flush(TABLE);
    for (int i = FIRST_DEAD; i < FIRST_DEAD + DEAD; i++) {
      om.delete(TABLE, row(i));
    }
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private static String row(int i) {
    return String.format("/v/b/%04d", i);
  }

  /** One step over all dead rows takes as long as a list, and to count them as long once more. */
  @Test
  void looksWithAShortTimeTakeAShortTimeAndFindThePlaceTogether() throws Exception {
    long list = nanosOfAList();
    SlowPlaces slowPlaces = new SlowPlaces();
    List<Long> looks = new ArrayList<>();
    PlacesOfTable places;
    do {
      long began = processorNanos();
      places = slowPlaces.find(new LsmReader(om::metadata).read(), List.of(TABLE), Deadline.within(SHORT, SHORT))
          .get(TABLE);
      looks.add(processorNanos() - began);
      if (places.slow().isEmpty()) {
        assertThat(places.notLookedAt()).isNotEmpty();
      }
    } while (!places.notLookedAt().isEmpty());

    assertThat(places.slow()).singleElement().satisfies(place -> {
      assertThat(place.keys().begin()).isEqualTo(OmDatabaseFixture.bytes(row(FIRST_DEAD - 1) + "\0"));
      assertThat(place.keys().end()).isEqualTo(OmDatabaseFixture.bytes(row(FIRST_DEAD + DEAD)));
      assertThat(place.dead().fileTombstones()).isEqualTo(new CountInterval(DEAD, DEAD));
      assertThat(place.dead().inFiles()).isEqualTo(new CountInterval(2 * DEAD, 2 * DEAD));
    });
    assertThat(looks).as("nanoseconds of looks").allSatisfy(look -> assertThat(look).isLessThan(list));
  }

  /** Returns the processor time of this thread, which other work on the machine does not change. */
  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private long nanosOfAList() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      try (RocksIterator keys = om.rocks().newIterator(om.handle(TABLE))) {
        long began = processorNanos();
        keys.seek(OmDatabaseFixture.bytes(row(FIRST_DEAD)));
        least = Math.min(least, processorNanos() - began);
        assertThat(keys.key()).isEqualTo(OmDatabaseFixture.bytes(row(FIRST_DEAD + DEAD)));
      }
    }
    return least;
  }
}
