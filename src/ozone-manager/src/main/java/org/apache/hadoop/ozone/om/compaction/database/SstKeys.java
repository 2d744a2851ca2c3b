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
 * Checks which keys an SST file holds; each answer costs a block read or two. RocksDB's Java API does not show
 * tombstones, but an iterator with statistics of its own counts those it steps over. Not thread-safe.
 */
public final class SstKeys implements AutoCloseable {
  private static final int MAX_TOMBSTONES_PASSED = 2_000;

  private final ManagedStatistics steps = new ManagedStatistics();
  private final ManagedOptions options = new ManagedOptions();
  private final ManagedSstFileReader reader;

  /** @throws RocksDBException if the file was deleted or cannot be read */
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
   * Returns whether the file holds any entry of the range, put or tombstone. RocksDB checks the same before it takes a
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
      // The iterator gave up after a tombstone, which is an entry.
      live = true;
    }
    return live || steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP) > 0;
  }

  /**
   * Returns the first put of the range.
   *
   * @return null if there is none, or too many tombstones come before it
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
   * Returns the last put of the range.
   *
   * @return null if there is none, or too many tombstones come after it
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
   * Returns the put that comes {@code behind} puts after the first one of the range.
   *
   * @return null if there is none, or too many tombstones come before it
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
