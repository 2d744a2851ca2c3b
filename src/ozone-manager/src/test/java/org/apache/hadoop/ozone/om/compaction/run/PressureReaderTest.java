// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.ozone.om.compaction.run.PressureGauges.TableLoad;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.MutableColumnFamilyOptions;

class PressureReaderTest {
  private static final String TABLE = "fileTable";

  @TempDir
  private Path directory;
  private OpenOmDb db;
  private boolean prepared;

  @BeforeEach
  void open() throws Exception {
    db = OpenOmDb.in(directory);
  }

  @AfterEach
  void close() throws Exception {
    db.close();
  }

  private PressureGauges read() throws Exception {
    return new PressureReader(db::metadata, () -> prepared).read().orElseThrow();
  }

  @Test
  void idleDatabaseHasNoPressure() throws Exception {
    assertThat(read().waits(0, 0)).isEmpty();
    assertThat(read().getFreeDiskBytes()).isPositive();
    assertThat(read().isCheckpointUnderWay()).isFalse();
  }

  @Test
  void countsL0FilesOfTheTableNearestToItsLimit() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    byte[] bucket = db.bucket("fso", BucketLayout.FILE_SYSTEM_OPTIMIZED, TABLE);
    for (int file = 0; file < 3; file++) {
      db.putAll(TABLE, bucket, 10, 10);
      db.flush(TABLE);
    }
    TableLoad l0 = read().getL0Files();
    assertThat(l0.getTable()).isEqualTo(TABLE);
    assertThat(l0.getValue()).isEqualTo(3);
    assertThat(l0.getLimit()).isEqualTo(20);
  }

  @Test
  void seesStoppedWrites() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    byte[] bucket = db.bucket("fso", BucketLayout.FILE_SYSTEM_OPTIMIZED, TABLE);
    for (int file = 0; file < 2; file++) {
      db.putAll(TABLE, bucket, 10, 10);
      db.flush(TABLE);
    }
    db.rocksDb().setOptions(db.handle(TABLE), MutableColumnFamilyOptions.builder()
        .setDisableAutoCompactions(false).setLevel0FileNumCompactionTrigger(100)
        .setLevel0SlowdownWritesTrigger(2).setLevel0StopWritesTrigger(2).build());
    assertThat(read().isWritesStopped() || read().getDelayedWriteRate() > 0).isTrue();
    assertThat(read().getL0Files().share()).isEqualTo(1);
  }

  @Test
  void seesACheckpointThatIsBeingSent() throws Exception {
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    Path sent = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    assertThat(reader.read().orElseThrow().getCheckpoint()).isEqualTo(sent.toString());
    Files.delete(sent);
    assertThat(reader.read().orElseThrow().isCheckpointUnderWay()).isFalse();
  }

  /** An OM that is killed while sending a checkpoint leaves its directory until the next request. */
  @Test
  void checkpointFromBeforeTheStartIsLeftOver() throws Exception {
    Path before = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    assertThat(reader.read().orElseThrow().isCheckpointUnderWay()).isFalse();
    Path sent = Files.createDirectories(before.resolveSibling("bootstrap-data-2"));
    assertThat(reader.read().orElseThrow().getCheckpoint()).isEqualTo(sent.toString());
  }

  /** OM logs that it could not delete a checkpoint, and leaves it. */
  @Test
  void checkpointUntouchedForSixHoursIsLeftOver() throws Exception {
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    Path stays = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    touched(stays, Duration.ofHours(6).minusMinutes(1));
    assertThat(reader.read().orElseThrow().getCheckpoint()).isEqualTo(stays.toString());

    touched(stays, Duration.ofHours(6));

    assertThat(reader.read().orElseThrow().isCheckpointUnderWay()).isFalse();
    Path sent = Files.createDirectories(stays.resolveSibling("bootstrap-data-2"));
    assertThat(reader.read().orElseThrow().getCheckpoint()).isEqualTo(sent.toString());
  }

  private static void touched(Path checkpoint, Duration ago) throws Exception {
    Files.setLastModifiedTime(checkpoint, FileTime.from(Instant.now().minus(ago)));
  }

  @Test
  void seesPrepareMode() throws Exception {
    prepared = true;
    assertThat(read().isPrepared()).isTrue();
  }

  @Test
  void closedDatabaseGivesNoReading() throws Exception {
    db.stop();
    assertThat(new PressureReader(db::metadata, () -> false).read()).isEmpty();
    assertThat(new PressureReader(() -> null, () -> false).read()).isEmpty();
    db.start();
  }
}
