// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.scan.CountedReads;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** Random histories of a table with small levels, so that ranges meet trees of every shape. */
class RangeStepsTest {
  private static final String TABLE = "openFileTable";
  private static final int BUCKETS = 6;
  private static final int KEYS = 3_000;

  @TempDir
  private static Path directory;
  private static OpenOmDb db;
  private static final ExactCounts EXACT_COUNTS = new ExactCounts();

  @BeforeAll
  static void open() throws Exception {
    db = OpenOmDb.in(directory);
    db.shrinkLevels(TABLE);
    // The test does what automatic compaction would do at an unpredictable time.
    db.withoutAutomaticCompaction(TABLE);
  }

  @AfterAll
  static void close() throws IOException {
    EXACT_COUNTS.close();
    db.close();
  }

  static LongStream moreLives() {
    return LongStream.rangeClosed(9, 50);
  }

  @ParameterizedTest(name = "life {0}")
  @MethodSource("moreLives")
  @Tag("nightly")
  void noTombstoneIsLeftInMoreLives(long life) throws Exception {
    noTombstoneIsLeftInTheRangeAndNoKeyIsLost(life);
  }

  @ParameterizedTest(name = "life {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noTombstoneIsLeftInTheRangeAndNoKeyIsLost(long life) throws Exception {
    Random random = new Random(life);
    int emptied = random.nextInt(BUCKETS);
    for (int chapter = 0; chapter < 4; chapter++) {
      write(random, emptied);
      db.flush(TABLE);
      if (random.nextBoolean()) {
        db.lowerLevelZero(TABLE, 5 + random.nextInt(2));
      }
    }
    if (random.nextInt(4) == 0) {
      db.force(TABLE);
    }
    if (random.nextBoolean()) {
      for (int i = 0; i < KEYS; i++) {
        db.delete(TABLE, key(emptied, i));
      }
      db.flush(TABLE);
    }
    Map<String, String> before = db.contents(TABLE);
    KeyRange range = new KeyRange(key(emptied, 0), key(emptied, KEYS));

    takeAll(range);

    assertThat(db.contents(TABLE)).isEqualTo(before);
    assertThat(db.files(TABLE)).filteredOn(file -> file.numDeletions() > 0)
        .noneMatch(file -> range.contains(file.smallestKey()) || range.contains(file.largestKey()));
    assertThat(filesWithTombstonesInside(range)).isZero();
  }

  private static void write(Random random, int emptied) throws RocksDBException {
    boolean wide = random.nextBoolean();
    for (int i = 0; i < 4_000; i++) {
      int bucket = wide || random.nextInt(10) == 0 ? random.nextInt(BUCKETS) : emptied;
      byte[] key = key(bucket, random.nextInt(KEYS));
      if (random.nextInt(10) < (bucket == emptied ? 8 : 1)) {
        db.delete(TABLE, key);
      } else {
        db.put(TABLE, key, 20 + random.nextInt(60));
      }
    }
  }

  private static void takeAll(KeyRange range) throws Exception {
    JobSpec spec = JobSpec.newBuilder().setMaxWriteRate(1L << 40).build();
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    TurnAttempt attempt = new TurnAttempt(spec, new Onlooker(), new HandClock(),
        () -> Optional.of(new PressureGauges()), CompactionConfig.from(conf));
    new RangeSteps(new LsmReader(db::metadata), EXACT_COUNTS, attempt, Long.MAX_VALUE)
        .takeAll(TABLE, range, range);
  }

  /** Reads files that reach over an edge of the range; of the others, table properties tell. */
  private static long filesWithTombstonesInside(KeyRange range) throws IOException {
    LsmTable tree = new LsmReader(db::metadata).read().table(TABLE);
    TombstoneSearch search = new TombstoneSearch(db.database(), range, new CountedReads());
    return tree.files().stream().filter(file -> file.tombstones() > 0)
        .filter(file -> range.overlaps(new KeyRange(file.smallestKey(), file.largestKey())))
        .filter(file -> search.mayFindIn(file)).count();
  }

  private static byte[] key(int bucket, int number) {
    return String.format("/-9223372036854775000/%d/%06d", bucket, number).getBytes(StandardCharsets.UTF_8);
  }
}
