// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.UnsoundFileException;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifiedFilesTest {
  private static final String TABLE = "keyTable";

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private LsmReader reader;
  private final VerifiedFiles sound = new VerifiedFiles();

  @BeforeEach
  void twoFiles() throws Exception {
    om = new OmDatabaseFixture(directory);
    reader = new LsmReader(om::metadata);
    om.holdStill(TABLE);
    for (int file = 0; file < 2; file++) {
      for (int k = 0; k < 100; k++) {
        om.put(TABLE, "/v/b/k" + file + "-" + k);
      }
      om.flush(TABLE);
    }
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private List<SstFile> files() throws Exception {
    return reader.read().table(TABLE).files();
  }

  @Test
  void fileIsReadOnceAndRememberedForItsDatabase() throws Exception {
    List<SstFile> files = files();
    long bytes = files.stream().mapToLong(SstFile::sizeBytes).sum();
    OmDatabase database = reader.database();
    CountedReads reads = new CountedReads();

    for (int time = 0; time < 2; time++) {
      assertThat(sound.requireAll(database, files, reads)).isTrue();
      assertThat(reads.bytes()).isEqualTo(bytes);
    }
    assertThat(files).allMatch(file -> sound.contains(database, file));
    om.reopen(-1);
    OmDatabase another = reader.database();
    assertThat(files).noneMatch(file -> sound.contains(another, file));
  }

  @Test
  void writtenFileIsNotRead() throws Exception {
    List<SstFile> files = files();
    OmDatabase database = reader.database();
    files.forEach(file -> sound.add(database, file.name()));
    CountedReads reads = new CountedReads();

    assertThat(sound.requireAll(database, files, reads)).isTrue();
    assertThat(reads.bytes()).isZero();
  }

  @Test
  void damagedFileIsReportedEachTime() throws Exception {
    om.corrupt(TABLE);
    List<SstFile> files = files();
    OmDatabase database = reader.database();

    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> sound.requireAll(database, files, new CountedReads()))
          .isInstanceOf(UnsoundFileException.class).hasMessageContaining(files.get(0).name());
    }
    assertThat(files).noneMatch(file -> sound.contains(database, file));
  }

  @Test
  void fileThatIsGoneNeedNotBeSound() throws Exception {
    SstFile gone = new SstFile("999999.sst", 0, new byte[1], new byte[1], 1, 1, 1, false);

    assertThat(sound.requireAll(reader.database(), List.of(gone), new CountedReads())).isTrue();
  }

  @Test
  void stoppedReadIsNotRemembered() throws Exception {
    List<SstFile> files = files();
    OmDatabase database = reader.database();
    AtomicInteger asked = new AtomicInteger();

    assertThat(sound.requireAll(database, files, new CountedReads(() -> true))).isFalse();
    assertThat(sound.requireAll(database, files, new CountedReads(() -> asked.incrementAndGet() > 1)))
        .as("within a file").isFalse();
    assertThat(files).noneMatch(file -> sound.contains(database, file));
  }
}
