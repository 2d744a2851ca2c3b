// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.concurrent.CancellationException;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/**
 * Reads an SST file once, verifies its checksums, and counts the tombstones between given keys.
 *
 * <p>If the file has range deletions, or several versions of a key, the counts stay unknown.
 */
final class SstScan {
  /** Maximum number of live keys of a stretch, the unit of counting and the precision of the ends of dense runs. */
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
   * Reads the whole file, even if it is deleted meanwhile.
   *
   * @param cuts the file's keys are counted in intervals that begin at these keys; ascending, without duplicates
   * @param watch asked, and told of the bytes read, after every few hundred keys
   * @return counts for each interval, cut also at the ends of dense runs; none if they stay unknown
   * @throws RocksDBException if the file cannot be read, is gone or is not sound
   * @throws CancellationException if {@code watch} has stopped the scan
   */
  static ScannedFile of(String path, byte[][] cuts, ScanWatch watch) throws RocksDBException {
    return new SstScan(path, cuts, watch).scan();
  }

  private ScannedFile scan() throws RocksDBException {
    try (SstKeys keys = new SstKeys(path)) {
      // Opening the file verifies its index and range deletions. The Bloom filter stays unverified, as compactions do
      // not read it.
      TableProperties file = keys.properties();
      FileProgress progress = new FileProgress(new File(path).length(), file.getNumEntries(), watch);
      for (int piece = 0; piece <= cuts.length; piece++) {
        count(keys, piece, progress);
      }
      progress.end();
      return resolve(file);
    }
  }

  /** Counts the entries between two cuts, stretch by stretch. */
  private void count(SstKeys file, int piece, FileProgress progress) throws RocksDBException {
    byte[] end = piece == cuts.length ? null : cuts[piece];
    byte[] begin = piece == 0 ? null : cuts[piece - 1];
    do {
      checkStopped();
      long[] live = new long[1];
      byte[] next = file.read(begin, end, 0, keys -> {
        for (keys.seekToFirst(); keys.isValid() && live[0] < KEYS_OF_A_STRETCH; keys.next()) {
          live[0]++;
        }
        return keys.isValid() ? keys.key() : null;
      });
      long skipped = file.skipped();
      if (next != null) {
        stretches.end(next, live[0], skipped);
      } else {
        stretches.endPiece(end, live[0], skipped);
      }
      begin = next;
      progress.passed(live[0] + skipped);
    } while (begin != null);
  }

  private void checkStopped() {
    if (watch.isStopped()) {
      throw new CancellationException("Scan of " + path + " stopped");
    }
  }

  private ScannedFile resolve(TableProperties file) {
    // The iterator skips every deletion, and older versions of keys. So if it has skipped as many entries as the file
    // has deletions, each skipped entry is a tombstone.
    boolean tells = file.getNumRangeDeletions() == 0 && stretches.entries() == file.getNumEntries()
        && stretches.skipped() == file.getNumDeletions();
    return tells ? stretches.withRuns() : ScannedFile.silent(cuts);
  }
}
