// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.LiveFileMetaData;

class LsmReaderTest {
  private static final int FILL_LIMIT = 20;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private LsmReader reader;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    reader = new LsmReader(om::metadata);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void emptyDatabaseHasAllTablesWithoutFiles() throws Exception {
    LsmSnapshot snapshot = reader.read();

    assertThat(SpanTables.names()).hasSize(10).allSatisfy(table -> {
      assertThat(snapshot.table(table).files()).isEmpty();
      assertThat(snapshot.memtables(table).entries()).isZero();
    });
    assertThatThrownBy(() -> snapshot.table("noTable")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void entriesAndTombstonesAreReadPerFileAndLevel() throws Exception {
    om.holdStill("keyTable");
    writeKeys(100);
    om.compact("keyTable");
    deleteKeys(30);
    om.flush("keyTable");

    LsmTable table = reader.read().table("keyTable");
    List<SstFile> files = table.files().stream().sorted(Comparator.comparingInt(SstFile::level))
        .collect(Collectors.toList());
    assertThat(files).hasSize(2);
    assertThat(files.get(0).level()).isZero();
    assertThat(files.get(0).entries()).isEqualTo(30);
    assertThat(files.get(0).tombstones()).isEqualTo(30);
    assertThat(files.get(1).level()).isEqualTo(table.levels() - 1);
    assertThat(files.get(1).entries()).isEqualTo(100);
    assertThat(files.get(1).tombstones()).isZero();
    assertThat(files.get(1).smallestKey()).isEqualTo(OmDatabaseFixture.bytes(key(0)));
    assertThat(files.get(1).largestKey()).isEqualTo(OmDatabaseFixture.bytes(key(99)));
    assertThat(files).allSatisfy(file -> {
      assertThat(file.sizeBytes()).isPositive();
      assertThat(directory.resolve("om.db").resolve(file.name())).exists();
    });
  }

  @Test
  void memtablesAreCountedSeparately() throws Exception {
    writeKeys(10);
    om.flush("keyTable");
    deleteKeys(4);
    om.put("keyTable", "/v/b/other");

    LsmSnapshot snapshot = reader.read();
    assertThat(snapshot.memtables("keyTable").entries()).isEqualTo(5);
    assertThat(snapshot.memtables("keyTable").tombstones()).isEqualTo(4);
    assertThat(snapshot.table("keyTable").files()).hasSize(1);
    assertThat(snapshot.memtables("fileTable").entries()).isZero();
  }

  @Test
  void settingsOfTablesAreRead() throws Exception {
    om.targetFileBytes("keyTable", 12_345);
    om.maxCompactionBytes("openKeyTable", 67_890);
    RocksDbVersion loaded = InstalledRocksDb.loaded().rules();
    CompactionSettings untouched = CompactionSettings.DEFAULT.withRocksDb(loaded);

    assertThat(reader.read().table("keyTable").settings()).as("what RocksDB derives from it when it opens a database")
        .isEqualTo(CompactionSettings.ofTargetFileBytes(12_345).withRocksDb(loaded)
            .withMaxCompactionBytes(untouched.maxCompactionBytes()));
    assertThat(reader.read().table("openKeyTable").settings())
        .isEqualTo(untouched.withMaxCompactionBytes(67_890));
    assertThat(reader.read().table("fileTable").settings()).isEqualTo(untouched);
    assertThat(reader.read().table("keyTable").levels()).as("RocksDB's default of num_levels").isEqualTo(7);
  }

  @Test
  void countsHiddenByALimitOfOpenFilesAreFound() throws Exception {
    om.targetFileBytes("keyTable", 16 << 10);
    writeKeys(10_000);
    om.compact("keyTable");
    deleteKeys(100);
    om.flush("keyTable");
    om.reopen(16);
    om.holdStill("keyTable");
    assertThat(om.rocks().getLiveFilesMetaData()).filteredOn(file -> file.numEntries() == 0)
        .as("the trap is set: files whose metadata does not tell their counts").isNotEmpty();

    assertCounts(10_100, 100);
    deleteKeys(3);
    om.flush("keyTable");
    assertCounts(10_103, 103);
  }

  @Test
  void unreadableFileStaysInTheTreeAndHidesNoOther() throws Exception {
    om.targetFileBytes("keyTable", 8 << 10);
    writeKeys(20_000);
    om.compact("keyTable");
    om.reopen(16);
    om.holdStill("keyTable");
    List<LiveFileMetaData> hidden =
        om.rocks().getLiveFilesMetaData().stream().filter(file -> file.numEntries() == 0).toList();
    assertThat(hidden.size()).as("so many are asked for at once").isGreaterThan(64);
    LiveFileMetaData corrupt = hidden.get(hidden.size() / 2);
    byte[] content = Files.readAllBytes(Path.of(corrupt.path(), corrupt.fileName()));
    int properties = new String(content, StandardCharsets.ISO_8859_1).lastIndexOf("leveldb.BytewiseComparator");
    OmDatabaseFixture.overwrite(corrupt, properties, 3);

    List<SstFile> files = reader.read().table("keyTable").files();

    assertThat(files).hasSameSizeAs(om.rocks().getLiveFilesMetaData());
    assertThat(files).filteredOn(file -> file.entries() == 0).extracting(SstFile::name)
        .containsExactly(FileCounts.name(corrupt.fileName()));
  }

  /** As a process that is short of file handles meets it: the file is well, and cannot be read for a moment. */
  @Test
  void fileThatCouldNotBeReadIsReadAgainAfterAMinute() throws Exception {
    om.targetFileBytes("keyTable", 64 << 10);
    writeKeys(20_000);
    om.compact("keyTable");
    om.reopen(16);
    List<LiveFileMetaData> all = om.rocks().getLiveFilesMetaData();
    LiveFileMetaData file = all.stream().filter(hidden -> hidden.numEntries() == 0).findFirst().orElseThrow();
    String name = FileCounts.name(file.fileName());
    Path path = Path.of(file.path(), file.fileName());
    byte[] content = Files.readAllBytes(path);
    long[] nanos = new long[1];
    FileCounts counts = new FileCounts(new Ticker() {
      @Override
      public long read() {
        return nanos[0];
      }
    });

    Files.write(path, new byte[content.length]);
    assertThat(counts.of(reader.database(), all, Map.of("keyTable", all)).get(name).entries()).isZero();
    Files.write(path, content);
    assertThat(counts.of(reader.database(), all, Map.of("keyTable", all)).get(name).entries()).isZero();
    nanos[0] += ReadFaults.READ_AGAIN_AFTER.toNanos();
    assertThat(counts.of(reader.database(), all, Map.of("keyTable", all)).get(name).entries()).isPositive();
  }

  private void assertCounts(long entries, long tombstones) throws Exception {
    LsmTable table = reader.read().table("keyTable");
    assertThat(table.files()).hasSizeGreaterThan(FILL_LIMIT)
        .allSatisfy(file -> assertThat(file.entries()).isPositive());
    assertThat(table.files().stream().mapToLong(SstFile::entries).sum()).isEqualTo(entries);
    assertThat(table.files().stream().mapToLong(SstFile::tombstones).sum()).isEqualTo(tombstones);
  }

  @Test
  void fewHiddenCountsAreFoundOneByOne() throws Exception {
    om.targetFileBytes("keyTable", 64 << 10);
    writeKeys(20_000);
    om.compact("keyTable");
    om.reopen(16);
    assertThat(om.rocks().getLiveFilesMetaData().stream().filter(file -> file.numEntries() == 0).count())
        .isBetween(1L, 64L);

    assertThat(reader.read().table("keyTable").files().stream().mapToLong(SstFile::entries).sum()).isEqualTo(20_000);
  }

  @Test
  void closedDatabaseIsUnavailableAndNotTouched() throws Exception {
    writeKeys(10);
    OmDatabase before = reader.database();
    om.stop();

    assertThatThrownBy(() -> reader.read()).isInstanceOf(DatabaseUnavailableException.class)
        .hasMessageContaining("try again");
    assertThatThrownBy(() -> before.read(db -> db.getLatestSequenceNumber()))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThatThrownBy(() -> before.number("keyTable", "rocksdb.base-level"))
        .isInstanceOf(DatabaseUnavailableException.class);
    assertThat(before.isOpen()).isFalse();
  }

  @Test
  void replacedDatabaseIsReadAgain() throws Exception {
    writeKeys(10);
    OmDatabase before = reader.database();
    om.reopen(-1);

    assertThat(reader.database().isSameAs(before)).isFalse();
    assertThat(reader.read().table("keyTable").files()).hasSize(1);
    assertThatThrownBy(() -> before.read(db -> db.getLatestSequenceNumber()))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void noMetadataManagerMeansNoDatabase() {
    assertThatThrownBy(() -> new LsmReader(() -> null).read()).isInstanceOf(DatabaseUnavailableException.class);
  }

  @Test
  void filesOfOtherTablesAreNotMixedIn() throws Exception {
    writeKeys(10);
    om.flush("keyTable");
    om.put("fileTable", "/1/2/3/f");
    om.flush("fileTable");

    LsmSnapshot snapshot = reader.read();
    assertThat(snapshot.table("keyTable").files()).hasSize(1);
    assertThat(snapshot.table("fileTable").files()).hasSize(1);
    assertThat(om.rocks().getLiveFilesMetaData()).extracting(LiveFileMetaData::fileName).hasSizeGreaterThan(1);
  }

  private void writeKeys(int keys) throws Exception {
    for (int i = 0; i < keys; i++) {
      om.put("keyTable", key(i));
    }
  }

  private void deleteKeys(int keys) throws Exception {
    for (int i = 0; i < keys; i++) {
      om.delete("keyTable", key(i));
    }
  }

  private static String key(int i) {
    return String.format("/v/b/key%06d", i);
  }
}
