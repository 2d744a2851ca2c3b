// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeekProbeTest {
  private static final BucketSpan SPAN = new BucketSpan("keyTable", "v", "b", OmDatabaseFixture.bytes("/v/b/"),
      OmDatabaseFixture.bytes("/v/b0"));

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void thousandTombstonesBeforeALiveKey() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill("keyTable");
    for (int i = 0; i < 1_000; i++) {
      om.delete("keyTable", String.format("/v/b/%04d", i));
    }
    om.put("keyTable", "/v/b/live");
    for (int i = 0; i < 5_000; i++) {
      om.delete("keyTable", String.format("/v/c/%04d", i));
    }
    om.flush("keyTable");
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void aSeekThatArrivesIsMeasured() throws Exception {
    SeekProbe.Seek seek = new SeekProbe(1_001).seek(database(), SPAN);

    assertThat(seek.isBounded()).isFalse();
    assertThat(seek.micros()).isPositive();
  }

  @Test
  void aSeekThatStepsOverTooManyKeysGivesUp() throws Exception {
    assertThat(new SeekProbe(500).seek(database(), SPAN).isBounded()).isTrue();
  }

  @Test
  void aSeekEndsAtTheEndOfItsSpan() throws Exception {
    om.delete("keyTable", "/v/b/live");

    assertThat(new SeekProbe(1_500).seek(database(), SPAN).isBounded()).isFalse();
  }

  @Test
  void tombstonesInMemoryCountToo() throws Exception {
    for (int i = 1_000; i < 2_000; i++) {
      om.delete("keyTable", String.format("/v/b/%04d", i));
    }

    assertThat(new SeekProbe(1_500).seek(database(), SPAN).isBounded()).isTrue();
  }

  @Test
  void aClosedDatabaseIsSaid() throws Exception {
    OmDatabase database = database();
    om.stop();

    assertThatThrownBy(() -> new SeekProbe().seek(database, SPAN)).isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void aCorruptBlockIsNoClosedDatabase() throws Exception {
    om.corrupt("keyTable");

    assertThatThrownBy(() -> new SeekProbe().seek(database(), SPAN)).isInstanceOf(DatabaseFaultException.class)
        .hasMessageContaining("checksum mismatch");
    assertThat(database().isOpen()).isTrue();
  }

  private OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(om::metadata);
  }
}
