// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.CompactionOptions;

class FileAgesTest {
  private static final String TABLE = "keyTable";

  private FileAges ages = new FileAges();
  private OmDatabaseFixture om;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.stop();
  }

  private OptionalLong oldest() throws Exception {
    return oldest(files());
  }

  private OptionalLong oldest(Collection<SstFile> files) throws Exception {
    return ages.oldestMillis(new LsmReader(om::metadata).database(), files, () -> false);
  }

  private void deleted(String key) throws Exception {
    om.delete(TABLE, key);
    om.flush(TABLE);
  }

  @Test
  void tombstoneIsNoOlderThanItsFile() throws Exception {
    // RocksDB counts in whole seconds, by a clock that is up to a tick of 10 ms behind.
    Instant before = Instant.now().minusMillis(1_010);
    deleted("/v/b/1");
    assertThat(Instant.ofEpochMilli(oldest().getAsLong())).isBetween(before, Instant.now());
  }

  /** RocksDB 7.7.3 gives a merged file the oldest of its inputs' times, not its own. */
  @Test
  void mergedFileIsAsOldAsItsOldestInput() throws Exception {
    for (int i = 0; i < 4; i++) {
      om.put(TABLE, "/v/b/" + i);
    }
    // To the last level, so that the tombstones above it are kept.
    om.compact(TABLE);
    deleted("/v/b/1");
    long first = oldest().getAsLong();
    AtomicInteger flushed = new AtomicInteger(1);
    // RocksDB counts in seconds.
    Awaitility.await("a file of another time").until(() -> {
      deleted("/v/b/2");
      flushed.incrementAndGet();
      return oldest(newest()).getAsLong() > first;
    });
    assertThat(files()).hasSize(1 + flushed.get());
    assertThat(oldest()).hasValue(first);
    mergeLevelZero();
    assertThat(files()).hasSize(2).anySatisfy(file -> assertThat(file.tombstones()).isEqualTo(2));
    assertThat(oldest()).hasValue(first);
  }

  /** The file that was flushed last. */
  private Collection<SstFile> newest() throws Exception {
    return List.of(Collections.max(files(), Comparator.comparing(SstFile::name)));
  }

  private Collection<SstFile> files() throws Exception {
    return new LsmReader(om::metadata).read().table(TABLE).files();
  }

  private void mergeLevelZero() throws Exception {
    List<String> inputs = om.rocks().getLiveFilesMetaData().stream()
        .filter(file -> new String(file.columnFamilyName(), StandardCharsets.UTF_8).equals(TABLE) && file.level() == 0)
        .map(file -> file.path() + file.fileName()).toList();
    try (CompactionOptions options = new CompactionOptions()) {
      om.rocks().compactFiles(options, om.handle(TABLE), inputs, 1, -1, null);
    }
  }

  /** Otherwise its tombstones are never too old until the OM is restarted. */
  @Test
  void fileThatCouldNotBeReadIsReadAgainAfterAMinute(@TempDir Path elsewhere) throws Exception {
    long[] nanos = new long[1];
    ages = new FileAges(new Ticker() {
      @Override
      public long read() {
        return nanos[0];
      }
    });
    deleted("/v/b/1");
    Collection<SstFile> files = files();
    Path file = new LsmReader(om::metadata).database().file(newest().iterator().next().name()).toPath();
    Path aside = elsewhere.resolve("aside");

    Files.move(file, aside);
    assertThat(oldest(files)).isEmpty();
    Files.move(aside, file);
    assertThat(oldest(files)).isEmpty();
    nanos[0] += ReadFaults.READ_AGAIN_AFTER.toNanos();
    assertThat(oldest(files)).isPresent();
  }

  @Test
  void ageIsUnknownWithoutTombstonesOrTime() throws Exception {
    om.put(TABLE, "/v/b/1");
    om.flush(TABLE);
    assertThat(oldest()).isEmpty();
    deleted("/v/b/1");
    LsmSnapshot snapshot = new LsmReader(om::metadata).read();
    assertThat(ages.oldestMillis(snapshot.database(), snapshot.table(TABLE).files(), () -> true)).isEmpty();
    assertThat(oldest()).isPresent();
    assertThat(ages.oldestMillis(snapshot.database(), snapshot.table(TABLE).files(), () -> true))
        .as("what is remembered needs no time").isPresent();
  }
}
