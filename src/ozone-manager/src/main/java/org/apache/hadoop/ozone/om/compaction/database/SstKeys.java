// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TableProperties;
import org.rocksdb.TickerType;

/**
 * Checks which keys an SST file holds. Finds tombstones by RocksDB's statistics, which count the entries that an
 * iterator skips. Not thread-safe.
 */
public final class SstKeys implements AutoCloseable {
  private static final int MAX_TOMBSTONES_PASSED = 2_000;
  private static final int MAX_BYTE = 0xFF;

  // Not shared, because other readers would disturb the count of skipped entries.
  private final ManagedStatistics steps = new ManagedStatistics();
  private final ManagedOptions options = new ManagedOptions();
  private final ManagedSstFileReader reader;

  /** @throws RocksDBException if the file was deleted or cannot be read */
  public SstKeys(OmDatabase database, SstFile file) throws RocksDBException {
    this(database.file(file.name()).getPath());
  }

  /** @throws RocksDBException if the file was deleted or cannot be read */
  public SstKeys(String path) throws RocksDBException {
    options.setStatistics(steps);
    // By default RocksDB seeks past a key with many versions, and then counts fewer skipped entries.
    options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
    options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
    reader = new ManagedSstFileReader(options);
    try {
      reader.open(path);
    } catch (RocksDBException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Reads some keys of a file with an iterator. */
  @FunctionalInterface
  public interface IteratorRead<T> {
    T at(SstFileReaderIterator keys) throws RocksDBException;
  }

  /**
   * Reads the keys from {@code begin} up to {@code end}, exclusive, and returns what {@code action} makes of them.
   *
   * @param begin       null for the first key of the file
   * @param end         null for no end
   * @param mostSkipped the iterator gives up after this many adjacent tombstones; 0 for no limit
   * @throws RocksDBException if the file cannot be read; nothing is thrown if the iterator gave up
   */
  public <T> T read(byte[] begin, byte[] end, int mostSkipped, IteratorRead<T> action) throws RocksDBException {
    try (ManagedReadOptions read = new ManagedReadOptions();
         ManagedSlice lower = begin == null ? null : new ManagedSlice(begin);
         ManagedSlice upper = end == null ? null : new ManagedSlice(end)) {
      read.setFillCache(false);
      if (lower != null) {
        read.setIterateLowerBound(lower);
      }
      if (upper != null) {
        read.setIterateUpperBound(upper);
      }
      read.setMaxSkippableInternalKeys(mostSkipped);
      try (SstFileReaderIterator keys = reader.newIterator(read)) {
        T found = action.at(keys);
        SkipLimit.gaveUp(keys);
        return found;
      }
    }
  }

  public TableProperties properties() throws RocksDBException {
    return reader.getTableProperties();
  }

  /** Returns how many tombstones and older versions of keys iterators have skipped since the last call. */
  public long skipped() {
    return steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP);
  }

  public boolean holds(KeyRange range) throws RocksDBException {
    return holds(range.begin(), Keys.after(range.lastKey()));
  }

  /** Returns true if the file holds an entry from {@code begin} up to {@code end}, exclusive. */
  public boolean holds(byte[] begin, byte[] end) throws RocksDBException {
    skipped();
    boolean found = read(begin, end, 1, keys -> {
      keys.seekToFirst();
      // The iterator gives up only after skipping tombstones, which are entries.
      return keys.isValid() || SkipLimit.gaveUp(keys);
    });
    return skipped() > 0 || found;
  }

  /** The range's first key with an entry; null if there is none. Takes up to nine checks for each byte of the key. */
  public byte[] firstKey(KeyRange range) throws RocksDBException {
    if (!holds(range)) {
      return null;
    }
    byte[] key = Arrays.copyOf(range.begin(), KeyInterpolation.commonPrefix(range.begin(), range.lastKey()));
    while (Keys.compare(key, range.begin()) < 0 || !holds(new KeyRange(key, key))) {
      byte[] next = Keys.after(key);
      int least = 0;
      for (int most = MAX_BYTE; least < most;) {
        int middle = (least + most) >>> 1;
        next[key.length] = (byte) (middle + 1);
        byte[] end = Keys.min(next, Keys.after(range.lastKey()));
        if (Keys.compare(range.begin(), end) < 0 && holds(range.begin(), end)) {
          most = middle;
        } else {
          least = middle + 1;
        }
      }
      next[key.length] = (byte) least;
      key = next;
    }
    return key;
  }

  /** Null if there is no put, or too many tombstones come before it. */
  public byte[] firstPut(KeyRange range) throws RocksDBException {
    return put(range, 0);
  }

  /** Null if there is no put, or too many tombstones come after it. */
  public byte[] lastPut(KeyRange range) throws RocksDBException {
    return read(range.begin(), Keys.after(range.lastKey()), MAX_TOMBSTONES_PASSED, keys -> {
      keys.seekToLast();
      return keys.isValid() ? keys.key() : null;
    });
  }

  /**
   * The put at index {@code behind}, from 0; the last one found if the iterator ends earlier; null if there is none.
   */
  byte[] put(KeyRange range, int behind) throws RocksDBException {
    return read(range.begin(), Keys.after(range.lastKey()), MAX_TOMBSTONES_PASSED, keys -> {
      byte[] found = null;
      keys.seekToFirst();
      for (int i = 0; i < behind && keys.isValid(); i++) {
        found = keys.key();
        keys.next();
      }
      return keys.isValid() ? keys.key() : found;
    });
  }

  @FunctionalInterface
  interface PutRead {
    void take(byte[] key, int valueBytes);
  }

  /** Reads all puts of the file, in key order; their values' sizes, but not their bytes. */
  void forEachPut(PutRead puts) throws RocksDBException {
    ByteBuffer start = ByteBuffer.allocateDirect(1);
    read(null, null, 0, keys -> {
      for (keys.seekToFirst(); keys.isValid(); keys.next()) {
        start.clear();
        puts.take(keys.key(), keys.value(start));
      }
      return null;
    });
  }

  @Override
  public void close() {
    reader.close();
    options.close();
    steps.close();
  }
}
