// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB's own log, of a database that has just compacted. */
@Timeout(60)
class CompactionLogTest {
  private static final int AUTOMATIC_FROM = 4;

  @TempDir
  private Path directory;

  @Test
  void tellsForATableWhatWasAskedForAndWhatRocksDbDidByItself() throws Exception {
    long asked;
    long automatic;
    List<ColumnFamilyHandle> tables = new ArrayList<>();
    try (DBOptions options = new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
        ColumnFamilyOptions table = new ColumnFamilyOptions().setLevel0FileNumCompactionTrigger(AUTOMATIC_FROM);
        RocksDB db = RocksDB.open(options, directory.toString(), List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, table),
            new ColumnFamilyDescriptor("keyTable".getBytes(UTF_8), table),
            new ColumnFamilyDescriptor("fileTable".getBytes(UTF_8), table)), tables)) {
      flush(db, tables.get(1), AUTOMATIC_FROM - 1);
      asked = size(db, tables.get(1));
      db.compactRange(tables.get(1));
      asked += size(db, tables.get(1));
      flush(db, tables.get(2), 1);
      automatic = AUTOMATIC_FROM * size(db, tables.get(2));
      flush(db, tables.get(2), AUTOMATIC_FROM - 1);
      Awaitility.await("RocksDB's own compaction")
          .until(() -> "0".equals(db.getProperty(tables.get(2), "rocksdb.num-files-at-level0")));
      automatic += size(db, tables.get(2));
      tables.forEach(ColumnFamilyHandle::close);
    }
    assertThat(CompactionLog.of(directory, "keyTable", 0, Long.MAX_VALUE)).isEqualTo(new CompactionLog(asked, 0));
    CompactionLog byItself = CompactionLog.of(directory, "fileTable", 0, Long.MAX_VALUE);
    assertThat(byItself.asked()).isZero();
    assertThat(byItself.automatic()).isCloseTo(automatic, withinPercentage(1));
    assertThat(CompactionLog.of(directory, "keyTable", 0, 1)).isEqualTo(CompactionLog.NONE);
  }

  /** Files of the same rows. */
  private static void flush(RocksDB db, ColumnFamilyHandle table, int files) throws RocksDBException {
    try (FlushOptions options = new FlushOptions()) {
      for (int file = 0; file < files; file++) {
        for (int i = 0; i < 100; i++) {
          db.put(table, ("key" + i).getBytes(UTF_8), new byte[100]);
        }
        db.flush(options, table);
      }
    }
  }

  private static long size(RocksDB db, ColumnFamilyHandle table) throws RocksDBException {
    byte[] name = table.getName();
    return db.getLiveFilesMetaData().stream().filter(file -> Arrays.equals(file.columnFamilyName(), name))
        .mapToLong(LiveFileMetaData::size).sum();
  }
}
