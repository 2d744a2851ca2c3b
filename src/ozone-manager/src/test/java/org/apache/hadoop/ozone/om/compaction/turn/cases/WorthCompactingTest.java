// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * A job of everything, over tables in which people have waited. Afterwards no list of live keys steps over more than
 * {@value #MOST_SKIPPED} dead entries, wherever it begins: a deleted key has a tombstone and a put.
 */
class WorthCompactingTest extends OneNode {
  private static final int MOST_SKIPPED = 5_000;
  private static final int NAME_BYTES = 3_000;
  /** A list that steps over {@value #MOST_SKIPPED} dead entries takes longer on any machine; the default is 5 ms. */
  private static final String HURTING_SEEK = "300us";
  private static final String FILES = "fileTable";

  /** A case: the puts and deletes that a table has seen. */
  private enum Table {
    HALF_OF_EACH_SMALL_BUCKET(0, test -> {
      List<byte[]> buckets = test.buckets(1_000);
      test.fill(buckets, 100);
      for (byte[] bucket : buckets) {
        test.delete(bucket, 0, 50);
      }
    }),
    SMALL_WHOLE_NEIGHBOURS(1, test -> {
      List<byte[]> buckets = test.buckets(300);
      test.fill(buckets, 95);
      for (byte[] bucket : buckets.subList(80, 227)) {
        test.delete(bucket, 0, 95);
      }
    }),
    SOME_THOUSANDS_OF_MANY_BUCKETS(20, test -> {
      List<byte[]> buckets = test.buckets(20);
      test.fill(buckets, 20_000);
      for (byte[] bucket : buckets) {
        test.delete(bucket, 9_000, 12_000);
      }
    }),
    WHOLE_NEIGHBOURS(1, test -> {
      List<byte[]> buckets = test.buckets(60);
      test.fill(buckets, 950);
      for (byte[] bucket : buckets.subList(20, 40)) {
        test.delete(bucket, 0, 950);
      }
    }),
    LONG_NAMES(1, test -> {
      for (int row = 0; row < 14_000; row++) {
        test.db.put(TABLE, longName(test.b, row), VALUE_BYTES);
      }
      test.db.settle(TABLE);
      for (int row = 3_000; row < 12_000; row++) {
        test.db.delete(TABLE, longName(test.b, row));
      }
    }),
    ONE_STRETCH_OF_A_LARGE_BUCKET(1, test -> {
      test.fill(List.of(test.a, test.b), 200_000);
      test.delete(test.b, 100_000, 120_000);
    }),
    TWO_STRETCHES_OF_A_LARGE_BUCKET(2, test -> {
      test.fill(List.of(test.b), 200_000);
      test.delete(test.b, 20_000, 26_000);
      test.delete(test.b, 160_000, 166_000);
    }),
    HEAD_OF_A_QUEUE(1, test -> {
      test.fill(List.of(test.a, test.c), 20_000);
      for (int row = 0; row < 60_000; row++) {
        test.db.put(TABLE, OpenOmDb.key(test.b, row), VALUE_BYTES);
        if (row >= 500) {
          test.db.delete(TABLE, OpenOmDb.key(test.b, row - 500));
        }
        if (row % 10_000 == 0) {
          test.db.flush(TABLE);
        }
      }
    }),
    EVERY_OTHER_KEY(0, test -> {
      test.fill(List.of(test.a, test.b, test.c), 60_000);
      for (int row = 0; row < 60_000; row += 2) {
        test.db.delete(TABLE, OpenOmDb.key(test.b, row));
      }
    }),
    TOMBSTONES_WRITTEN_TWICE(1, test -> {
      test.fill(List.of(test.a, test.b, test.c), 60_000);
      test.delete(test.b, 10_000, 25_000);
      test.db.flush(TABLE);
      test.db.lowerLevelZero(TABLE, 5);
      test.delete(test.b, 10_000, 25_000);
    }),
    TOMBSTONES_OF_KEYS_THAT_NEVER_WERE(1, test -> {
      test.fill(List.of(test.a, test.c), 60_000);
      test.delete(test.b, 0, 15_000);
    }),
    HEAD_OF_A_TABLE(1, test -> {
      byte[] gone = "/aaa/gone/".getBytes(StandardCharsets.UTF_8);
      test.fill(List.of(gone, test.a, test.b), 30_000);
      test.delete(gone, 0, 30_000);
    });

    private final int slowPlaces;
    private final Writing writing;

    /** @param slowPlaces the least number of places where a list steps over too many tombstones before the job */
    Table(int slowPlaces, Writing writing) {
      this.slowPlaces = slowPlaces;
      this.writing = writing;
    }
  }

  /** Fills a table. */
  @FunctionalInterface
  private interface Writing {
    void into(WorthCompactingTest test) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void defaultJobLeavesNoSlowPlace(Table table) throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    table.writing.into(this);
    cure(TABLE, table.slowPlaces);
  }

  @Test
  void defaultJobLeavesNoSlowPlaceInTreesOfFiles() throws Exception {
    db.withoutAutomaticCompaction(FILES);
    byte[] tree = db.bucket("tree", BucketLayout.FILE_SYSTEM_OPTIMIZED, FILES);
    for (int row = 0; row < 100_000; row++) {
      db.put(FILES, inDirectory(tree, row), VALUE_BYTES);
    }
    db.settle(FILES);
    for (int row = 30_000; row < 60_000; row++) {
      db.delete(FILES, inDirectory(tree, row));
    }
    cure(FILES, 1);
  }

  private void cure(String table, int slowPlaces) throws Exception {
    db.flush(table);
    long tombstones = db.tombstones(table);
    assertThat(walk(table)).hasSizeGreaterThanOrEqualTo(slowPlaces);

    assertSucceeded(runWithHurtingSeek(HURTING_SEEK));

    System.out.printf("%,d of %,d tombstones left; read %,d, wrote %,d, checked %,d bytes%n", db.tombstones(table),
        tombstones, ring.last().getReadBytes(), ring.last().getWriteBytes(), ring.last().getCheckReadBytes());
    assertThat(walk(table)).isEmpty();
    assertThat(db.tombstones(table)).isLessThan(tombstones / 10);
  }

  private TurnOutcome runWithHurtingSeek(String time) throws InterruptedException {
    conf.set("ozone.om.range.compaction.service.hurting.seek", time);
    CompactionConfig config = CompactionConfig.from(conf);
    // Two busy cores may not come to the end of a look within a second.
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ofMinutes(1));
    rule.use(ServiceConfig.from(conf));
    NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config, rule);
    return new NodeCompaction(planner, exactCounts, pressure, config, clock)
        .run(JobSpec.newBuilder().setJobId("job").build(), ring);
  }

  /** Two OMs differ by a few tombstones: a list is slow on one of them and not on the other, which tells how near. */
  @Test
  void turnThatFindsNoListSlowTellsTheSlowest() throws Exception {
    fill(List.of(a, b), 8_000);
    delete(b, 1_000, 4_000);
    db.flush(TABLE);

    TurnOutcome outcome = runWithHurtingSeek("50ms");

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).matches("Nothing to compact: no span of the targets reaches the thresholds, and no"
        + " list is slow there: the slowest passes 6,000 dead entries, about 3\\.[0-9] ms, and 50\\.0 ms make a"
        + " list slow");
  }

  /** A plan that left it out would call a list fast that is known to be slow. */
  @Test
  void slowPlaceWhoseTombstonesAreNotCountedInTimeIsTaken() throws Exception {
    fill(List.of(a, b), 8_000);
    delete(b, 1_000, 7_000);
    db.flush(TABLE);
    conf.set("ozone.om.range.compaction.service.hurting.seek", HURTING_SEEK);
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ZERO);
    rule.use(ServiceConfig.from(conf));
    LsmReader reader = new LsmReader(db::metadata);
    rule.slowPlaces().find(reader.read(), List.of(TABLE), Deadline.within(Duration.ofHours(1)));

    NodePlan plan = new NodePlanner(reader, exactCounts, CompactionConfig.from(conf), rule)
        .plan(Targets.newBuilder().addTables(TABLE).build(), Thresholds.getDefaultInstance(), Precision.EXACT);
    assertThat(plan.ranges().ranges()).hasSize(1);
  }

  @Test
  void turnThatFindsNoWaitAtAllTellsOfNone() throws Exception {
    fill(List.of(a, b), 1_000);
    delete(b, 100, 300);
    db.flush(TABLE);

    assertThat(runWithHurtingSeek("50ms").getMessage())
        .isEqualTo("Nothing to compact: no span of the targets reaches the thresholds");
  }

  /** Finds the places where a list steps over too many dead entries, by a walk over all live keys. */
  private List<String> walk(String table) throws RocksDBException {
    List<String> places = new ArrayList<>();
    try (ReadOptions options = new ReadOptions().setMaxSkippableInternalKeys(MOST_SKIPPED);
        ReadOptions patient = new ReadOptions();
        RocksIterator keys = db.rocksDb().newIterator(db.handle(table), options);
        RocksIterator behind = db.rocksDb().newIterator(db.handle(table), patient)) {
      byte[] place = new byte[0];
      for (keys.seekToFirst();; keys.next()) {
        if (keys.isValid()) {
          place = Keys.after(keys.key());
        } else {
          try {
            keys.status();
            return places;
          } catch (RocksDBException gaveUp) {
            places.add(new String(place, StandardCharsets.UTF_8));
            long begun = System.nanoTime();
            behind.seek(place);
            System.out.printf("a list waits for %,d us%n", (System.nanoTime() - begun) / 1_000);
            if (!behind.isValid()) {
              return places;
            }
            place = behind.key();
            keys.seek(place);
          }
        }
      }
    }
  }

  /** Names that carry: 099 is followed by 100. */
  private List<byte[]> buckets(int count) throws Exception {
    List<byte[]> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < count; bucket++) {
      buckets.add(db.bucket(String.format("small%05d", bucket), BucketLayout.OBJECT_STORE, TABLE));
    }
    return buckets;
  }

  private void fill(List<byte[]> prefixes, int rows) throws Exception {
    for (byte[] prefix : prefixes) {
      db.putAll(TABLE, prefix, rows, VALUE_BYTES);
    }
    db.settle(TABLE);
  }

  private void delete(byte[] prefix, int begin, int end) throws Exception {
    for (int row = begin; row < end; row++) {
      db.delete(TABLE, OpenOmDb.key(prefix, row));
    }
  }

  private static byte[] longName(byte[] prefix, int row) {
    byte[] key = OpenOmDb.key(prefix, row);
    byte[] name = Arrays.copyOf(key, key.length + NAME_BYTES);
    Arrays.fill(name, key.length, name.length, (byte) 'x');
    return name;
  }

  /** Files of a hundred directories, whose ids are their keys' first part. */
  private static byte[] inDirectory(byte[] tree, int row) {
    byte[] name = String.format("%06d/%05d", 100_000 + row / 1_000, row).getBytes(StandardCharsets.UTF_8);
    byte[] key = Arrays.copyOf(tree, tree.length + name.length);
    System.arraycopy(name, 0, key, tree.length, name.length);
    return key;
  }
}
