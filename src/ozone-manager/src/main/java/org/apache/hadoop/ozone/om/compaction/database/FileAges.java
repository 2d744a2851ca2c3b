// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.File;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;

/**
 * Upper bounds of the age of SST files' entries. RocksDB stores in each file when the oldest file was made that its
 * entries come from (property {@code rocksdb.creation.time}, in seconds), so a file may be taken for older than its
 * tombstones, never for younger. Values are remembered as long as the database is the same. Thread-safe.
 */
public final class FileAges {
  private static final int MAX_REMEMBERED = 20_000;
  private static final long UNKNOWN = 0;

  private final Map<String, Long> seconds = new LinkedHashMap<String, Long>() {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_REMEMBERED;
    }
  };
  private OmDatabase database;

  /**
   * @param over true once there is no time to open another file
   * @return milliseconds since 1970; no tombstone of the files is older. Empty if no file has tombstones, or the age of
   *     one that has is not known
   */
  public OptionalLong oldestMillis(OmDatabase current, Collection<SstFile> files, BooleanSupplier over) {
    long oldest = Long.MAX_VALUE;
    for (SstFile file : files) {
      if (file.tombstones() == 0) {
        continue;
      }
      Long known = known(current, file.name());
      if (known == null) {
        if (over.getAsBoolean()) {
          return OptionalLong.empty();
        }
        known = read(new File(current.directory(), file.name()));
        remember(current, file.name(), known);
      }
      if (known == UNKNOWN) {
        return OptionalLong.empty();
      }
      oldest = Math.min(oldest, known);
    }
    return oldest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(TimeUnit.SECONDS.toMillis(oldest));
  }

  private synchronized Long known(OmDatabase current, String name) {
    return current.isSameAs(database) ? seconds.get(name) : null;
  }

  private synchronized void remember(OmDatabase current, String name, long known) {
    if (!current.isSameAs(database)) {
      seconds.clear();
      database = current;
    }
    seconds.put(name, known);
  }

  private static long read(File file) {
    try {
      return FileCounts.properties(file).getCreationTime();
    } catch (RocksDBException e) {
      // The file was compacted away, or cannot be read, which is checked before it is compacted.
      return UNKNOWN;
    }
  }
}
