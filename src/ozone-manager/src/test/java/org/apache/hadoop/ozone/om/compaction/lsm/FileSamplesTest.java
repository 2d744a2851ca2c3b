// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.planner.HiddenPuts;
import org.apache.hadoop.ozone.om.compaction.planner.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with one file of ten thousand rows at the bottom. */
class FileSamplesTest {
  private static final String TABLE = "keyTable";
  private static final int ROWS = 10_000;
  private static final int PLACES = 32;

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
    return samples(new SampleMemory(), new SampleBudget());
  }

  private FileSamples samples(SampleMemory memory, SampleBudget budget) throws Exception {
    return new FileSamples(OmDatabase.current(om::metadata), TABLE, files(), memory, budget);
  }

  /** As far apart as the planner has them, at keys as it finds them: between two, as if keys were numbers. */
  private List<byte[]> places() {
    return IntStream.range(0, PLACES).mapToDouble(i -> (i + 0.5) / PLACES)
        .mapToObj(part -> KeyInterpolation.between(bottom.smallestKey(), bottom.largestKey(), part)).toList();
  }

  private double hiddenShare() throws Exception {
    return samples().hiddenPuts(bottom, places()).share();
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
    HiddenPuts hidden = samples().hiddenPuts(bottom, places());
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
  void whenTheBudgetIsSpentNothingIsAnswered() throws Exception {
    List<byte[]> keys = List.of(bottom.smallestKey(), bottom.largestKey());
    FileSamples asked = samples(new SampleMemory(), new SampleBudget(1, keys.size() + 1));
    assertThat(asked.hiddenPuts(bottom, places())).isNotNull();
    assertThat(asked.hiddenPuts(bottom, places())).isNull();
    assertThat(asked.bytesBetween(keys)).isNotNull();
    assertThat(asked.bytesBetween(keys)).isNull();
  }

  @Test
  void theSameIsAnsweredUntilTheTableHasOtherFiles() throws Exception {
    SampleMemory memory = new SampleMemory();
    HiddenPuts before = samples(memory, new SampleBudget()).hiddenPuts(bottom, places());
    for (int row = 0; row < ROWS; row++) {
      om.delete(TABLE, key(row));
    }
    assertThat(samples(memory, new SampleBudget()).hiddenPuts(bottom, places())).isSameAs(before);
    om.flush(TABLE);
    assertThat(samples(memory, new SampleBudget()).hiddenPuts(bottom, places()).share()).isEqualTo(1);
  }

  @Test
  void aFileThatCannotBeReadIsNotAnsweredFor() throws Exception {
    Path file = OmDatabase.current(om::metadata).directory().toPath().resolve(bottom.name());
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    Files.write(file, new byte[bytes.length]);
    assertThat(samples().hiddenPuts(bottom, places())).isNull();
  }

  @Test
  void aFileThatIsGoneIsNotAnsweredFor() throws Exception {
    om.put(TABLE, key(ROWS));
    om.flush(TABLE);
    om.compact(TABLE);
    assertThat(files()).doesNotContain(bottom);
    assertThat(samples().hiddenPuts(bottom, places())).isNull();
  }

  @Test
  void aClosedDatabaseDoesNotAnswer() throws Exception {
    FileSamples samples = samples();
    om.stop();
    assertThat(samples.bytesBetween(List.of(bottom.smallestKey(), bottom.largestKey()))).isNull();
    assertThat(samples.hiddenPuts(bottom, places())).isNull();
  }
}
