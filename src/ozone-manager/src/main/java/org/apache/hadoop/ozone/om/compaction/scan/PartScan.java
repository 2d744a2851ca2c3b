// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
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
 * Counts the entries of some pieces of an SST file without tombstones. How many the whole file holds it says itself, so
 * where one piece is wanted only the smaller side is read: the piece and all else are stepped over in turns until one
 * of them ends. Where more are wanted, they are read and nothing else is.
 */
public final class PartScan {
  public static final long UNKNOWN = -1;
  private static final int STRIDE = 1_024;

  private final String path;
  private final byte[][] cuts;
  private final BitSet wanted;
  private final ScanWatch watch;
  private final long[] counts;
  private ManagedSstFileReader reader;
  private FileProgress progress;

  private PartScan(String path, byte[][] cuts, BitSet wanted, ScanWatch watch) {
    this.path = path;
    this.cuts = cuts;
    this.wanted = wanted;
    this.watch = watch;
    this.counts = new long[cuts.length + 1];
    Arrays.fill(counts, UNKNOWN);
  }

  /**
   * @param cuts   where the pieces meet, ascending, each once, at least one
   * @param wanted the pieces to count, at least one
   * @param watch  asked, and told of the bytes of the file, after every thousand keys
   * @return of each piece the entries, or {@link #UNKNOWN}; null if the file does not tell: it holds tombstones, or
   *         several versions of a key
   * @throws RocksDBException      if the file cannot be read, as it is gone or not sound
   * @throws CancellationException if stopped
   */
  static long[] of(String path, byte[][] cuts, BitSet wanted, ScanWatch watch) throws RocksDBException {
    return new PartScan(path, cuts, wanted, watch).scan();
  }

  private long[] scan() throws RocksDBException {
    try (ManagedStatistics steps = new ManagedStatistics();
         ManagedOptions options = new ManagedOptions()) {
      options.setStatistics(steps);
      options.setTableFormatConfig(new ManagedBlockBasedTableConfig().setNoBlockCache(true));
      try (ManagedSstFileReader file = new ManagedSstFileReader(options)) {
        file.open(path);
        reader = file;
        TableProperties properties = file.getTableProperties();
        long entries = properties.getNumEntries();
        if (properties.getNumDeletions() > 0 || properties.getNumRangeDeletions() > 0) {
          return null;
        }
        progress = new FileProgress(new File(path).length(), entries, watch);
        if (wanted.cardinality() == 1 || cuts.length == 1) {
          countSmallerSide(wanted.nextSetBit(0), entries);
        } else {
          try (Side all = new Side(wanted.stream().toArray())) {
            while (!all.hasEnded()) {
              all.advance();
            }
          }
        }
        return isPlain(steps, entries) ? counts : null;
      }
    }
  }

  /** Whether keys and entries are the same: an iterator that steps over an older version says so when it ends. */
  private boolean isPlain(ManagedStatistics steps, long entries) {
    long counted = Arrays.stream(counts).filter(count -> count > 0).sum();
    return steps.getTickerCount(TickerType.NUMBER_ITER_SKIP) == 0 && counted <= entries;
  }

  private void countSmallerSide(int piece, long entries) throws RocksDBException {
    int[] others = IntStream.range(0, counts.length).filter(other -> other != piece).toArray();
    try (Side one = new Side(piece); Side rest = new Side(others)) {
      while (!one.hasEnded() && !rest.hasEnded()) {
        one.advance();
        if (!one.hasEnded()) {
          rest.advance();
        }
      }
      if (!one.hasEnded()) {
        counts[piece] = entries - rest.passed;
      } else if (!rest.hasEnded()) {
        Arrays.stream(others).forEach(other -> counts[other] = UNKNOWN);
        if (others.length == 1) {
          counts[others[0]] = entries - one.passed;
        }
      }
    }
  }

  /** Pieces that are stepped over one after the other. */
  private final class Side implements AutoCloseable {
    private final int[] pieces;
    private int at;
    private long passed;
    private ManagedReadOptions options;
    private ManagedSlice end;
    private SstFileReaderIterator keys;

    Side(int... pieces) {
      this.pieces = pieces;
    }

    boolean hasEnded() {
      return at == pieces.length;
    }

    void advance() throws RocksDBException {
      if (watch.isStopped()) {
        throw new CancellationException("Count of " + path + " stopped");
      }
      int piece = pieces[at];
      if (keys == null) {
        open(piece);
      }
      int stepped = 0;
      for (; stepped < STRIDE && keys.isValid(); keys.next()) {
        stepped++;
      }
      counts[piece] += stepped;
      passed += stepped;
      if (!keys.isValid()) {
        keys.status();
        close();
        at++;
      }
      progress.passed(stepped);
    }

    private void open(int piece) {
      options = new ManagedReadOptions();
      options.setFillCache(false);
      if (piece < cuts.length) {
        end = new ManagedSlice(cuts[piece]);
        options.setIterateUpperBound(end);
      }
      keys = reader.newIterator(options);
      counts[piece] = 0;
      if (piece == 0) {
        keys.seekToFirst();
      } else {
        keys.seek(cuts[piece - 1]);
      }
    }

    @Override
    public void close() {
      if (keys != null) {
        keys.close();
        keys = null;
      }
      if (end != null) {
        end.close();
        end = null;
      }
      if (options != null) {
        options.close();
        options = null;
      }
    }
  }
}
