// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** A turn compacts a bucket with deleted rows while clients write to it. */
class LiveBucketTest {
  private static final String TABLE = "keyTable";
  private static final byte[] AAA = "/vol/aaa/".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TBL = "/vol/tbl/".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ZZZ = "/vol/zzz/".getBytes(StandardCharsets.UTF_8);
  private static final int NEIGHBOUR_ROWS = 50_000;
  private static final int ROWS = 170_000;
  private static final int FIRST_DELETED = 60_000;
  private static final int DELETED = 30_000;
  private static final int VALUE_BYTES = 100;
  private static final int CORRUPT_BYTES = 300_000;

  private static Path template;

  @TempDir
  private Path directory;
  private final ExactCounts exactCounts = new ExactCounts();
  private final Onlooker ring = new Onlooker();
  private OpenOmDb db;
  private NodeCompaction node;

  /** Every test begins with a copy: to write the rows takes longer than a test. */
  @BeforeAll
  static void fill(@TempDir Path filled) throws Exception {
    template = filled;
    try (OpenOmDb db = open(filled)) {
      for (String name : List.of("aaa", "tbl", "zzz")) {
        db.bucket(name, BucketLayout.OBJECT_STORE, TABLE);
      }
      db.putAll(TABLE, AAA, NEIGHBOUR_ROWS, VALUE_BYTES);
      db.putAll(TABLE, TBL, ROWS, VALUE_BYTES);
      db.putAll(TABLE, ZZZ, NEIGHBOUR_ROWS, VALUE_BYTES);
      db.settle(TABLE);
      delete(db, FIRST_DELETED, DELETED);
      db.flush(TABLE);
    }
  }

  private static OpenOmDb open(Path directory) throws IOException, RocksDBException {
    OpenOmDb db = OpenOmDb.stillIn(directory);
    db.targetFileBytes(TABLE, 2 << 20);
    return db;
  }

  @BeforeEach
  void copy() throws Exception {
    FileUtils.copyDirectory(template.toFile(), directory.toFile());
    db = open(directory);
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.disk.reserve", "0B");
    conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
    CompactionConfig config = CompactionConfig.from(conf);
    node = new NodeCompaction(new NodePlanner(new LsmReader(() -> db.metadata()), exactCounts, config), exactCounts,
        new PressureReader(() -> db.metadata(), () -> false), config, new HandClock());
  }

  @AfterEach
  void close() throws Exception {
    exactCounts.close();
    db.close();
  }

  private void delete(int first, int rows) throws Exception {
    delete(db, first, rows);
  }

  private static void delete(OpenOmDb db, int first, int rows) throws Exception {
    for (int row = first; row < first + rows; row++) {
      db.delete(TABLE, OpenOmDb.key(TBL, row));
    }
  }

  /** Writes a row of each neighbour, and one in the deleted stretch. */
  private void live() throws Exception {
    db.put(TABLE, OpenOmDb.key(AAA, 100), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(TBL, FIRST_DELETED + DELETED / 2), VALUE_BYTES);
    db.put(TABLE, OpenOmDb.key(ZZZ, 100), VALUE_BYTES);
  }

  private TurnOutcome run(long maxTotalBytes) throws Exception {
    return node.run(JobSpec.newBuilder().setTargets(Targets.newBuilder().addTables(TABLE).addBuckets("/vol/tbl"))
        .setThresholds(Thresholds.newBuilder().setMaxTotalBytes(maxTotalBytes)).build(), ring);
  }

  private long inMemory() throws Exception {
    return db.rocksDb().getLongProperty(db.handle(TABLE), "rocksdb.num-entries-active-mem-table");
  }

  @Test
  void bucketUnderWritesCostsWhatWasPredictedAndIsNotFlushed() throws Exception {
    live();
    Map<String, String> rows = db.contents(TABLE);
    Traffic before = db.traffic(TABLE);

    TurnOutcome outcome = run(0);

    TurnFigures figures = ring.last();
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat((double) (figures.getReadBytes() + figures.getWriteBytes())
        / (figures.getPredictedReadBytes() + figures.getPredictedWriteBytes())).isBetween(0.85, 1.15);
    Traffic counted = db.traffic(TABLE).since(before);
    assertThat(figures.getReadBytes()).isCloseTo(counted.readBytes(), within(10_000));
    assertThat(figures.getWriteBytes()).isCloseTo(counted.writtenBytes(), within(10_000));
    assertThat(counted.flushedBytes()).isEqualTo(figures.getFlushedBytes()).isZero();
    assertThat(inMemory()).isEqualTo(3);
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(rows);
  }

  private static Offset<Long> within(long bytes) {
    return Offset.offset(bytes);
  }

