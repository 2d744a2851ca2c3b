// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    assertThat(read().freeDiskBytes()).isPositive();
    assertThat(read().isCheckpointUnderWay()).isFalse();
  }

  @Test
  void countsL0FilesOfTheTableNearestToItsLimit() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    byte[] bucket = db.bucket("fso", BucketLayout.FILE_SYSTEM_OPTIMIZED, TABLE);
    for (int file = 0; file < 10; file++) {
      db.putAll(TABLE, bucket, 10, 10);
      db.flush(TABLE);
    }
    assertThat(read().waits(0, 0)).singleElement()
        .hasToString("WAIT_L0_FILES: fileTable has 10 L0 files: a step waits from 10 on, as RocksDB delays writes at"
            + " 20");
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
    PressureGauges pressure = read();
    assertThat(pressure.areWritesStopped()).isTrue();
    assertThat(pressure.l0Files().getValue()).isEqualTo(pressure.l0Files().getLimit());
  }

  @Test
  void seesACheckpointThatIsBeingSent() throws Exception {
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    Path sent = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    assertThat(waits(reader)).containsExactly(isSentFrom(sent));
    Files.delete(sent);
    assertThat(waits(reader)).isEmpty();
  }

  /** An OM that is killed while sending a checkpoint leaves its directory until the next request. */
  @Test
  void checkpointFromBeforeTheStartIsLeftOver() throws Exception {
    Path before = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    assertThat(waits(reader)).isEmpty();
    Path sent = Files.createDirectories(before.resolveSibling("bootstrap-data-2"));
    assertThat(waits(reader)).containsExactly(isSentFrom(sent));
  }

  /** OM logs that it could not delete a checkpoint, and leaves it. */
  @Test
  void checkpointUntouchedForSixHoursIsLeftOver() throws Exception {
    PressureReader reader = new PressureReader(db::metadata, () -> prepared);
    Path stays = Files.createDirectories(directory.resolve("temp-bootstrap-data").resolve("bootstrap-data-1"));
    touched(stays, Duration.ofHours(6).minusMinutes(1));
    assertThat(waits(reader)).containsExactly(isSentFrom(stays));

    touched(stays, Duration.ofHours(6));

    assertThat(waits(reader)).isEmpty();
    Path sent = Files.createDirectories(stays.resolveSibling("bootstrap-data-2"));
    assertThat(waits(reader)).containsExactly(isSentFrom(sent));
  }

  /** The messages of all waits. */
  private static List<String> waits(PressureReader reader) throws Exception {
    return reader.read().orElseThrow().waits(0, 0).stream().map(TurnWait::getMessage).toList();
  }

  private static String isSentFrom(Path checkpoint) {
    return "A checkpoint is being sent from " + checkpoint + " to another OM or to Recon";
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
