// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitProbeTest {
  private static final String TABLE = "keyTable";
  private static final byte[] BUCKET = OmDatabaseFixture.bytes("/v/b/");

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void thousandTombstonesBeforeALiveKey() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    for (int i = 0; i < 1_000; i++) {
      om.delete(TABLE, String.format("/v/b/%04d", i));
    }
    om.put(TABLE, "/v/b/live");
    for (int i = 0; i < 5_000; i++) {
      om.delete(TABLE, String.format("/v/c/%04d", i));
    }
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void aSeekThatArrivesIsMeasured() throws Exception {
    WaitProbe.Seek wait = new WaitProbe(1_001).from(database(), TABLE, BUCKET);

    assertThat(wait.isBounded()).isFalse();
    assertThat(wait.micros()).isPositive();
  }

  @Test
  void aSeekThatStepsOverTooManyKeysGivesUp() throws Exception {
    assertThat(new WaitProbe(500).from(database(), TABLE, BUCKET).isBounded()).isTrue();
  }

  @Test
  void aSeekGoesOnIntoWhateverComesBehind() throws Exception {
    om.delete(TABLE, "/v/b/live");

    assertThat(new WaitProbe(1_500).from(database(), TABLE, BUCKET).isBounded()).isTrue();
    assertThat(new WaitProbe(7_000).from(database(), TABLE, BUCKET).isBounded()).as("nothing live").isFalse();
  }

  @Test
  void tombstonesInMemoryCountToo() throws Exception {
    for (int i = 1_000; i < 2_000; i++) {
      om.delete(TABLE, String.format("/v/b/%04d", i));
    }

    assertThat(new WaitProbe(1_500).from(database(), TABLE, BUCKET).isBounded()).isTrue();
  }

  @Test
  void aClosedDatabaseIsSaid() throws Exception {
    OmDatabase database = database();
    om.stop();

    assertThatThrownBy(() -> new WaitProbe().from(database, TABLE, BUCKET))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void aCorruptBlockIsNoClosedDatabase() throws Exception {
    om.corrupt(TABLE);

    assertThatThrownBy(() -> new WaitProbe().from(database(), TABLE, BUCKET))
        .isInstanceOf(DatabaseFaultException.class).hasMessageContaining("checksum mismatch");
    assertThat(database().isOpen()).isTrue();
  }

  private OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(om::metadata);
  }
}
