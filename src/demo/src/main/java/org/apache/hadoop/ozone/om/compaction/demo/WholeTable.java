// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdds.utils.db.DBCheckpoint;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.ConfigOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.OptionsUtil;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Ozone's own way to remove tombstones, measured on a copy of om.db: a forced, exclusive compaction of the whole table.
 *
 * @param readBytes    SST bytes read by the compaction
 * @param writtenBytes SST bytes written by the compaction
 * @param seekAfter    median seek to the prefix afterwards
 */
public record WholeTable(long readBytes, long writtenBytes, Duration seekAfter) {
  long movedBytes() {
    return readBytes + writtenBytes;
  }

  /**
   * Compacts a whole table in a copy of om.db.
   *
   * @param copies directory for the copy, which is deleted afterwards
   * @param prefix to seek to afterwards
   */
  public static WholeTable compactCopy(OzoneManager om, Path copies, String table, byte[] prefix)
      throws IOException, RocksDBException {
    RDBStore store = (RDBStore) om.getMetadataManager().getStore();
    Files.createDirectories(copies);
    DBCheckpoint copy = store.getCheckpoint(copies.toString(), true);
    try {
      return compact(copy.getCheckpointLocation().toString(), table, prefix);
    } finally {
      copy.cleanupCheckpoint();
    }
  }

  private static WholeTable compact(String path, String table, byte[] prefix) throws RocksDBException {
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = new DBOptions();
        ConfigOptions as = new ConfigOptions().setIgnoreUnknownOptions(true);
        Statistics statistics = new Statistics();
        CompactRangeOptions upstream = new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForce)
            .setExclusiveManualCompaction(true)) {
      OptionsUtil.loadLatestOptions(as, path, options, families);
      families.forEach(family -> family.getOptions().setDisableAutoCompactions(true));
      options.setStatistics(statistics);
      try (RocksDB database = RocksDB.open(options, path, families, handles)) {
        ColumnFamilyHandle handle = handleOf(table, handles);
        database.compactRange(handle, null, null, upstream);
        return new WholeTable(statistics.getTickerCount(TickerType.COMPACT_READ_BYTES),
            statistics.getTickerCount(TickerType.COMPACT_WRITE_BYTES), SeekTime.median(database, handle, prefix));
      } finally {
        families.stream().map(ColumnFamilyDescriptor::getOptions).forEach(ColumnFamilyOptions::close);
      }
    }
  }

  private static ColumnFamilyHandle handleOf(String table, List<ColumnFamilyHandle> handles) throws RocksDBException {
    for (ColumnFamilyHandle handle : handles) {
      if (table.equals(new String(handle.getName(), StandardCharsets.UTF_8))) {
        return handle;
      }
    }
    throw new IllegalArgumentException("No table " + table);
  }
}
