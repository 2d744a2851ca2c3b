// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.HiddenPuts;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.RawSizes;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with one file of ten thousand rows at the bottom. */
class FileSamplesTest {
  private static final String TABLE = "keyTable";
  private static final int ROWS = 10_000;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private SstFile bottom;

  @BeforeEach
  void oneFileAtTheBottom() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    for (int row = 0; row < ROWS; row++) {
      om.put(TABLE, key(row));
    }
    om.flush(TABLE);
    om.compact(TABLE);
    bottom = files().get(0);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private static String key(int row) {
    return String.format("/volume/bucket/key-%08d", row);
  }

  private List<SstFile> files() throws Exception {
    return new LsmReader(om::metadata).read().table(TABLE).files();
  }

  private FileSamples samples() throws Exception {
    return new FileSamples(OmDatabase.current(om::metadata), TABLE);
  }

  private KeyRange everything() {
    return new KeyRange(bottom.smallestKey(), bottom.largestKey());
  }

  private double hiddenShare() throws Exception {
    return samples().hiddenPuts(bottom, everything()).share();
  }

  @Test
  void nothingIsHiddenWhereNothingIsYounger() throws Exception {
    assertThat(hiddenShare()).isZero();
  }

  @Test
  void everyOtherRowDeleted() throws Exception {
    for (int row = 0; row < ROWS; row += 2) {
      om.delete(TABLE, key(row));
    }
    om.flush(TABLE);
    HiddenPuts hidden = samples().hiddenPuts(bottom, everything());
    assertThat(hidden.share()).isCloseTo(0.5, within(hidden.margin()));
  }

  @Test
  void aQuarterDeletedInARowAtTheHead() throws Exception {
    for (int row = 0; row < ROWS / 4; row++) {
      om.delete(TABLE, key(row));
    }
    om.flush(TABLE);
    assertThat(hiddenShare()).isCloseTo(0.25, within(0.1));
  }

  @Test
  void rowsWrittenAnewHideTheirFormerSelvesFromMemoryToo() throws Exception {
    for (int row = 0; row < ROWS; row++) {
      om.put(TABLE, key(row));
    }
    assertThat(hiddenShare()).isEqualTo(1);
  }

  @Test
  void bytesLieWhereTheRowsAre() throws Exception {
    long[] bytes = samples().bytesBetween(List.of(OmDatabaseFixture.bytes("/a"), bottom.smallestKey(),
        OmDatabaseFixture.bytes(key(ROWS / 2)), OmDatabaseFixture.bytes(key(ROWS))));
    assertThat(bytes[0]).isZero();
    assertThat((double) bytes[1] / bytes[2]).isCloseTo(1, within(0.1));
    assertThat((double) (bytes[1] + bytes[2]) / bottom.sizeBytes()).isCloseTo(1, within(0.1));
  }

  @Test
  void keysAndValuesAreToldApart() throws Exception {
    RawSizes sizes = samples().rawSizes(bottom);
    // RocksDB adds eight bytes to each key.
    assertThat(sizes.keyBytes()).isEqualTo((key(0).length() + 8L) * ROWS);
    assertThat(sizes.valueBytes()).isEqualTo(100L * ROWS);
  }

  @Test
  void whenTimeIsUpNothingIsAnswered() throws Exception {
    FileSamples late = new FileSamples(OmDatabase.current(om::metadata), TABLE, 1);
    assertThat(late.rawSizes(bottom)).isNotNull();
    assertThat(late.rawSizes(bottom)).isNull();
    assertThat(late.hiddenPuts(bottom, everything())).isNull();
    assertThat(late.bytesBetween(List.of(bottom.smallestKey(), bottom.largestKey()))).isNull();
  }

  @Test
  void aFileThatIsGoneIsNotAnsweredFor() throws Exception {
    om.put(TABLE, key(ROWS));
    om.flush(TABLE);
    om.compact(TABLE);
    assertThat(files()).doesNotContain(bottom);
    assertThat(samples().hiddenPuts(bottom, everything())).isNull();
    assertThat(samples().rawSizes(bottom)).isNull();
  }

  @Test
  void aClosedDatabaseDoesNotAnswer() throws Exception {
    FileSamples samples = samples();
    om.stop();
    assertThat(samples.bytesBetween(List.of(bottom.smallestKey(), bottom.largestKey()))).isNull();
    assertThat(samples.rawSizes(bottom)).isNull();
  }

  @Test
  void placesAreSpreadAsTheBytesAre() throws Exception {
    FileSamples samples = samples();
    List<byte[]> places = new KeyPlaces(samples::bytesBetween).spread(bottom.smallestKey(), bottom.largestKey());
    assertThat(places.size()).isBetween(20, 64);
    byte[] middle = places.get(places.size() / 2);
    long[] halves = samples.bytesBetween(List.of(bottom.smallestKey(), middle, bottom.largestKey()));
    assertThat((double) halves[0] / (halves[0] + halves[1])).isBetween(0.35, 0.65);
  }
}
