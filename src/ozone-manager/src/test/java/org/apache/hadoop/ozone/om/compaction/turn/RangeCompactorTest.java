// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.rocksdb.CompactRangeOptions.BottommostLevelCompaction.kForce;
import static org.rocksdb.CompactRangeOptions.BottommostLevelCompaction.kIfHaveCompactionFilter;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.LiveFileMetaData;

class RangeCompactorTest {
  private static final String TABLE = "keyTable";
  /** From twice its trigger on, RocksDB runs more than one compaction at a time. */
  private static final int FILES_THAT_SPEED_ROCKSDB_UP = 8;

  @TempDir
  private Path directory;
  private OpenOmDb db;
  private byte[] a;
  private byte[] b;
  private byte[] c;

  @BeforeEach
  void open() throws Exception {
    db = OpenOmDb.in(directory);
    a = db.bucket("a", BucketLayout.OBJECT_STORE, TABLE);
    b = db.bucket("b", BucketLayout.OBJECT_STORE, TABLE);
    c = db.bucket("c", BucketLayout.OBJECT_STORE, TABLE);
    db.withoutAutomaticCompaction(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    db.close();
  }

  private static Traffic down(OmDatabase database, byte[] bucket) throws Exception {
    return new RangeCompactor(database).compact(TABLE, all(bucket), kIfHaveCompactionFilter);
  }

  private static KeyRange all(byte[] bucket) {
    return new KeyRange(bucket, OpenOmDb.key(bucket, 99_999_999));
  }

  @Test
  void tombstonesAndTheRowsTheyHideAreDropped() throws Exception {
    db.putAll(TABLE, a, 1_000, 100);
    db.putAll(TABLE, b, 1_000, 100);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, 1_000);
    db.flush(TABLE);
    Map<String, String> before = db.contents(TABLE);

    down(db.database(), b);

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before).hasSize(1_000);
  }

  @Test
  void countsReadAndWrittenBytesToTheKilobyte() throws Exception {
    db.putAll(TABLE, a, 5_000, 200);
    db.settle(TABLE);
    db.deleteAll(TABLE, a, 2_000);
    db.flush(TABLE);
    long filesBefore = db.files(TABLE).stream().mapToLong(LiveFileMetaData::size).sum();

    Traffic traffic = down(db.database(), a);

    long filesAfter = db.files(TABLE).stream().mapToLong(LiveFileMetaData::size).sum();
    assertThat(traffic.readBytes()).isBetween(filesBefore - 4_096, filesBefore + 4_096);
    assertThat(traffic.writtenBytes()).isBetween(filesAfter - 4_096, filesAfter + 4_096);
  }

  @Test
  void fileOfTombstonesIsMovedDownAndDroppedOnlyByARewrite() throws Exception {
    db.putAll(TABLE, a, 1_000, 100);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, 500);
    db.flush(TABLE);

    assertThat(down(db.database(), b)).usingRecursiveComparison().isEqualTo(new Traffic(0, 0, 0));
    assertThat(db.tombstones(TABLE)).isEqualTo(500);

    Traffic rewrite = new RangeCompactor(db.database()).compact(TABLE, all(b), kForce);
    assertThat(db.tombstones(TABLE)).isZero();
    long untouched = db.files(TABLE).stream().mapToLong(LiveFileMetaData::size).sum();
    assertThat(rewrite.readBytes()).isPositive().isLessThan(untouched / 2);
  }

  @Test
  void rangeWithoutKeysCostsNothing() throws Exception {
    db.putAll(TABLE, a, 1_000, 100);
    db.putAll(TABLE, c, 1_000, 100);
    db.settle(TABLE);
    assertThat(down(db.database(), b)).usingRecursiveComparison().isEqualTo(new Traffic(0, 0, 0));
  }

  @Test
  void rocksDbOfAnUnknownVersionCompactsNothing() throws Exception {
    db.putAll(TABLE, a, 1_000, 100);
    db.deleteAll(TABLE, a, 1_000);
    db.flush(TABLE);
    RangeCompactor compactor = new RangeCompactor(db.database(), new InstalledRocksDb(11, 2));
    assertThatThrownBy(() -> compactor.compact(TABLE, all(a), kForce)).isInstanceOf(TurnEndedException.class)
        .hasMessageContaining("RocksDB 11.2").hasMessageContaining("7.7 and 10.10");
    assertThat(db.tombstones(TABLE)).isEqualTo(1_000);
  }

  @Test
  void closedDatabaseIsUnavailable() throws Exception {
    OmDatabase database = db.database();
    db.stop();
    assertThatThrownBy(() -> down(database, a)).isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void closingTheDatabaseEndsARunningRangeWithoutWaiting() throws Exception {
    db.putAll(TABLE, a, 1_000, 100);
    db.flush(TABLE);
    db.deleteAll(TABLE, a, 100);
    db.flush(TABLE);
    HeldCompaction running = HeldCompaction.in(db);
    OmDatabase database = db.database();
    CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
      try {
        down(database, a);
        return null;
      } catch (Exception e) {
        return e;
      }
    });

    running.closeDatabase();

    assertThat(end.get(30, TimeUnit.SECONDS)).isInstanceOf(DatabaseUnavailableException.class);
    db.start();
    assertThat(db.contents(TABLE)).hasSize(900);
  }

  @Test
  void rocksDbStartsCompactionsOfTheSameTableWhileARangeRuns() throws Exception {
    db.backgroundJobs(4);
    db.putAll(TABLE, b, 1_000, 100);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, 1_000);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    HeldCompaction running = HeldCompaction.in(db);
    CompletableFuture<Traffic> range = CompletableFuture.supplyAsync(() -> {
      try {
        return down(db.database(), b);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    try {
      Awaitility.await("the range").atMost(30, TimeUnit.SECONDS).until(db::runningCompactions, Matchers.is(1L));
      for (int file = 0; file < FILES_THAT_SPEED_ROCKSDB_UP; file++) {
        db.putAll(TABLE, a, 10, 100);
        db.flush(TABLE);
      }
      db.automaticCompaction(TABLE);
      Awaitility.await("another").atMost(30, TimeUnit.SECONDS)
          .until(db::runningCompactions, Matchers.greaterThan(1L));
    } finally {
      running.release();
    }
    range.get(30, TimeUnit.SECONDS);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void corruptFileIsReportedAndTheDatabaseStaysOpen() throws Exception {
    db.putAll(TABLE, a, 5_000, 200);
    db.flush(TABLE);
    db.deleteAll(TABLE, a, 2_000);
    db.flush(TABLE);
    db.put("openKeyTable", OpenOmDb.key(a, 1), 10);
    LiveFileMetaData file = db.files(TABLE).stream().filter(f -> f.numDeletions() == 0).findFirst().orElseThrow();
    OpenOmDb.corrupt(file);

    TurnOutcome outcome = catchThrowableOfType(TurnEndedException.class,
        () -> down(db.database(), a)).outcome();

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).contains("checksum mismatch").contains("om.db's LOG");
    assertThat(db.database().isOpen()).isTrue();
    assertThat(db.contents("openKeyTable")).hasSize(1);
  }
}
