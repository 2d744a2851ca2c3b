// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.LiveFileMetaData;

/** Steps under rare conditions: writers and compactions between check and call, odd files and keys. */
@Timeout(120)
class StepsInTroubleTest extends OneNode {
  private static final int LONG_KEY_BYTES = 4096;
  /** RocksDB counts to the kilobyte, for each step. */
  private static final long ROUNDING = 20_000;

  /** A change of the database. */
  @FunctionalInterface
  private interface Event {
    void happen() throws Exception;
  }

  /** Happens before each look at the files. */
  private Event replacing = () -> { };

  /** Every step reads more than this limit, so the turn reports it after the last check and before it calls RocksDB. */
  private static JobSpec reportingBeforeEachCall() {
    JobSpec.Builder job = job("b");
    return job.setThresholds(Thresholds.newBuilder(job.getThresholds()).setMaxBytes(1)).build();
  }

  private void onceBetweenCheckAndCall(Event event) {
    boolean[] happened = new boolean[1];
    ring.atEachReport(figures -> {
      if (figures.getLargeStepBytes() > 0 && !happened[0]) {
        happened[0] = true;
        try {
          event.happen();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    });
  }

  private void assertFiguresAreSane() {
    TurnFigures figures = ring.last();
    assertThat(figures.getTombstonesAfter()).isBetween(0L, figures.getTombstonesBefore());
    assertThat(figures.getRangesDone() + figures.getRangesDropped()).isEqualTo(figures.getRangesTotal());
  }

  @Test
  void keyWrittenBetweenCheckAndCallCausesOneCountedFlush() throws Exception {
    massDelete();
    onceBetweenCheckAndCall(() -> db.putAll(TABLE, b, KEYS, VALUE_BYTES));

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.last().getFlushedBytes()).isPositive();
    assertThat(db.contents(TABLE)).hasSize(3 * KEYS);
    assertFiguresAreSane();
    assertThat(run(job("b").build()).getState()).as("the next job").isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).hasSize(3 * KEYS);
  }

