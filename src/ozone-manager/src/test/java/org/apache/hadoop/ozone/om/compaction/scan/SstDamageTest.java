// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/** What a pass over a damaged file finds, against RocksDB's own check of all checksums. */
class SstDamageTest {
  private static final String TABLE = "keyTable";
  /** Compression type and checksum. */
  private static final int BLOCK_TRAILER_BYTES = 5;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private LiveFileMetaData file;
  private TableProperties properties;

  @BeforeEach
  void oneFileOfManyBlocks() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    for (int i = 0; i < 1_500; i++) {
      String key = String.format("/v/b/%05d", i);
      if (i % 3 == 0) {
        om.delete(TABLE, key);
      } else {
        om.put(TABLE, key);
      }
    }
    om.flush(TABLE);
    String name = new LsmReader(om::metadata).read().table(TABLE).files().get(0).name();
    file = om.rocks().getLiveFilesMetaData().stream().filter(live -> live.fileName().endsWith(name)).findFirst()
        .orElseThrow();
    try (ManagedOptions options = new ManagedOptions();
         ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
      reader.open(file.path() + file.fileName());
      properties = reader.getTableProperties();
    }
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void isFoundWhereverACompactionWouldMeetIt() throws Exception {
    byte[] written = Files.readAllBytes(Path.of(file.path() + file.fileName()));
    Path damaged = directory.resolve("000999.sst");
    List<Integer> differences = new ArrayList<>();
    for (int at = 0; at < written.length; at += at < properties.getDataSize() ? 211 : 3) {
      byte[] bytes = written.clone();
      bytes[at] ^= 0x55;
      Files.write(damaged, bytes);
      if (isRefused(() -> scan(damaged)) != isRefused(() -> verifyChecksums(damaged))) {
        differences.add(at);
      }
    }

    assertThat(properties.getFilterSize()).isPositive();
    assertThat(differences).as("the filter, which a compaction does not read").isNotEmpty()
        .allMatch(at -> at >= properties.getDataSize()
            && at < properties.getDataSize() + properties.getFilterSize() + BLOCK_TRAILER_BYTES);
  }

  @Test
  void ofTheFilterDoesNotStopACompaction() throws Exception {
    OmDatabaseFixture.overwrite(file, properties.getDataSize() + 1, (int) properties.getFilterSize() - 1);
    om.reopen(-1);

    om.compact(TABLE);

    om.put(TABLE, "c");
    assertThat(om.rocks().get(om.handle(TABLE), OmDatabaseFixture.bytes("/v/b/00001"))).isNotNull();
  }

  private interface Reading {
    void run() throws RocksDBException;
  }

  private static boolean isRefused(Reading reading) {
    try {
      reading.run();
      return false;
    } catch (RocksDBException e) {
      return true;
    }
  }

  private static void scan(Path sst) throws RocksDBException {
    byte[][] cuts = {OmDatabaseFixture.bytes("/v/b/00100"), OmDatabaseFixture.bytes("/v/b/00333"),
        OmDatabaseFixture.bytes("/v/b/00334")};
    assertThat(SstScan.of(sst.toString(), cuts, new CountedReads()).isSound()).isTrue();
  }

  private static void verifyChecksums(Path sst) throws RocksDBException {
    try (ManagedOptions options = new ManagedOptions();
         ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
      reader.open(sst.toString());
      reader.verifyChecksum();
    }
  }
}
