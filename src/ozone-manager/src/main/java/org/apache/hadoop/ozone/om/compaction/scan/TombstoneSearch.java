// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/**
 * Looks for tombstones of a range in one SST file: for any, in growing strides, or for all. They are told by the steps
 * that {@link SstScan} counts; a step over an older version of a key is taken for a tombstone.
 */
public final class TombstoneSearch {
  private static final int FIRST_STRIDE = 1 << 10;
  private static final int MAX_STRIDE = 1 << 16;

  private final SstFile file;
  private final SstKeys reader;
  /** Null once all is read. */
  private byte[] begin;
  private final byte[] end;
  private long keys;

  private TombstoneSearch(SstFile file, SstKeys reader, KeyRange range) {
    this.file = file;
    this.reader = reader;
    this.begin = range.begin();
    this.end = Keys.after(range.lastKey());
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
    try (SstKeys keys = new SstKeys(database, file)) {
      return Optional.of(reading.of(new TombstoneSearch(file, keys, range)));
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
    while (begin != null) {
      tombstones += stride(MAX_STRIDE);
    }
    return tombstones;
  }

  private boolean mayHold(OmDatabase database, ScanWatch watch) throws RocksDBException {
    boolean found = false;
    try {
      for (long stride = FIRST_STRIDE; !found && begin != null; stride = Math.min(MAX_STRIDE, stride * 4)) {
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
    begin = reader.read(begin, end, 0, live -> {
      live.seekToFirst();
      for (long left = longest; live.isValid() && left > 0; left--) {
        live.next();
        keys++;
      }
      return live.isValid() ? live.key() : null;
    });
    long skipped = reader.skipped();
    keys += skipped;
    return skipped;
  }

  /** Blocks have no count of their own: the file's bytes in proportion to its entries. */
  private long bytesRead() {
    return file.entries() == 0 ? file.sizeBytes()
        : (long) (file.sizeBytes() * Math.min(1.0, (double) keys / file.entries()));
  }
}
