// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.concurrent.CancellationException;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TableProperties;
import org.rocksdb.TickerType;

/**
 * Reads an SST file once and finds everything that reading can tell: whether the file is sound, how many tombstones lie
 * between given keys, and where tombstones are dense.
 *
 * <p>A file is sound if its checksums are correct. The iterators read every block with keys from the file, not from the
 * block cache, and verify its checksum. Opening the file verifies index and range deletions. The Bloom filter is left
 * out, because compactions do not read it.
 *
 * <p>RocksDB's Java API does not show tombstones, but an iterator skips them. A statistics object made for this scan
 * counts the skipped entries ({@code NUMBER_ITER_SKIP}). The iterator also skips older versions of a key. Flush and
 * compaction keep older versions only for RocksDB snapshots, which Ozone does not take. If there are older versions,
 * more entries are skipped than the file has deletions. The counts of such a file, or of one with range deletions, stay
 * unknown.
 */
final class SstScan {
  /**
   * Maximum number of live keys of a stretch, the unit of counting. The ends of dense runs are found with this
   * precision.
   */
  private static final int KEYS_OF_A_STRETCH = 512;

  private final String path;
  private final byte[][] cuts;
  private final ScanWatch watch;
  private final ScannedStretches stretches = new ScannedStretches();

  private SstScan(String path, byte[][] cuts, ScanWatch watch) {
    this.path = path;
    this.cuts = cuts;
    this.watch = watch;
  }

  /**
   * Reads the whole file. It is kept open, and so stays readable if it is deleted meanwhile.
   *
   * @param cuts  keys between which to count; ascending, without duplicates
   * @param watch asked, and told of the bytes read, after every few hundred keys
   * @return counts between these cuts and further ones where dense runs begin and end; without a profile if the counts
   *     stay unknown
   * @throws RocksDBException      if the file cannot be read, is gone or is not sound
   * @throws CancellationException if {@code watch} has stopped the scan
   */
  static ScannedFile of(String path, byte[][] cuts, ScanWatch watch) throws RocksDBException {
    return new SstScan(path, cuts, watch).scan();
  }

  private ScannedFile scan() throws RocksDBException {
    try (ManagedStatistics steps = new ManagedStatistics();
         ManagedOptions options = new ManagedOptions()) {
      options.setStatistics(steps);
      // By default RocksDB seeks past a key with many versions, and then counts fewer skipped entries.
      options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      try (ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(path);
        TableProperties file = reader.getTableProperties();
        FileProgress progress = new FileProgress(new File(path).length(), file.getNumEntries(), watch);
        for (int piece = 0; piece <= cuts.length; piece++) {
          step(reader, piece, steps, progress);
        }
        progress.end();
        return resolve(file);
      }
    }
  }

  /**
   * Counts the entries between two cuts. Each stretch of keys has its own iterator, as RocksDB adds an iterator's
   * skipped entries to the statistics when the iterator is closed.
   */
  private void step(ManagedSstFileReader reader, int piece, ManagedStatistics steps, FileProgress progress)
      throws RocksDBException {
    try (ManagedReadOptions options = new ManagedReadOptions();
         ManagedSlice end = piece == cuts.length ? null : new ManagedSlice(cuts[piece])) {
      options.setFillCache(false);
      if (end != null) {
        options.setIterateUpperBound(end);
      }
      byte[] begin = piece == 0 ? null : cuts[piece - 1];
      boolean more = true;
      while (more) {
        checkStopped();
        long live = 0;
        byte[] next;
        try (SstFileReaderIterator keys = reader.newIterator(options)) {
          if (begin == null) {
            keys.seekToFirst();
          } else {
            keys.seek(begin);
          }
          for (; keys.isValid() && live < KEYS_OF_A_STRETCH; keys.next()) {
            live++;
          }
          next = keys.isValid() ? keys.key() : null;
          keys.status();
        }
        more = next != null;
        long skipped = steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP);
        if (more) {
          stretches.end(next, live, skipped);
        } else {
          stretches.endPiece(piece == cuts.length ? null : cuts[piece], live, skipped);
        }
        begin = next;
        progress.passed(live + skipped);
      }
    }
  }

  private void checkStopped() {
    if (watch.isStopped()) {
      throw new CancellationException("Scan of " + path + " stopped");
    }
  }

  private ScannedFile resolve(TableProperties file) {
    boolean tells = file.getNumRangeDeletions() == 0 && stretches.entries() == file.getNumEntries()
        && stretches.skipped() == file.getNumDeletions();
    return tells ? stretches.withRuns() : ScannedFile.silent(cuts);
  }
}
