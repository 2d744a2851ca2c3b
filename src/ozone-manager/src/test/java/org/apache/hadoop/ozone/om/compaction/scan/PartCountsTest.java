// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartCountsTest {
  private static final String TABLE = "keyTable";
  private static final Duration PATIENT = Duration.ofMinutes(1);

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private LsmReader reader;
  private final ScanQueue queue = new ScanQueue(Long.MAX_VALUE);
  private final PartCounts counts = new PartCounts(queue);

  @BeforeEach
  void hundredKeysInOneFile() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    reader = new LsmReader(om::metadata);
    for (int k = 0; k < 100; k++) {
      om.put(TABLE, String.format("k%02d", k));
    }
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    queue.close();
    om.close();
  }

  private SstFile file() throws Exception {
    return reader.read(List.of(TABLE)).table(TABLE).files().get(0);
  }

  private Path path() throws Exception {
    return directory.resolve("om.db").resolve(file().name());
  }

  /** @param spans {@code begin-end}, the end exclusive */
  private List<PartCounts.Part> parts(String... spans) throws Exception {
    SstFile file = file();
    return Stream.of(spans).map(span -> span.split("-")).map(keys -> new PartCounts.Part(file, BucketSpan.unattributed(
        TABLE, OmDatabaseFixture.bytes(keys[0]), OmDatabaseFixture.bytes(keys[1])))).toList();
  }

  private List<Long> ask(String... spans) throws Exception {
    counts.ask(reader.database(), parts(spans), PATIENT);
    return known(spans);
  }

  private List<Long> known(String... spans) throws Exception {
    OmDatabase database = reader.database();
    return parts(spans).stream().map(part -> counts.entries(database, part)).toList();
  }

  @Test
  void aSpanThatBeginsBeforeTheFileOrEndsBehindItIsCounted() throws Exception {
    assertThat(known("a-k30", "k90-z")).containsOnly(PartScan.UNKNOWN);
    assertThat(ask("a-k30", "k90-z")).containsExactly(30L, 10L);
  }

  @Test
  void spansMayOverlap() throws Exception {
    assertThat(ask("k10-k60", "k20-k30", "k25-k95", "k30-k60")).containsExactly(50L, 10L, 70L, 30L);
  }

  @Test
  void theEdgeMayBeAKeyThatTheFileDoesNotHold() throws Exception {
    assertThat(ask("k10x-k20x")).containsExactly(10L);
  }

  @Test
  void whatWasCountedIsRememberedAndNothingElse() throws Exception {
    ask("a-k30");
    Files.write(path(), new byte[1]);

    assertThat(ask("a-k30")).as("the file is not read again").containsExactly(30L);
    assertThat(known("a-k31")).containsExactly(PartScan.UNKNOWN);
  }

  @Test
  void aFileThatCannotBeReadSaysSoAndIsNotAskedForAgain() throws Exception {
    Files.write(path(), new byte[1]);
    PartCounts.Part part = parts("a-k30").get(0);

    assertThat(ask("a-k30")).containsExactly(PartScan.UNKNOWN);
    assertThat(counts.whyNotCounted(reader.database(), part.file()))
        .isEqualTo("SST file " + part.file().name() + " cannot be read.");
    assertThat(counts.isToCount(reader.database(), part)).isFalse();
  }

  @Test
  void anotherDatabasesFilesOfTheSameNamesAreUnknown() throws Exception {
    ask("a-k30");
    om.reopen(-1);

    assertThat(known("a-k30")).containsExactly(PartScan.UNKNOWN);
    assertThat(ask("a-k30")).containsExactly(30L);
  }
}
