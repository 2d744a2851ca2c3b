// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.File;
import java.util.Arrays;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TickerType;

/** Which keys an SST file holds inside a range, for the price of a block or two. */
public final class SstKeys {
  private static final int MAX_DEAD_KEYS_ON_THE_WAY = 1_000;

  private SstKeys() {
  }

  /**
   * Whether the file holds any key of the range, be it live or dead: what RocksDB asks before it takes a level into the
   * compaction of a range.
   *
   * @return true also if the file cannot be read
   */
  public static boolean mayHold(OmDatabase database, SstFile file, KeyRange range) {
    try (ManagedStatistics steps = new ManagedStatistics()) {
      return read(database, file, range, 1, steps, keys -> {
        keys.seekToFirst();
        return keys.isValid();
      }) || steps.getTickerCount(TickerType.NUMBER_ITER_SKIP) > 0;
    } catch (RocksDBException e) {
      // Too many dead keys are keys.
      return true;
    }
  }

  /** @return null if there is none, if too many dead keys lie behind it, or if the file cannot be read */
  public static byte[] lastLive(OmDatabase database, SstFile file, KeyRange range) {
    try (ManagedStatistics steps = new ManagedStatistics()) {
      return read(database, file, range, MAX_DEAD_KEYS_ON_THE_WAY, steps, keys -> {
        keys.seekToLast();
        return keys.isValid() ? keys.key() : null;
      });
    } catch (RocksDBException e) {
      return null;
    }
  }

  private interface Look<T> {
    T at(SstFileReaderIterator keys) throws RocksDBException;
  }

  private static <T> T read(OmDatabase database, SstFile file, KeyRange range, int mostDead, ManagedStatistics steps,
      Look<T> look) throws RocksDBException {
    try (ManagedOptions options = new ManagedOptions();
         ManagedReadOptions bounds = new ManagedReadOptions();
         ManagedSlice lower = new ManagedSlice(range.begin());
         ManagedSlice upper = new ManagedSlice(Arrays.copyOf(range.lastKey(), range.lastKey().length + 1))) {
      options.setStatistics(steps);
      options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      bounds.setFillCache(false);
      bounds.setIterateLowerBound(lower);
      bounds.setIterateUpperBound(upper);
      bounds.setMaxSkippableInternalKeys(mostDead);
      try (ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(new File(database.directory(), file.name()).getPath());
        try (SstFileReaderIterator keys = reader.newIterator(bounds)) {
          T found = look.at(keys);
          keys.status();
          return found;
        }
      }
    }
  }
}
