// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.ReadFaults;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/** Searches SST files for tombstones, or older versions of keys, of one range on this thread. Not thread-safe. */
public final class TombstoneSearch {
  private static final int FIRST_STRIDE = 1 << 10;
  private static final int MAX_STRIDE = 1 << 16;

  private final OmDatabase database;
  private final KeyRange range;
  private final ScanWatch watch;
  private final Map<SstFile, Boolean> known = new HashMap<>();

  /** @param watch asked often whether to stop, and told how many bytes were read */
  public TombstoneSearch(OmDatabase database, KeyRange range, ScanWatch watch) {
    this.database = database;
    this.range = range;
    this.watch = watch;
  }

  /** Also true if reading fails or was stopped. Reads the file only if its keys cross an end of the range. */
  public boolean mayFindIn(SstFile file) {
    return range.contains(file.smallestKey()) && range.contains(file.largestKey()) ? file.tombstones() > 0
        : known.computeIfAbsent(file, any -> count(file, 1).map(tombstones -> tombstones > 0).orElse(true));
  }

  /** Reads all blocks of the range. Empty if the file cannot be read, or reading was stopped. */
  public Optional<Long> count(SstFile file) {
    return count(file, Long.MAX_VALUE);
  }

  /** @param enough the count ends as soon as it has reached this number of tombstones */
  private Optional<Long> count(SstFile file, long enough) {
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
      if (database.file(file.name()).exists()) {
        ReadFaults.log("Tombstones of SST file " + file.name() + " cannot be counted", e);
      }
      return Optional.empty();
    }
  }
}
