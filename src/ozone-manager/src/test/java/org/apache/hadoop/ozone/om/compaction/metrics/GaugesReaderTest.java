// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.slow.WaitLimit;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaugesReaderTest {
  private static final String TABLE = "keyTable";
  private static final int MIN_TOMBSTONES = 500;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private final ExactCounts exact = new ExactCounts();
  /** Two busy cores may not come to the end of a look within a second. */
  private WorthCompacting rule = new WorthCompacting(slowFrom(400), Clock.systemUTC(), Duration.ofMinutes(1));

  private static SlowPlaces slowFrom(long micros) {
    SlowPlaces places = new SlowPlaces();
    places.use(WaitLimit.of(micros));
    return places;
  }

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    SpanTables.names().forEach(this::holdStill);
    om.volume("v");
  }

  private void holdStill(String table) {
    try {
      om.holdStill(table);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void close() throws Exception {
    exact.close();
    om.close();
  }

  private GaugesReader reader(Duration readTime) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.setInt("ozone.om.range.compaction.min.tombstones", MIN_TOMBSTONES);
    return new GaugesReader(new NodePlanner(new LsmReader(om::metadata), exact, CompactionConfig.from(conf), rule),
        readTime);
  }

  private Map<String, Number> figures(String table) throws Exception {
    return figures(table, Duration.ofSeconds(30));
  }

  /** By their names in Hadoop's metrics. */
  private Map<String, Number> figures(String table, Duration readTime) throws Exception {
    return reader(readTime).take().tables().get(table).known().entrySet().stream()
        .collect(Collectors.toMap(figure -> figure.getKey().name(), Map.Entry::getValue));
  }

  /** A bucket with files of its own: first the puts, on the last level, then the deletes. */
  private void bucket(String name, int keys, int deleted) throws Exception {
    om.bucket("v", name, BucketLayout.OBJECT_STORE);
    for (int key = 0; key < keys; key++) {
      om.put(TABLE, String.format("/v/%s/%05d", name, key));
    }
    om.flush(TABLE);
    for (int key = 0; key < deleted; key++) {
      om.delete(TABLE, String.format("/v/%s/%05d", name, key));
    }
    om.flush(TABLE);
  }

  @Test
  void everyTableIsReported() throws Exception {
    List<String> tables = OmDatabase.current(om::metadata).tables();
    assertThat(tables).startsWith(SpanTables.names().toArray(String[]::new)).contains("s3SecretTable");
    assertThat(reader(Duration.ofSeconds(30)).take().tables()).containsOnlyKeys(tables);
  }

  @Test
  void emptyTableHasNoTombstonesAndNoWorstBucket() throws Exception {
    assertThat(figures(TABLE)).containsEntry("TableFiles", 0L).containsEntry("TableBytes", 0L)
        .containsEntry("TableEntries", 0L).containsEntry("TableTombstones", 0L)
        .containsEntry("TableMemtableTombstones", 0L).containsEntry("TableLongestRun", 0L)
        .containsEntry("TableSlowPlaces", 0L).containsEntry("TableSlowestPlaceMicros", 0L)
        .containsEntry("TableNotLookedAt", 0L)
        .doesNotContainKeys("TableWorstRatioLow", "TableWorstRatioHigh", "TableRowsToDelete");
  }

  @Test
  void filesTombstonesAndTheLongestRunAreCounted() throws Exception {
    bucket("a", 4_000, 900);
    bucket("b", 4_000, 2_000);

    assertThat(figures(TABLE)).containsEntry("TableFiles", 4L).containsEntry("TableEntries", 10_900L)
        .containsEntry("TableTombstones", 2_900L)
        .containsEntry("TableLongestRunHigh", 2_000L).containsEntry("TableLongestRunLow", 2_000L)
        .containsEntry("TableLongestRun", 2_000L)
        .hasEntrySatisfying("TableBytes", bytes -> assertThat(bytes.longValue()).isPositive());
  }

  @Test
  void slowPlacesAreCountedInFilesAndInMemory() throws Exception {
    bucket("a", 4_000, 900);
    bucket("b", 4_000, 0);
    for (int key = 0; key < 1_000; key++) {
      om.delete(TABLE, String.format("/v/b/%05d", key));
    }
    bucket("c", 4_000, 100);
    assertThat(figures(TABLE)).containsEntry("TableSlowPlaces", 2L).containsEntry("TableNotLookedAt", 0L)
        .hasEntrySatisfying("TableSlowestPlaceMicros", micros ->
            assertThat(micros.longValue()).isBetween(500L, 1_200L));
    assertThat(figures("fileTable")).containsEntry("TableSlowPlaces", 0L);
  }

  @Test
  void whatWasNotLookedAtIsNotTakenForFast() throws Exception {
    bucket("a", 4_000, 900);
    rule = new WorthCompacting(slowFrom(400), Clock.systemUTC(), Duration.ZERO);
    assertThat(figures(TABLE)).containsEntry("TableSlowPlaces", 0L).containsEntry("TableNotLookedAt", 900L);
  }

  @Test
  void worstRatioIsThatOfABucketWithEnoughTombstones() throws Exception {
    bucket("few-but-all", 400, 400);
    bucket("many", 3_000, 1_000);

    assertThat(figures(TABLE)).containsEntry("TableWorstRatioLow", 0.25)
        .containsEntry("TableWorstRatioHigh", 0.25);
  }

  @Test
  void tombstonesOfASharedFileMakeTheRatioAnInterval() throws Exception {
    om.bucket("v", "a", BucketLayout.OBJECT_STORE);
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    for (int key = 0; key < 1_000; key++) {
      om.delete(TABLE, "/v/a/" + key);
      om.put(TABLE, "/v/b/" + key);
    }
    om.flush(TABLE);

    assertThat(figures(TABLE)).containsEntry("TableWorstRatioLow", 0.0)
        .containsEntry("TableWorstRatioHigh", 1.0);
  }

  @Test
  void tombstonesInMemoryAreCountedSeparately() throws Exception {
    om.put(TABLE, "/v/a/1");
    om.delete(TABLE, "/v/a/1");
    om.delete(TABLE, "/v/a/2");

    assertThat(figures(TABLE)).containsEntry("TableMemtableTombstones", 2L)
        .containsEntry("TableTombstones", 0L);
  }

  @Test
  void rowsToDeleteAreCounted() throws Exception {
    om.put("deletedTable", "/v/a/1");
    om.put("deletedDirectoryTable", "/1/2/3/d/1");
    om.put("deletedDirectoryTable", "/1/2/3/d/2");

    assertThat(figures("deletedTable")).containsEntry("TableRowsToDelete", 1L);
    assertThat(figures("deletedDirectoryTable")).containsEntry("TableRowsToDelete", 2L);
  }

  @Test
  void figuresBeyondTheTimeLimitAreAbsent() throws Exception {
    bucket("a", 100, 10);

    assertThat(figures("deletedTable", Duration.ZERO))
        .doesNotContainKeys("TableSlowPlaces", "TableSlowestPlaceMicros", "TableNotLookedAt", "TableRowsToDelete");
    assertThat(figures(TABLE, Duration.ZERO))
        .containsEntry("TableTombstones", 10L);
  }

  @Test
  void closedDatabaseHasNoReading() throws Exception {
    om.stop();

    assertThatThrownBy(() -> reader(Duration.ofSeconds(30)).take()).isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void readingIsOfOneDatabaseOnly() throws Exception {
    GaugesReader reader = reader(Duration.ofSeconds(30));
    GaugesReader.Gauges before = reader.take();
    assertThat(reader.isOfOpenDatabase(before)).isTrue();

    om.reopen(-1);
    assertThat(reader.isOfOpenDatabase(before)).isFalse();
    assertThat(reader.isOfOpenDatabase(reader.take())).isTrue();

    GaugesReader.Gauges after = reader.take();
    om.stop();
    assertThat(reader.isOfOpenDatabase(after)).isFalse();
  }
}