  @Test
  void levelThatVanishesBetweenCheckAndCallDoesNotFailTheTurn() throws Exception {
    massDelete();
    Map<String, String> before = db.contents(TABLE);
    onceBetweenCheckAndCall(() -> db.force(TABLE));

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).isEqualTo(before);
    assertThat(db.tombstones(TABLE)).isZero();
    assertFiguresAreSane();
  }

  /** As where OM installs a checkpoint: the new database has other files, which tell nothing of the step. */
  @Test
  void bytesOfAStepCountAlthoughTheDatabaseIsReplacedJustBehindIt() throws Exception {
    massDelete();
    Traffic before = db.traffic(TABLE);
    Traffic[] counted = new Traffic[1];
    boolean[] called = new boolean[1];
    onceBetweenCheckAndCall(() -> called[0] = true);
    replacing = () -> {
      if (called[0] && counted[0] == null) {
        counted[0] = db.traffic(TABLE).since(before);
        db.stop();
        db.start();
      }
    };

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(counted[0].writtenBytes()).isPositive();
    assertThat(ring.last().getReadBytes()).isCloseTo(counted[0].readBytes(), Offset.offset(ROUNDING));
    assertThat(ring.last().getWriteBytes()).isCloseTo(counted[0].writtenBytes(), Offset.offset(ROUNDING));
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** As where the disk of om.db fails: the turn fails, and its bytes count towards the job's and the day's. */
  @Test
  void bytesOfAStepCountAlthoughTheDatabaseCannotBeReadBehindIt() throws Exception {
    massDelete();
    Traffic before = db.traffic(TABLE);
    Traffic[] counted = new Traffic[1];
    boolean[] called = new boolean[1];
    onceBetweenCheckAndCall(() -> called[0] = true);
    replacing = () -> {
      if (called[0]) {
        counted[0] = db.traffic(TABLE).since(before);
        throw OmDatabase.current(db::metadata).unavailable(new IOException("the disk is gone"));
      }
    };

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("the disk is gone");
    assertThat(counted[0].writtenBytes()).isPositive();
    assertThat(ring.last().getReadBytes()).isCloseTo(counted[0].readBytes(), Offset.offset(ROUNDING));
    assertThat(ring.last().getWriteBytes()).isCloseTo(counted[0].writtenBytes(), Offset.offset(ROUNDING));
  }

  @Override
  protected NodePlanner planner() {
    return new NodePlanner(new LsmReader(() -> {
      try {
        replacing.happen();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      return db.metadata();
    }), exactCounts, CompactionConfig.from(conf), scanPatience, WorthCompacting.byMinima());
  }

  @Test
  void filesOfOneKeyAreCompacted() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    int keys = 20;
    for (int key = 0; key < keys; key++) {
      for (byte[] bucket : List.of(a, b)) {
        db.put(TABLE, OpenOmDb.key(bucket, key), VALUE_BYTES);
        db.flush(TABLE);
        db.lowerLevelZero(TABLE, 6);
      }
    }
    assertThat(db.files(TABLE)).as("one for each key").hasSize(2 * keys);
    for (int key = 0; key < keys; key++) {
      db.delete(TABLE, OpenOmDb.key(b, key));
      if (key % 5 == 4) {
        db.flush(TABLE);
      }
    }

    assertThat(run(job("b").build()).getState()).isEqualTo(TurnState.TURN_SUCCEEDED);

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(keys);
    assertFiguresAreSane();
  }

  @Test
  void keysOfFourKilobytesAreCompacted() throws Exception {
    int keys = 200;
    for (int key = 0; key < keys; key++) {
      db.put(TABLE, longKey(b, key), VALUE_BYTES);
    }
    db.settle(TABLE);
    for (int key = 0; key < keys - 1; key++) {
      db.delete(TABLE, longKey(b, key));
    }
    db.flush(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(1);
    assertThat(ring.last().getRange()).hasSizeLessThan(LONG_KEY_BYTES);
    assertFiguresAreSane();
  }

  /** RocksDB has it open and lists it, however often it is asked. */
  @Test
  void fileThatIsGoneFromTheDiskEndsTheTurn() throws Exception {
    massDelete();
    LiveFileMetaData lowest = db.files(TABLE).stream()
        .filter(file -> Keys.compare(file.smallestKey(), OpenOmDb.key(b, KEYS / 2)) <= 0)
        .filter(file -> Keys.compare(OpenOmDb.key(b, KEYS / 2), file.largestKey()) <= 0)
        .max(Comparator.comparingInt(LiveFileMetaData::level)).orElseThrow();
    Path file = Path.of(lowest.path(), lowest.fileName());
    Path elsewhere = Files.move(file, file.resolveSibling("elsewhere"));

    TurnOutcome outcome = run(job("b").build());

    Files.move(elsewhere, file);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getMessage())
        .contains(lowest.fileName().substring(1) + " of keyTable cannot be read now (no such file)")
        .doesNotContain("bootstrap");
  }

  /** The nearest rows below lie before and behind all of them, so a range that holds one takes all files up to it. */
  @Test
  void fileInTheMiddleOfAGapIsReachedFileByFile() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.maxCompactionBytes(TABLE, 128 << 10);
    db.putAll(TABLE, a, 50, VALUE_BYTES);
    db.putAll(TABLE, c, 50, VALUE_BYTES);
    db.settle(TABLE);
    for (int file = 0; file < 12; file++) {
      for (int row = 0; row < KEYS; row++) {
        db.delete(TABLE, OpenOmDb.key(b, file * KEYS + row));
      }
      db.flush(TABLE);
      db.lowerLevelZero(TABLE, 5);
    }
    Traffic before = db.traffic(TABLE);

    assertSucceeded(run(rows(6 * KEYS, 7 * KEYS).build()));

    Traffic counted = db.traffic(TABLE).since(before);
    assertThat(ring.last().getReadBytes()).isCloseTo(counted.readBytes(), Offset.offset(ROUNDING));
    assertThat(ring.last().getWriteBytes()).isCloseTo(counted.writtenBytes(), Offset.offset(ROUNDING));
    assertThat(db.files(TABLE)).noneMatch(file -> Keys.compare(file.smallestKey(), OpenOmDb.key(b, 6 * KEYS)) == 0);
  }

  /** RocksDB knows that values are small, and so takes a neighbour along that looks too large from outside. */
  @Test
  void corruptNeighbourThatLooksTooLargeToBeTakenAlongEndsTheTurnAndTheOmGoesOn() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, b, 2 * KEYS, 1);
    db.settle(TABLE);
    for (int key = 0; key < 500; key++) {
      db.put(TABLE, longKey(c, key), 1);
    }
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 6);
    for (int file = 0; file < 2; file++) {
      for (int row = 0; row < KEYS; row++) {
        db.delete(TABLE, OpenOmDb.key(b, file * KEYS + row));
      }
      db.flush(TABLE);
      db.lowerLevelZero(TABLE, 5);
    }
    LiveFileMetaData neighbour = db.files(TABLE).stream()
        .filter(file -> Keys.compare(file.smallestKey(), OpenOmDb.key(b, KEYS)) == 0).findFirst().orElseThrow();
    OpenOmDb.corrupt(neighbour);
    db.stop();
    db.startStill();
    db.maxCompactionBytes(TABLE, 400 << 10);

    TurnOutcome outcome = run(rows(0, KEYS - 1).build());

    db.put(TABLE, a, VALUE_BYTES);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getMessage()).contains(neighbour.fileName().substring(1));
  }

  /** From outside it cannot be told that the file's bytes are its rows and not its tombstones. */
  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void largeRowsAmongTombstonesOfSmallOnesAreWithinTheBound(int bytesOfRowsBelow) throws Exception {
    db.putAll(TABLE, b, KEYS, bytesOfRowsBelow);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.putAll(TABLE, a, 500, 1_000);
    db.flush(TABLE);
    JobSpec job = job("b").build();
    long most = planner().plan(job.getTargets(), job.getThresholds(), Precision.EXACT).ranges().price()
        .mostWriteBytes();

    assertSucceeded(run(job));

    assertThat(ring.last().getWriteBytes()).isPositive().isLessThanOrEqualTo(most);
  }

  private JobSpec.Builder rows(int first, int end) {
    return job().setTargets(Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(TABLE)
        .setBegin(ByteString.copyFrom(OpenOmDb.key(b, first))).setEnd(ByteString.copyFrom(OpenOmDb.key(b, end)))));
  }

  private static byte[] longKey(byte[] bucket, int number) {
    byte[] key = Arrays.copyOf(OpenOmDb.key(bucket, number), LONG_KEY_BYTES);
    new Random(number).nextBytes(key);
    System.arraycopy(OpenOmDb.key(bucket, number), 0, key, 0, OpenOmDb.key(bucket, number).length);
    return key;
  }
}
