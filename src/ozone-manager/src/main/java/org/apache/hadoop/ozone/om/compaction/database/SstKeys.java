// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TickerType;

/**
 * Which keys an SST file holds, each answer for the price of a block or two. RocksDB's Java API shows no tombstone; an
 * iterator with statistics of its own counts those that it steps over. Not thread-safe.
 */
public final class SstKeys implements AutoCloseable {
  private static final int MAX_TOMBSTONES_PASSED = 2_000;

  private final ManagedStatistics steps = new ManagedStatistics();
  private final ManagedOptions options = new ManagedOptions();
  private final ManagedSstFileReader reader;

  /** @throws RocksDBException if the file is gone or cannot be read */
  public SstKeys(OmDatabase database, SstFile file) throws RocksDBException {
    options.setStatistics(steps);
    options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
    options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
    reader = new ManagedSstFileReader(options);
    try {
      reader.open(new File(database.directory(), file.name()).getPath());
    } catch (RocksDBException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Whether the file holds any entry of the range, be it a put or a tombstone: what RocksDB asks before it takes a
   * level into the compaction of a range.
   */
  public boolean holds(KeyRange range) throws RocksDBException {
    steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP);
    boolean live = false;
    try {
      live = first(range, 1) != null;
    } catch (RocksDBException e) {
      if (!SkipLimit.isGivenUp(e)) {
        throw e;
      }
      // Gave up behind a tombstone, which is an entry.
      live = true;
    }
    return live || steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP) > 0;
  }

  /**
   * The first put of the range.
   *
   * @return null if there is none, or too many tombstones lie before it
   */
  public byte[] firstPut(KeyRange range) throws RocksDBException {
    try {
      return first(range, MAX_TOMBSTONES_PASSED);
    } catch (RocksDBException e) {
      if (SkipLimit.isGivenUp(e)) {
        return null;
      }
      throw e;
    }
  }

  /**
   * The last put of the range.
   *
   * @return null if there is none, or too many tombstones lie behind it
   */
  public byte[] lastPut(KeyRange range) throws RocksDBException {
    try (ManagedReadOptions read = new ManagedReadOptions();
         ManagedSlice lower = new ManagedSlice(range.begin());
         ManagedSlice upper = new ManagedSlice(Keys.after(range.lastKey()))) {
      bound(read, lower, upper, MAX_TOMBSTONES_PASSED);
      try (SstFileReaderIterator keys = reader.newIterator(read)) {
        keys.seekToLast();
        keys.status();
        return keys.isValid() ? keys.key() : null;
      } catch (RocksDBException e) {
        if (SkipLimit.isGivenUp(e)) {
          return null;
        }
        throw e;
      }
    }
  }

  /**
   * A put some puts behind the first one of the range.
   *
   * @return null if there is none, or too many tombstones lie before it
   */
  byte[] put(KeyRange range, int behind) throws RocksDBException {
    try (ManagedReadOptions read = new ManagedReadOptions();
         ManagedSlice lower = new ManagedSlice(range.begin());
         ManagedSlice upper = new ManagedSlice(Keys.after(range.lastKey()))) {
      bound(read, lower, upper, MAX_TOMBSTONES_PASSED);
      byte[] found = null;
      try (SstFileReaderIterator keys = reader.newIterator(read)) {
        keys.seekToFirst();
        for (int i = 0; i <= behind && keys.isValid(); i++) {
          found = keys.key();
          keys.next();
        }
      }
      return found;
    }
  }

  private byte[] first(KeyRange range, int mostTombstones) throws RocksDBException {
    try (ManagedReadOptions read = new ManagedReadOptions();
         ManagedSlice lower = new ManagedSlice(range.begin());
         ManagedSlice upper = new ManagedSlice(Keys.after(range.lastKey()))) {
      bound(read, lower, upper, mostTombstones);
      try (SstFileReaderIterator keys = reader.newIterator(read)) {
        keys.seekToFirst();
        keys.status();
        return keys.isValid() ? keys.key() : null;
      }
    }
  }

  private static void bound(ManagedReadOptions read, ManagedSlice lower, ManagedSlice upper, int mostTombstones) {
    read.setFillCache(false);
    read.setIterateLowerBound(lower);
    read.setIterateUpperBound(upper);
    read.setMaxSkippableInternalKeys(mostTombstones);
  }

  @Override
  public void close() {
    reader.close();
    options.close();
    steps.close();
  }
}
