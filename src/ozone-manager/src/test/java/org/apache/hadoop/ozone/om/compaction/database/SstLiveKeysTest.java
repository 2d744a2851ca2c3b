// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.base.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SstLiveKeysTest {
  private static final String TABLE = "keyTable";

  @Test
  void sampleThatCouldNotBeTakenIsTakenAfterAMinute(@TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      for (int key = 0; key < 1_000; key++) {
        om.put(TABLE, "/v/b/" + key);
      }
      om.flush(TABLE);
      LsmReader reader = new LsmReader(om::metadata);
      SstFile file = reader.read().table(TABLE).files().get(0);
      AtomicLong nanos = new AtomicLong();
      SstLiveKeys keys = new SstLiveKeys(reader.database(), TABLE, new Ticker() {
        @Override
        public long read() {
          return nanos.get();
        }
      });
      Path path = reader.database().directory().toPath().resolve(file.name());
      Path elsewhere = Files.move(path, path.resolveSibling("elsewhere"));
      Files.createDirectory(path);
      assertThat(keys.sample(file)).isEmpty();
      assertThat(keys.held(file, file).isEmpty()).isTrue();
      Files.delete(path);
      Files.move(elsewhere, path);

      assertThat(keys.sample(file)).as("within the minute").isEmpty();
      nanos.addAndGet(Duration.ofSeconds(61).toNanos());
      assertThat(keys.sample(file)).isNotEmpty();
      assertThat(keys.held(file, file).cardinality()).isEqualTo(keys.sample(file).size());
    }
  }

  /** Blocks hold the same number of such rows, so that keys at the begin of blocks fall in with the deleted ones. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16})
  void shareOfTheSampleThatIsDeletedIsThatOfTheRows(int stride, @TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.holdStill(TABLE);
      for (int key = 0; key < 40_000; key++) {
        om.put(TABLE, String.format("/v/b/%06d", key));
      }
      om.flush(TABLE);
      om.compact(TABLE);
      for (int key = 0; key < 40_000; key += stride) {
        om.delete(TABLE, String.format("/v/b/%06d", key));
      }
      om.flush(TABLE);
      LsmTable table = new LsmReader(om::metadata).read().table(TABLE);
      SstFile above = table.files().stream().filter(file -> file.level() == 0).findFirst().orElseThrow();
      SstFile below = table.files().stream().filter(file -> file.level() > 0).findFirst().orElseThrow();

      double sample = table.liveKeys().sample(below).size();
      double share = 1.0 / stride;
      assertThat(sample).isGreaterThan(40);
      assertThat(table.liveKeys().held(below, above).cardinality() / sample)
          .isCloseTo(share, within(3 * Math.sqrt(share * (1 - share) / sample)));
    }
  }

  /** Each has a block of its own; a third is deleted, and the others are of one size or of two. */
  @ParameterizedTest
  @CsvSource({"100000, 100000", "100000, 300000"})
  void shareOfLargeRowsThatIsDeletedIsThatOfTheirBytes(int deletedBytes, int keptBytes, @TempDir Path directory)
      throws Exception {
    int rows = 300;
    Random random = new Random(1);
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.holdStill(TABLE);
      for (int row = 0; row < rows; row++) {
        byte[] value = new byte[row % 3 == 0 ? deletedBytes : keptBytes];
        random.nextBytes(value);
        om.put(TABLE, OmTables.bytes(String.format("/v/b/%06d", row)), value);
      }
      om.targetFileBytes(TABLE, 256 << 20);
      om.flush(TABLE);
      om.compact(TABLE);
      for (int row = 0; row < rows; row += 3) {
        om.delete(TABLE, String.format("/v/b/%06d", row));
      }
      om.flush(TABLE);
      LsmTable table = new LsmReader(om::metadata).read().table(TABLE);
      SstFile above = table.files().stream().filter(file -> file.level() == 0).findFirst().orElseThrow();
      SstFile below = table.files().stream().filter(file -> file.level() > 0).findFirst().orElseThrow();

      List<byte[]> sample = table.liveKeys().sample(below);
      assertThat(sample).hasSizeBetween(40, SstLiveKeys.SAMPLE).isSortedAccordingTo(Keys::compare)
          .allMatch(key -> Keys.compare(key, below.smallestKey()) >= 0 && Keys.compare(key, below.largestKey()) <= 0);
      double share = (double) deletedBytes / (deletedBytes + 2 * keptBytes);
      assertThat((double) table.liveKeys().held(below, above).cardinality() / sample.size())
          .isCloseTo(share, within(3 * Math.sqrt(share * (1 - share) / sample.size())));
    }
  }

  /** A sample passes a bounded number of tombstones, however many bytes of the file there are for each of few puts. */
  @Test
  void fileOfManyTombstonesAndFewPutsIsNotPassedWhole(@TempDir Path directory) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.holdStill(TABLE);
      om.put(TABLE, "/v/a");
      om.put(TABLE, "/v/c");
      om.flush(TABLE);
      om.compact(TABLE);
      for (int row = 0; row < 100_000; row++) {
        om.delete(TABLE, String.format("/v/b/%06d", row));
      }
      om.put(TABLE, "/v/b/053000x");
      om.flush(TABLE);
      LsmTable table = new LsmReader(om::metadata).read().table(TABLE);
      SstFile file = table.files().stream().filter(each -> each.tombstones() > 0).findFirst().orElseThrow();
      assertThat(file.sizeBytes()).as("bytes for its one put").isGreaterThan(16 << 10);

      assertThat(table.liveKeys().sample(file)).isEmpty();
    }
  }

  /** As deleted buckets leave them, of which a file may have the end alone, or the begin: tombstones, then puts. */
  @ParameterizedTest
  @ValueSource(strings = {"-20000 +10000", "+10000 -20000", "-20000 +10000 -20000", "+10000 -20000 +10000",
      "-20000 +10000 -50000 +5000", "+5000 -50000 +10000 -20000", "+3000 -9000 +3000 -9000 +3000 -9000 +3000"})
  void eachStretchOfPutsIsSampledAsManyTimesAsItHasPuts(String stretches, @TempDir Path directory) throws Exception {
    int[] rows = Arrays.stream(stretches.split(" ")).mapToInt(Integer::parseInt).toArray();
    int puts = Arrays.stream(rows).filter(count -> count > 0).sum();
    try (OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.holdStill(TABLE);
      om.put(TABLE, "/v/a");
      om.put(TABLE, "/v/z");
      om.flush(TABLE);
      om.compact(TABLE);
      for (int stretch = 0; stretch < rows.length; stretch++) {
        for (int row = 0; row < Math.abs(rows[stretch]); row++) {
          String key = String.format("/v/b%d/%06d", stretch, row);
          if (rows[stretch] > 0) {
            om.put(TABLE, key);
          } else {
            om.delete(TABLE, key);
          }
        }
      }
      om.flush(TABLE);
      LsmTable table = new LsmReader(om::metadata).read().table(TABLE);
      SstFile file = table.files().stream().filter(each -> each.tombstones() > 0).findFirst().orElseThrow();

      List<String> sample = table.liveKeys().sample(file).stream().map(key -> new String(key, UTF_8)).toList();
      assertThat(sample).hasSizeBetween(36, SstLiveKeys.SAMPLE);
      for (int stretch = 0; stretch < rows.length; stretch++) {
        String bucket = "/v/b" + stretch + "/";
        double share = Math.max(0, rows[stretch]) / (double) puts;
        assertThat(sample.stream().filter(key -> key.startsWith(bucket)).count() / (double) sample.size())
            .as("the share of stretch %d in %s", stretch, sample).isCloseTo(share, within(0.1));
      }
    }
  }
}
