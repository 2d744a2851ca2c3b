// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;

/** One file with a live b, many dead keys from d0000 to d2003, a dead f and a live h. */
class SstKeysTest {
  private static final String TABLE = "keyTable";
  private static final int DEAD = 2_004;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;
  private OmDatabase database;
  private SstFile file;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.put(TABLE, "b");
    for (int i = 0; i < DEAD; i++) {
      om.delete(TABLE, String.format("d%04d", i));
    }
    om.delete(TABLE, "f");
    om.put(TABLE, "h");
    om.flush(TABLE);
    database = OmDatabase.current(om::metadata);
    file = new LsmReader(om::metadata).read().table(TABLE).files().get(0);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({"a, a, false", "a, b, true", "b, b, true", "b0, c, false", "d0000, d0000, true", "d, e, true",
      "e, e9, false", "f, f, true", "f0, g, false", "g, h, true", "i, z, false"})
  void putsAndTombstonesAreFound(String first, String last, boolean holds)
      throws Exception {
    try (SstKeys keys = new SstKeys(database, file)) {
      assertThat(keys.holds(new KeyRange(bytes(first), bytes(last)))).isEqualTo(holds);
    }
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({"a, z, h", "a, b, b", "a, c, b", "f, g, ", "i, z, ", "d, e, ", "a, e, "})
  void lastPutIsFoundUnlessTooManyTombstonesFollowIt(String first, String last, String found)
      throws Exception {
    byte[] key;
    try (SstKeys keys = new SstKeys(database, file)) {
      key = keys.lastPut(new KeyRange(bytes(first), bytes(last)));
    }
    assertThat(key == null ? null : new String(key, StandardCharsets.UTF_8)).isEqualTo(found);
  }

  /** Of a put as of a tombstone, which no iterator shows. */
  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({"a, z, b", "a, b, b", "b, b, b", "b0, z, d0000", "d, e, d0000", "d0, d1, d0000", "d0001, z, d0001",
      "d00015, z, d0002", "d0019, d01, d0019", "e, z, f", "e, g, f", "f0, z, h", "b0, c, ", "i, z, "})
  void firstKeyIsFound(String first, String last, String found) throws Exception {
    byte[] key;
    try (SstKeys keys = new SstKeys(database, file)) {
      key = keys.firstKey(new KeyRange(bytes(first), bytes(last)));
    }
    assertThat(key == null ? null : new String(key, StandardCharsets.UTF_8)).isEqualTo(found);
  }

  @Test
  void missingFileThrows() {
    SstFile gone = new SstFile("999999.sst", 0, bytes("a"), bytes("z"), 1, 1, 1, false);
    assertThatThrownBy(() -> new SstKeys(database, gone)).isInstanceOf(RocksDBException.class);
  }
}
