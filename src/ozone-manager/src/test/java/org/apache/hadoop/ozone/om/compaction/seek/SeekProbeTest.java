// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeekProbeTest {
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
    SeekProbe.Seek seek = new SeekProbe(1_001).seekFrom(database(), TABLE, BUCKET);

    assertThat(seek.isBounded()).isFalse();
    assertThat(seek.micros()).isPositive();
    assertThat(seek.landing()).isEqualTo(OmDatabaseFixture.bytes("/v/b/live"));
  }

  @Test
  void aSeekThatStepsOverTooManyKeysGivesUp() throws Exception {
    assertThat(new SeekProbe(500).seekFrom(database(), TABLE, BUCKET).isBounded()).isTrue();
  }

  @Test
  void aSeekGoesOnIntoWhateverComesBehind() throws Exception {
    om.delete(TABLE, "/v/b/live");

    assertThat(new SeekProbe(1_500).seekFrom(database(), TABLE, BUCKET).isBounded()).isTrue();
    assertThat(new SeekProbe(7_000).seekFrom(database(), TABLE, BUCKET).landing()).as("nothing live").isNull();
  }

  @Test
  void tombstonesInMemoryCountToo() throws Exception {
    for (int i = 1_000; i < 2_000; i++) {
      om.delete(TABLE, String.format("/v/b/%04d", i));
    }

    assertThat(new SeekProbe(1_500).seekFrom(database(), TABLE, BUCKET).isBounded()).isTrue();
  }

  /** A bucket of which one key in thousands is left: many steps of a few milliseconds each. */
  @Test
  void aWalkOverLiveKeysEndsInTime() throws Exception {
    for (int i = 0; i < 100; i++) {
      om.put(TABLE, String.format("/v/d/%03d", i));
    }
    AtomicLong clock = new AtomicLong();
    SeekProbe slow = new SeekProbe(SkipLimit.DEFAULT_KEYS, () -> clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(20)));

    assertThat(slow.slowPlaces(database(), TABLE, OmDatabaseFixture.bytes("/v/d/"), 99))
        .allSatisfy(place -> assertThat(new String(place, StandardCharsets.UTF_8)).isLessThan("/v/d/020"));

    AtomicLong micros = new AtomicLong();
    SeekProbe everSlower = new SeekProbe(SkipLimit.DEFAULT_KEYS, () -> 1_000 * micros.get() * micros.getAndIncrement());
    assertThat(everSlower.slowPlaces(database(), TABLE, OmDatabaseFixture.bytes("/v/d/"), 99))
        .as("a fast walk goes to its end").anySatisfy(place ->
            assertThat(new String(place, StandardCharsets.UTF_8)).startsWith("/v/d/098"));
  }

  @Test
  void aClosedDatabaseIsSaid() throws Exception {
    OmDatabase database = database();
    om.stop();

    assertThatThrownBy(() -> new SeekProbe().seekFrom(database, TABLE, BUCKET))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void aCorruptBlockIsNoClosedDatabase() throws Exception {
    om.corrupt(TABLE);

    assertThatThrownBy(() -> new SeekProbe().seekFrom(database(), TABLE, BUCKET))
        .isInstanceOf(DatabaseFaultException.class).hasMessageContaining("checksum mismatch");
    assertThat(database().isOpen()).isTrue();
  }

  private OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(om::metadata);
  }
}
