// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;

/** Ten thousand keys on disk, every tenth of which is touched in memory, among others. */
class MemtableKeysTest {
  private static final String TABLE = "keyTable";
  private static final int KEYS = 4_000;
  private static final int TOUCHED_EVERY = 10;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void fill() throws Exception {
    om = new OmDatabaseFixture(directory);
    for (int i = 0; i < KEYS; i++) {
      om.put(TABLE, key(i));
    }
    om.flush(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  private static String key(int number) {
    return String.format("/v/b/%08d", number);
  }

  private boolean mayHold(int from, int to, List<byte[]> puts) throws Exception {
    return MemtableKeys.mayHold(OmDatabase.current(om::metadata), TABLE,
        new KeyRange(OmDatabaseFixture.bytes(key(from)), OmDatabaseFixture.bytes(key(to))), puts);
  }

  private boolean hides(int number) throws Exception {
    return MemtableKeys.hides(OmDatabase.current(om::metadata), TABLE, OmDatabaseFixture.bytes(key(number)));
  }

  /** Prices depend on it: a compaction writes each put again that nothing hides. */
  @Test
  void putOfAFileIsHiddenByANewerPutOrATombstoneOfItsKeyAlone() throws Exception {
    om.put(TABLE, key(1));
    om.delete(TABLE, key(3));

    assertThat(hides(0)).as("between others").isFalse();
    assertThat(hides(1)).as("replaced").isTrue();
    assertThat(hides(2)).as("between others").isFalse();
    assertThat(hides(3)).as("deleted").isTrue();
  }

  /** A write to a key. */
  enum Touch {
    PUT {
      @Override
      void touch(OmDatabaseFixture om, String key) throws RocksDBException {
        om.put(TABLE, key);
      }
    },
    PUT_AND_DELETE {
      @Override
      void touch(OmDatabaseFixture om, String key) throws RocksDBException {
        om.put(TABLE, key);
        om.delete(TABLE, key);
      }
    },
    DELETE_AND_PUT {
      @Override
      void touch(OmDatabaseFixture om, String key) throws RocksDBException {
        om.delete(TABLE, key);
        om.put(TABLE, key);
      }
    };

    abstract void touch(OmDatabaseFixture om, String key) throws RocksDBException;
  }

  @ParameterizedTest
  @EnumSource
  void onlyTouchedKeysAreSeen(Touch touch) throws Exception {
    for (int i = 0; i < KEYS; i += TOUCHED_EVERY) {
      touch.touch(om, key(i));
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(mayHold(i, i, List.of())).as(key(i)).isEqualTo(i % TOUCHED_EVERY == 0);
    }
  }

  @Test
  void deletedKeyThatIsAPutOnDiskIsSeen() throws Exception {
    for (int i = 0; i < KEYS; i += TOUCHED_EVERY) {
      om.delete(TABLE, key(i));
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(mayHold(i, i, List.of(OmDatabaseFixture.bytes(key(i))))).as(key(i))
          .isEqualTo(i % TOUCHED_EVERY == 0);
    }
  }

  /** A key that is a tombstone on disk already cannot be found with certainty; OM deletes no key twice. */
  @Test
  void singleTombstonesAreRarelyMissedAndNeverInvented() throws Exception {
    List<Integer> missed = new ArrayList<>();
    for (int i = 0; i < KEYS; i += TOUCHED_EVERY) {
      om.delete(TABLE, key(i));
    }
    for (int i = 0; i < KEYS; i++) {
      boolean seen = mayHold(i, i, List.of());
      if (i % TOUCHED_EVERY != 0) {
        assertThat(seen).as(key(i)).isFalse();
      } else if (!seen) {
        missed.add(i);
      }
    }
    System.out.printf("%d of %d single tombstones were missed%n", missed.size(), KEYS / TOUCHED_EVERY);
    assertThat(missed).hasSizeLessThan(KEYS / TOUCHED_EVERY / 20);
  }

  @Test
  void gapIsFreeUntilAKeyInItIsWritten() throws Exception {
    om.put(TABLE, key(99));
    om.put(TABLE, key(201));
    assertThat(mayHold(100, 200, List.of())).isFalse();
    om.put(TABLE, key(150));
    assertThat(mayHold(100, 200, List.of())).isTrue();
  }

  @Test
  void memtablePendingFlushCounts() throws Exception {
    om.rocks().setOptions(om.handle(TABLE),
        MutableColumnFamilyOptions.builder().setWriteBufferSize(64 << 10).build());
    om.rocks().pauseBackgroundWork();
    try {
      om.put(TABLE, key(5));
      // Exactly one full memtable: writers would wait for the flush of a second one.
      for (int i = 1_000; om.rocks().getLongProperty(om.handle(TABLE), "rocksdb.num-immutable-mem-table") == 0; i++) {
        om.put(TABLE, key(i));
      }
      assertThat(mayHold(5, 5, List.of())).isTrue();
      assertThat(mayHold(6, 6, List.of())).isFalse();
    } finally {
      om.rocks().continueBackgroundWork();
    }
  }
}
