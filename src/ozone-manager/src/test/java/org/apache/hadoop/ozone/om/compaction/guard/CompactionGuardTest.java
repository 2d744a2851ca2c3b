// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.database.PrefixesOfFiles;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The guard over om.db as OM opens it. */
class CompactionGuardTest {
  static final List<String> FSO_TABLES =
      List.of("fileTable", "openFileTable", "directoryTable", "deletedDirectoryTable");
  private static final int BUCKETS = 7;
  private static final int ROWS = 60;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private CompactionGuard guard;

  private OzoneConfiguration conf(String value) {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    if (value != null) {
      conf.set(CompactionConfig.GUARD, value);
    }
    return conf;
  }

  private OzoneConfiguration prepared() {
    OzoneConfiguration conf = conf("true");
    CompactionGuard.prepare(conf);
    return conf;
  }

  private void open() throws IOException {
    om = new OmDatabaseFixture(directory);
    guard = new CompactionGuard(om::metadata);
    guard.look();
  }

  @AfterEach
  void closeAndLeaveOtherTestsWithoutGuard() throws IOException {
    if (om != null) {
      om.close();
    }
    CompactionGuard.prepare(new OzoneConfiguration());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"false", "perhaps", ""})
  void omIsStockByDefault(String value) throws Exception {
    OzoneConfiguration conf = conf(value);
    CompactionGuard.prepare(conf);
    assertThat(OMDBDefinition.FILE_TABLE_DEF.getCfOptions()).isNull();
    assertThat(CompactionGuard.isPrepared()).isFalse();
    assertThat(CompactionGuard.refusal(conf)).isEmpty();
    open();
    assertThat(guard.tables()).isEmpty();
  }

  @Test
  void rocksDbReportsFourTablesWithCutFiles() throws Exception {
    assertThat(CompactionGuard.refusal(prepared())).isEmpty();
    open();
    assertThat(prefixes()).isEqualTo(Map.of("fileTable", 43, "openFileTable", 43, "directoryTable", 43,
        "deletedDirectoryTable", 43));
    assertThat(guard.tables()).isEqualTo(FSO_TABLES);
  }

  @Test
  void filesBelowLevelZeroHoldOneBucketEach() throws Exception {
    prepared();
    open();
    List<String> prefixes = buckets(BUCKETS);
    for (String table : FSO_TABLES) {
      fill(table, prefixes);
      om.compact(table);
      assertThat(files(table)).hasSize(BUCKETS).allMatch(holdsOneBucket());
    }
    fill("keyTable", prefixes);
    om.compact("keyTable");
    assertThat(files("keyTable")).hasSize(1);
  }

  @Test
  void filesOfSeveralBucketsAreCutAsTheyAreMerged() throws Exception {
    prepared();
    open();
    List<String> prefixes = buckets(BUCKETS);
    for (int file = 0; file < 8; file++) {
      fill("fileTable", prefixes);
    }
    Awaitility.await().until(() -> files("fileTable").stream().filter(file -> file.level() == 0).count() < 4);
    assertThat(files("fileTable").stream().filter(file -> file.level() > 0)).hasSizeGreaterThanOrEqualTo(BUCKETS)
        .allMatch(holdsOneBucket());
  }

  @Test
  void guardSurvivesARestartAndACheckpoint() throws Exception {
    prepared();
    open();
    List<String> prefixes = buckets(BUCKETS);
    for (int opened = 0; opened < 3; opened++) {
      om.reopen(-1);
      assertThat(prefixes()).containsOnlyKeys(FSO_TABLES);
      guard.look();
      assertThat(FSO_TABLES).allMatch(this::isCompactedAutomatically);
      fill("fileTable", prefixes);
      om.compact("fileTable");
      assertThat(files("fileTable")).hasSize(BUCKETS).allMatch(holdsOneBucket());
    }
  }

  /** Ozone finds the difference of two snapshots by their files. */
  @Test
  void databaseOfASnapshotIsNotCompacted() throws Exception {
    prepared();
    open();
    List<String> prefixes = buckets(2);
    om.rocks().disableFileDeletions();
    for (String table : List.of("fileTable", "keyTable")) {
      om.holdStill(table);
      for (int file = 0; file < 6; file++) {
        fill(table, prefixes);
      }
    }
    OmMetadataManagerImpl snapshot = OmMetadataManagerImpl.createCheckpointMetadataManager(conf("true"),
        om.metadata().getStore().getCheckpoint(true), false);
    try {
      RDBStore store = (RDBStore) snapshot.getStore();
      for (String table : List.of("fileTable", "keyTable")) {
        assertThat(isCompactedAutomatically(store.getDb().getManagedRocksDb().get(),
            store.getDb().getColumnFamily(table).getHandle())).as(table).isFalse();
        assertThat(store.getDb().getManagedRocksDb().get().getLongProperty("rocksdb.num-running-compactions")).isZero();
      }
    } finally {
      snapshot.stop();
    }
    assertThat(FSO_TABLES.subList(1, 4)).as("OM's own").allMatch(this::isCompactedAutomatically);
  }

  @Test
  void stockOmReadsGuardedFilesAndMergesThemAsTheyAreRewritten() throws Exception {
    prepared();
    open();
    List<String> prefixes = buckets(BUCKETS);
    fill("fileTable", prefixes);
    om.compact("fileTable");
    om.stop();
    CompactionGuard.prepare(conf(null));

    om.reopen(-1);

    assertThat(prefixes()).isEmpty();
    assertThat(isCompactedAutomatically("fileTable")).isTrue();
    assertThat(files("fileTable")).hasSize(BUCKETS);
    for (String prefix : prefixes) {
      for (int row = 0; row < ROWS; row++) {
        assertThat(om.rocks().get(om.handle("fileTable"), OmDatabaseFixture.bytes(prefix + row))).isNotNull();
      }
    }
    om.compact("fileTable");
    assertThat(files("fileTable")).hasSize(1);
  }

  @Test
  void existingFilesAreCutWhenTheyAreRewritten() throws Exception {
    open();
    List<String> prefixes = buckets(BUCKETS);
    fill("fileTable", prefixes);
    om.compact("fileTable");
    om.stop();
    prepared();
    om.reopen(-1);
    guard.look();
    assertThat(files("fileTable")).hasSize(1);
    om.compact("fileTable");
    assertThat(files("fileTable")).hasSize(BUCKETS).allMatch(holdsOneBucket());
  }

  /** Links and other layouts do not count. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "none", value = {
      "1000 | none",
      "1001 | there are 1,001 FSO buckets, each of which would have files of its own in every table, and 1,000 are the",
  })
  void refusedAboveAThousandFsoBuckets(int buckets, String refusal) throws Exception {
    open();
    buckets(buckets);
    om.bucket("vol", "objects", BucketLayout.OBJECT_STORE);
    om.link("vol", "link", "vol", "bucket-0");
    om.stop();
    OzoneConfiguration conf = prepared();
    if (refusal == null) {
      assertThat(CompactionGuard.refusal(conf)).isEmpty();
      assertThat(CompactionGuard.isPrepared()).isTrue();
    } else {
      assertThat(CompactionGuard.refusal(conf)).hasValueSatisfying(told -> assertThat(told).contains(refusal));
      assertThat(CompactionGuard.isPrepared()).isFalse();
    }
    om.reopen(-1);
  }

  @Test
  void refusedIfABucketsPrefixIsShorter() throws Exception {
    open();
    om.volume("vol");
    om.metadata().getBucketTable().put("/vol/old", OmBucketInfo.newBuilder().setVolumeName("vol").setBucketName("old")
        .setObjectID(4711).setBucketLayout(BucketLayout.FILE_SYSTEM_OPTIMIZED).build());
    om.stop();
    assertThat(CompactionGuard.refusal(prepared())).hasValueSatisfying(told ->
        assertThat(told).contains("ids of /vol/old are shorter"));
    om.reopen(-1);
  }

  @Test
  void anyErrorLeavesTheOmStockAndIsReported() throws Exception {
    Files.createDirectories(directory.resolve("om.db"));
    Files.writeString(directory.resolve("om.db/CURRENT"), "no manifest");
    assertThat(CompactionGuard.refusal(prepared())).hasValueSatisfying(told ->
        assertThat(told).contains("it cannot be set up").contains("The buckets of " + directory));
    assertThat(CompactionGuard.isPrepared()).isFalse();
  }

  @Test
  void countingBucketsDoesNotChangeTheDatabase() throws Exception {
    open();
    buckets(3);
    om.stop();
    List<String> before = content();
    prepared();
    assertThat(content()).isEqualTo(before);
    om.reopen(-1);
  }

  private List<String> content() throws IOException {
    List<String> content = new ArrayList<>();
    try (var files = Files.list(directory.resolve("om.db"))) {
      for (Path file : files.sorted().toList()) {
        content.add(file.getFileName() + " " + Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return content;
  }

  /** @return prefixes of their keys */
  private List<String> buckets(int count) throws IOException {
    OmVolumeArgs volume = om.volume("vol");
    List<String> prefixes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OmBucketInfo bucket = om.bucket("vol", "bucket-" + i, BucketLayout.FILE_SYSTEM_OPTIMIZED);
      prefixes.add("/" + volume.getObjectID() + "/" + bucket.getObjectID() + "/");
    }
    return prefixes;
  }

  /** Writes one file in level 0 with rows of all. */
  private void fill(String table, List<String> prefixes) throws RocksDBException {
    for (String prefix : prefixes) {
      for (int row = 0; row < ROWS; row++) {
        om.put(table, prefix + row);
      }
    }
    om.flush(table);
  }

  private List<LiveFileMetaData> files(String table) {
    return om.rocks().getLiveFilesMetaData().stream()
        .filter(file -> table.equals(new String(file.columnFamilyName(), StandardCharsets.UTF_8))).toList();
  }

  private static Predicate<LiveFileMetaData> holdsOneBucket() {
    return file -> bucket(file.smallestKey()).equals(bucket(file.largestKey()));
  }

  private static String bucket(byte[] key) {
    return new String(key, 0, FsoBuckets.PREFIX_BYTES, StandardCharsets.UTF_8);
  }

  private Map<String, Integer> prefixes() throws IOException {
    return PrefixesOfFiles.read(OmDatabase.current(om::metadata).directory());
  }

  private boolean isCompactedAutomatically(String table) {
    return isCompactedAutomatically(om.rocks(), om.handle(table));
  }

  static boolean isCompactedAutomatically(RocksDB rocks, ColumnFamilyHandle table) {
    try {
      return !rocks.getOptions(table).disableAutoCompactions();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }
}
