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
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void aSeekIsMeasured() throws Exception {
    assertThat(WaitProbe.micros(database(), TABLE, BUCKET)).isPositive();
  }

  @Test
  void aClosedDatabaseIsSaid() throws Exception {
    OmDatabase database = database();
    om.stop();

    assertThatThrownBy(() -> WaitProbe.micros(database, TABLE, BUCKET))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void aCorruptBlockIsNoClosedDatabase() throws Exception {
    om.corrupt(TABLE);

    assertThatThrownBy(() -> WaitProbe.micros(database(), TABLE, BUCKET))
        .isInstanceOf(DatabaseFaultException.class).hasMessageContaining("checksum mismatch");
    assertThat(database().isOpen()).isTrue();
  }

  private OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(om::metadata);
  }
}
