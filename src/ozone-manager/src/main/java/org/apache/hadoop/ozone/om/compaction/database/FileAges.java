// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.io.File;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/**
 * Finds an upper bound of the age of SST files' tombstones, from {@code rocksdb.creation.time}. RocksDB gives a
 * compaction's output the creation time of its oldest input. Times are remembered. Thread-safe.
 */
public final class FileAges {
  private static final int MAX_REMEMBERED = 20_000;
  /** Value for a file that contains no time. */
  private static final long UNKNOWN = 0;

  private final PerDatabase<Cache<String, Long>> seconds =
      new PerDatabase<>(() -> CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED).build());
  private final PerDatabase<Cache<String, Boolean>> unread;

  public FileAges() {
    this(Ticker.systemTicker());
  }

  /** @param ticker the clock that decides when a failed read is repeated */
  FileAges(Ticker ticker) {
    unread = new PerDatabase<>(() -> ReadFaults.unread(ticker));
  }

  /**
   * A time, in milliseconds since 1970, before which none of the files' tombstones was written; empty if no file has
   * any, or if the age of one that has is unknown. Opens no further file once {@code over} is true.
   */
  public OptionalLong oldestMillis(OmDatabase database, Collection<SstFile> files, BooleanSupplier over) {
    Map<String, Long> known = seconds.of(database).asMap();
    Cache<String, Boolean> notNow = unread.of(database);
    long oldest = Long.MAX_VALUE;
    for (SstFile file : files) {
      if (file.tombstones() > 0) {
        if (!known.containsKey(file.name())
            && (notNow.getIfPresent(file.name()) != null || over.getAsBoolean())) {
          return OptionalLong.empty();
        }
        Long made = known.computeIfAbsent(file.name(), name -> read(database.file(name)));
        if (made == null) {
          notNow.put(file.name(), true);
          return OptionalLong.empty();
        }
        if (made == UNKNOWN) {
          return OptionalLong.empty();
        }
        oldest = Math.min(oldest, made);
      }
    }
    return oldest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(TimeUnit.SECONDS.toMillis(oldest));
  }

  /** Returns null if the file cannot be read now. */
  private static Long read(File file) {
    try {
      return FileCounts.properties(file).getCreationTime();
    } catch (RocksDBException e) {
      // A file that is gone was replaced by a compaction, which is no fault to log.
      if (file.exists()) {
        ReadFaults.log("The age of SST file " + file.getName() + " is not known", e);
      }
      return null;
    }
  }
}
