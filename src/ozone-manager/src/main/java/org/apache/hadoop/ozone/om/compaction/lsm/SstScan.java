// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdds.utils.db.managed.ManagedBlockBasedTableConfig;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.apache.hadoop.hdds.utils.db.managed.ManagedStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.PieceCounts;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.TableProperties;
import org.rocksdb.TickerType;

/**
 * Counts the tombstones in each piece of an SST file. RocksDB's Java API shows no tombstone to anybody; but an iterator
 * steps over them, and a statistics object of its own counts these steps ({@code NUMBER_ITER_SKIP}).
 *
 * <p>It also steps over older versions of a key. Flush and compaction keep those only for RocksDB snapshots, which
 * Ozone does not take, and the file's own number of deletions tells whether there are any: then there are more steps
 * than tombstones. In such a file, or one with range deletions, the pieces cannot be told apart and the counts stay
 * unknown, unless all its steps lie in one piece.
 */
final class SstScan {
  private static final int KEYS_BETWEEN_CHECKS = 1 << 16;

  private final String path;
  private final byte[][] cuts;
  private final BooleanSupplier stopped;
  private final long[] live;
  private final long[] skipped;

  private SstScan(String path, byte[][] cuts, BooleanSupplier stopped) {
    this.path = path;
    this.cuts = cuts;
    this.stopped = stopped;
    this.live = new long[cuts.length + 1];
    this.skipped = new long[cuts.length + 1];
  }

  /**
   * Reads the whole file. The file stays readable when it is deleted meanwhile, as it is kept open.
   *
   * @param cuts    as {@link org.apache.hadoop.ozone.om.compaction.planner.SharedFileCounts} describes
   * @param stopped asked now and then
   * @return null if the file does not tell
   * @throws RocksDBException      if the file cannot be read, for example as it is gone
   * @throws CancellationException if stopped
   */
  static PieceCounts count(String path, byte[][] cuts, BooleanSupplier stopped) throws RocksDBException {
    return new SstScan(path, cuts, stopped).count();
  }

  private PieceCounts count() throws RocksDBException {
    try (ManagedStatistics steps = new ManagedStatistics();
         ManagedOptions options = new ManagedOptions()) {
      options.setStatistics(steps);
      // The default seeks past a key with many versions instead of stepping over each of them.
      options.setMaxSequentialSkipInIterations(Long.MAX_VALUE);
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      try (ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
        reader.open(path);
        for (int piece = 0; piece <= cuts.length; piece++) {
          step(reader, piece);
          skipped[piece] = steps.getAndResetTickerCount(TickerType.NUMBER_ITER_SKIP);
        }
        return resolve(reader.getTableProperties());
      }
    }
  }

  private void step(ManagedSstFileReader reader, int piece) throws RocksDBException {
    try (ManagedReadOptions options = new ManagedReadOptions();
         ManagedSlice begin = piece == 0 ? null : new ManagedSlice(cuts[piece - 1]);
         ManagedSlice end = piece == cuts.length ? null : new ManagedSlice(cuts[piece])) {
      options.setFillCache(false);
      if (begin != null) {
        options.setIterateLowerBound(begin);
      }
      if (end != null) {
        options.setIterateUpperBound(end);
      }
      try (SstFileReaderIterator keys = reader.newIterator(options)) {
        checkStopped();
        for (keys.seekToFirst(); keys.isValid(); keys.next()) {
          if (++live[piece] % KEYS_BETWEEN_CHECKS == 0) {
            checkStopped();
          }
        }
        keys.status();
      }
    }
  }

  private void checkStopped() {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("Scan of " + path + " stopped");
    }
  }

  private PieceCounts resolve(TableProperties file) {
    long[] entries = new long[live.length];
    long steps = 0;
    int piecesWithSteps = 0;
    long allEntries = 0;
    for (int piece = 0; piece < live.length; piece++) {
      entries[piece] = live[piece] + skipped[piece];
      allEntries += entries[piece];
      steps += skipped[piece];
      piecesWithSteps += skipped[piece] > 0 ? 1 : 0;
    }
    if (file.getNumRangeDeletions() > 0 || allEntries != file.getNumEntries()) {
      return null;
    }
    if (steps == file.getNumDeletions()) {
      return new PieceCounts(entries, skipped);
    }
    if (piecesWithSteps == 1) {
      long[] tombstones = new long[skipped.length];
      for (int piece = 0; piece < skipped.length; piece++) {
        tombstones[piece] = skipped[piece] > 0 ? file.getNumDeletions() : 0;
      }
      return new PieceCounts(entries, tombstones);
    }
    return null;
  }
}
