// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.guard;

import static org.apache.hadoop.ozone.om.compaction.guard.CompactionGuardTest.FSO_TABLES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.PrefixesOfFiles;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guarded tables are opened without automatic compactions; the guard switches them on. */
class AutomaticCompactionTest {
  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private CompactionGuard guard;

  @BeforeEach
  void open() throws IOException {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    conf.set(CompactionConfig.GUARD, "true");
    CompactionGuard.prepare(conf);
    om = new OmDatabaseFixture(directory);
    guard = new CompactionGuard(om::metadata);
  }

  @AfterEach
  void closeAndLeaveOtherTestsWithoutGuard() throws IOException {
    om.close();
    CompactionGuard.prepare(new OzoneConfiguration());
  }

  @Test
  void automaticCompactionsOfANewDatabaseAreSwitchedOn() throws Exception {
    guard.look();
    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    om.reopen(-1);
    assertThat(FSO_TABLES).noneMatch(this::isCompactedAutomatically);
    guard.look();
    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    om.stop();
    guard.look();
  }

  @Test
  void omWithoutTheAddOnCompactsAutomaticallyNowAndLater() throws Exception {
    guard.abandon("om-compaction-guard", () -> false);
    assertThat(threads()).as("nothing is left to do").isEmpty();
    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    om.reopen(-1);
    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    assertThat(PrefixesOfFiles.read(OmDatabase.current(om::metadata).directory())).isEmpty();
  }

  @Test
  void omWithoutTheAddOnCompactsAutomaticallyAfterFailedLooksToo() {
    AtomicInteger calls = new AtomicInteger();
    guard = new CompactionGuard(om::metadata, (rocks, tables) -> {
      if (calls.incrementAndGet() > 2) {
        rocks.enableAutoCompaction(tables);
      }
    });
    guard.abandon("om-compaction-guard", () -> false);

    Awaitility.await().until(() -> FSO_TABLES.stream().allMatch(this::isCompactedAutomatically));
    Awaitility.await("the end of the thread").until(() -> threads().isEmpty());
    assertThat(calls).hasValue(3);
  }

  @Test
  void looksOfAnOmWithoutTheAddOnEndWithTheOm() throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    om.stop();
    guard.abandon("om-compaction-guard", stopped::get);
    assertThat(threads()).singleElement().satisfies(thread -> assertThat(thread.isDaemon()).isTrue());

    stopped.set(true);

    Awaitility.await("the end of the thread").until(() -> threads().isEmpty());
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("om-compaction-guard")).toList();
  }

  /** RocksDB's Java API does not report a failure to switch them on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failedSwitchIsRepeatedAtTheNextLook(boolean fails) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    guard = new CompactionGuard(om::metadata, (rocks, tables) -> {
      if (calls.incrementAndGet() == 2) {
        rocks.enableAutoCompaction(tables);
      } else if (fails) {
        throw new OutOfMemoryError("of a test");
      }
    });
    guard.look();
    assertThat(FSO_TABLES).noneMatch(this::isCompactedAutomatically);
    assertThat(guard.tables()).isEmpty();

    guard.look();
    guard.look();

    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    assertThat(guard.tables()).isEqualTo(FSO_TABLES);
    assertThat(calls).as("nothing is left to do at the third look").hasValue(2);
  }

  @Test
  void unreadablePrefixesAreReadAgain() throws Exception {
    LsmReader reader = new LsmReader(om::metadata);
    Path unreadable = Files.createDirectory(directory.resolve("om.db/OPTIONS-999999"));
    guard.look();
    assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
    assertThat(guard.tables()).isEmpty();
    assertThat(prefixSeenBy(reader)).isZero();

    Files.delete(unreadable);
    guard.look();

    assertThat(guard.tables()).isEqualTo(FSO_TABLES);
    assertThat(prefixSeenBy(reader)).isEqualTo(FsoBuckets.PREFIX_BYTES);
  }

  private static int prefixSeenBy(LsmReader reader) throws Exception {
    return reader.read().table("fileTable").settings().prefixOfFiles();
  }

  private boolean isCompactedAutomatically(String table) {
    return CompactionGuardTest.isCompactedAutomatically(om.rocks(), om.handle(table));
  }
}