  @Test
  void budgetHoldsWhileClientsWrite() throws Exception {
    live();
    TurnOutcome outcome = run(500_000);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("left for another job");
    assertThat(ring.last().getWriteBytes()).isLessThanOrEqualTo(500_000);
    assertThat(inMemory()).isEqualTo(3);
  }

  @ParameterizedTest(name = "with writers: {0}")
  @ValueSource(booleans = {true, false})
  void corruptFileOfAnotherBucketDoesNotHarmTheOm(boolean writers) throws Exception {
    LiveFileMetaData foreign = db.files(TABLE).stream()
        .filter(file -> Keys.compare(file.smallestKey(), ZZZ) > 0)
        .max(Comparator.comparingLong(LiveFileMetaData::size)).orElseThrow();
    OmDatabaseFixture.overwrite(foreign, 100_000, CORRUPT_BYTES);
    reopen();
    if (writers) {
      live();
    }

    TurnOutcome outcome = run(0);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.tombstones(TABLE)).isZero();
    db.put(TABLE, OpenOmDb.key(ZZZ, 200), VALUE_BYTES);
  }

  @Test
  void corruptNeighbourThatRocksDbAddsEndsTheTurnAndTheOmGoesOn(@TempDir Path rehearsed) throws Exception {
    // A file of 100 KB above the same file as the tombstones: RocksDB adds it to their step, as it costs no more.
    db.lowerLevelZero(TABLE, 5);
    for (int row = FIRST_DELETED + DELETED; row < FIRST_DELETED + DELETED + 1_000; row++) {
      db.put(TABLE, OpenOmDb.key(TBL, row), VALUE_BYTES);
    }
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    LiveFileMetaData neighbour = takenAlong(rehearsed);
    OmDatabaseFixture.overwrite(neighbour, neighbour.size() / 4, (int) neighbour.size() / 4);
    reopen();

    TurnOutcome outcome = run(0);

    db.put(TABLE, OpenOmDb.key(ZZZ, 200), VALUE_BYTES);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains(neighbour.fileName().substring(1));
  }

  /** A file without tombstones that a turn compacts, found by such a turn over a copy of the database. */
  private LiveFileMetaData takenAlong(Path rehearsed) throws Exception {
    db.close();
    FileUtils.copyDirectory(directory.toFile(), rehearsed.toFile());
    db = open(rehearsed);
    run(0);
    List<String> left = db.files(TABLE).stream().map(LiveFileMetaData::fileName).toList();
    db.close();
    db = open(directory);
    return db.files(TABLE).stream()
        .filter(file -> file.level() == 5 && file.numDeletions() == 0 && !left.contains(file.fileName()))
        .findFirst().orElseThrow();
  }

  /** Empties RocksDB's block cache. */
  private void reopen() throws IOException, RocksDBException {
    db.stop();
    db.startStill();
    db.targetFileBytes(TABLE, 2 << 20);
  }

  @Test
  void tombstonesInMemoryAreLeftThere() throws Exception {
    delete(FIRST_DELETED + DELETED, 20_000);
    long entries = inMemory();

    TurnOutcome outcome = run(0);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("still in memory");
    assertThat(inMemory()).isEqualTo(entries);
    assertThat(ring.last().getTombstonesBefore() - ring.last().getTombstonesAfter()).isEqualTo(DELETED);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @ParameterizedTest(name = "files in level 0: {0}")
  @ValueSource(ints = {1, 2, 3})
  @Timeout(60)
  void bucketWhoseDeletedKeysAreAllWrittenAgainIsLeftWithTheReason(int files) throws Exception {
    for (int file = 1; file < files; file++) {
      delete(FIRST_DELETED, DELETED);
      db.flush(TABLE);
    }
    for (int row = FIRST_DELETED; row < FIRST_DELETED + DELETED; row++) {
      db.put(TABLE, OpenOmDb.key(TBL, row), VALUE_BYTES);
    }
    long entries = inMemory();

    TurnOutcome outcome = run(0);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("SST file").contains("in memory").contains("--flush");
    assertThat(inMemory()).isEqualTo(entries);
    assertThat(ring.last().getFlushedBytes()).isZero();
    assertThat(ring.last().getWriteBytes()).isZero();
  }

  @Test
  void rowsWrittenTwiceAndDeletedAreCompactedWithAllFilesOfLevel0() throws Exception {
    for (int file = 0; file < 2; file++) {
      for (int row = FIRST_DELETED; row < FIRST_DELETED + DELETED; row++) {
        db.put(TABLE, OpenOmDb.key(TBL, row), VALUE_BYTES);
      }
      db.flush(TABLE);
    }
    delete(FIRST_DELETED, DELETED);
    db.flush(TABLE);

    TurnOutcome outcome = run(0);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(ring.last().getFlushedBytes()).isZero();
  }
}
