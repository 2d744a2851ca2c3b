// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.io.File;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.ReadFaults;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/**
 * Looks for tombstones of a range in one SST file: whether there is any, or how many. Reads in growing portions on the
 * caller's thread, and counts tombstones by the entries that an iterator skips, see {@link SstScan}; an older version
 * of a key counts as a tombstone too.
 */
public final class TombstoneSearch {
  private static final int FIRST_STRIDE = 1 << 10;
  private static final int MAX_STRIDE = 1 << 16;

  private TombstoneSearch() {
  }

  /**
   * True if a file possibly holds a tombstone of a range; also if the file cannot be read, or reading was stopped.
   *
   * @param watch asked before each portion, and told of its bytes
   */
  public static boolean mayHold(OmDatabase database, SstFile file, KeyRange range, ScanWatch watch) {
    return count(database, file, range, 1, watch).map(tombstones -> tombstones > 0).orElse(true);
  }

  /**
   * Counts the tombstones of a range in a file. Reads all blocks of the range.
   *
   * @return empty if the file cannot be read
   */
  public static Optional<Long> count(OmDatabase database, SstFile file, KeyRange range) {
    return count(database, file, range, Long.MAX_VALUE, () -> false);
  }

  /**
   * @param enough number of tombstones after which the count ends
   * @return empty if the file cannot be read, or reading was stopped
   */
  private static Optional<Long> count(OmDatabase database, SstFile file, KeyRange range, long enough,
      ScanWatch watch) {
    FileProgress progress = new FileProgress(file.sizeBytes(), file.entries(), watch);
    byte[] end = Keys.after(range.lastKey());
    try (SstKeys keys = new SstKeys(database, file)) {
      long tombstones = 0;
      int stride = FIRST_STRIDE;
      for (byte[] begin = range.begin(); begin != null && tombstones < enough;) {
        if (watch.isStopped() || !database.isOpen()) {
          return Optional.empty();
        }
        int longest = stride;
        begin = keys.read(begin, end, 0, live -> {
          int passed = 0;
          for (live.seekToFirst(); live.isValid() && passed < longest; live.next()) {
            passed++;
          }
          progress.passed(passed);
          return live.isValid() ? live.key() : null;
        });
        long skipped = keys.skipped();
        progress.passed(skipped);
        tombstones += skipped;
        stride = Math.min(MAX_STRIDE, stride * 4);
      }
      return Optional.of(tombstones);
    } catch (RocksDBException e) {
      if (new File(database.directory(), file.name()).exists()) {
        ReadFaults.tell("Tombstones of SST file " + file.name() + " cannot be counted", e);
      }
      return Optional.empty();
    }
  }
}
