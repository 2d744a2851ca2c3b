// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TickerType;

/**
 * Looks for tombstones of a range in one SST file: for any, in growing strides, or for all. They are told by the steps
 * that {@link SstScan} counts; a step over an older version of a key is taken for a tombstone.
 */
public final class TombstoneSearch {
  private static final int FIRST_STRIDE = 1 << 10;
  private static final int MAX_STRIDE = 1 << 16;

  private final SstFile file;
  private final ManagedSstFileReader reader;
  private final ManagedStatistics steps;
  private byte[] begin;
  private final byte[] end;
  private boolean atEnd;
  private long keys;

  private TombstoneSearch(SstFile file, ManagedSstFileReader reader, ManagedStatistics steps, KeyRange range) {
    this.file = file;
    this.reader = reader;
    this.steps = steps;
    this.begin = range.begin();
    this.end = Arrays.copyOf(range.lastKey(), range.lastKey().length + 1);
  }

  /**
   * Whether a file may hold a tombstone of a range. Reads on the caller's thread.
   *
   * @param watch asked before each stride
   * @return true also if the file cannot be read, or reading was stopped
   */
  public static boolean mayHold(OmDatabase database, SstFile file, KeyRange range, ScanWatch watch) {
    return search(database, file, range, search -> search.mayHold(database, watch)).orElse(true);
  }

  /**
   * Counts the tombstones of a range in a file. Reads on the caller's thread all that the file has of the range.
   *
   * @return empty if the file cannot be read
   */
  public static Optional<Long> count(OmDatabase database, SstFile file, KeyRange range) {
    return search(database, file, range, TombstoneSearch::count);
  }

  private static <T> Optional<T> search(OmDatabase database, SstFile file, KeyRange range, Reading<T> reading) {
    try (ManagedStatistics steps = new ManagedStatistics();
         ManagedOptions options = new ManagedOptions()) {
      options.setStatistics(steps);
      options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      try (ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(new File(database.directory(), file.name()).getPath());
        return Optional.of(reading.of(new TombstoneSearch(file, reader, steps, range)));
      }
    } catch (RocksDBException e) {
      return Optional.empty();
    }
  }

  /** Reads a file and gives the result. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(TombstoneSearch search) throws RocksDBException;
  }

  private long count() throws RocksDBException {
    long tombstones = 0;
    while (!atEnd) {
      tombstones += stride(MAX_STRIDE);
    }
    return tombstones;
  }

  private boolean mayHold(OmDatabase database, ScanWatch watch) throws RocksDBException {
    boolean found = false;
    try {
      for (long stride = FIRST_STRIDE; !found && !atEnd; stride = Math.min(MAX_STRIDE, stride * 4)) {
        if (watch.isStopped() || !database.isOpen()) {
          return true;
        }
        found = stride(stride) > 0;
      }
      return found;
    } finally {
      watch.hasRead(bytesRead());
    }
  }

  /** Steps over dead keys on the way. */
  private long stride(long longest) throws RocksDBException {
    try (ManagedReadOptions options = new ManagedReadOptions();
         ManagedSlice lower = new ManagedSlice(begin);
         ManagedSlice upper = new ManagedSlice(end)) {
      options.setFillCache(false);
      options.setIterateLowerBound(lower);
      options.setIterateUpperBound(upper);
      try (SstFileReaderIterator live = reader.newIterator(options)) {
        long left = longest;
        for (live.seekToFirst(); live.isValid() && left > 0; live.next()) {
          left--;
        }
        live.status();
        keys += longest - left;
        atEnd = !live.isValid();
        if (!atEnd) {
          begin = live.key();
        }
      }
    }
    long skipped = steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP);
    keys += skipped;
    return skipped;
  }

  /** Blocks have no count of their own: the file's bytes in proportion to its entries. */
  private long bytesRead() {
    return file.entries() == 0 ? file.sizeBytes()
        : (long) (file.sizeBytes() * Math.min(1.0, (double) keys / file.entries()));
  }
}
