// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the entries that SST files hold between two keys: by metadata for files that lie there whole, by reading for
 * the others. Keeps the files open that it read last. Not thread-safe.
 */
final class FileEntries implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileEntries.class);
  /** Neighbouring places lie in the same files: one or two of each level, and those of level 0. */
  private static final int MAX_OPEN = 24;

  private final OmDatabase database;
  private final FilesByKey files;
  private final Map<String, SstKeys> open = new LinkedHashMap<String, SstKeys>(MAX_OPEN, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, SstKeys> eldest) {
      if (size() > MAX_OPEN) {
        eldest.getValue().close();
        return true;
      }
      return false;
    }
  };

  FileEntries(OmDatabase database, FilesByKey files) {
    this.database = database;
    this.files = files;
  }

  /**
   * Counts from {@code begin}, inclusive, to {@code end}, exclusive; exact unless a file cannot be read. Reads all
   * blocks of the keys in files that lie there only in part. {@code bytes} is the approximate size of the entries.
   */
  DeadEntries count(byte[] begin, byte[] end, long bytes) {
    CountInterval[] sum = {DeadEntries.ZERO, DeadEntries.ZERO};
    files.forEachIn(begin, end, file -> {
      if (Keys.compare(file.smallestKey(), end) < 0) {
        CountInterval[] ofFile = ofFile(file, begin, end);
        sum[0] = sum[0].plus(ofFile[0]);
        sum[1] = sum[1].plus(ofFile[1]);
      }
    });
    return new DeadEntries(sum[0], sum[1], DeadEntries.ZERO, DeadEntries.ZERO, bytes);
  }

  /** True if a file holds an entry between two keys, or cannot be read. */
  boolean holdAny(byte[] begin, byte[] end) {
    boolean[] found = new boolean[1];
    files.forEachIn(begin, end, file -> found[0] |= !found[0] && holdsAny(file, begin, end));
    return found[0];
  }

  private boolean holdsAny(SstFile file, byte[] begin, byte[] end) {
    if (isWithin(file, begin, end)) {
      return true;
    }
    try {
      return keys(file).holds(begin, end);
    } catch (RocksDBException e) {
      LOG.debug("Entries of SST file {} are not known: {}", file.name(), e.toString());
      return true;
    }
  }

  private static boolean isWithin(SstFile file, byte[] begin, byte[] end) {
    return Keys.compare(begin, file.smallestKey()) <= 0 && Keys.compare(file.largestKey(), end) < 0;
  }

  private SstKeys keys(SstFile file) throws RocksDBException {
    SstKeys keys = open.get(file.name());
    if (keys == null) {
      keys = new SstKeys(database, file);
      open.put(file.name(), keys);
    }
    return keys;
  }

  private CountInterval[] ofFile(SstFile file, byte[] begin, byte[] end) {
    if (isWithin(file, begin, end)) {
      return exactly(file.entries(), file.tombstones());
    }
    try {
      SstKeys keys = keys(file);
      keys.skipped();
      long puts = keys.read(begin, end, 0, live -> {
        long passed = 0;
        for (live.seekToFirst(); live.isValid(); live.next()) {
          passed++;
        }
        return passed;
      });
      long tombstones = keys.skipped();
      return exactly(puts + tombstones, tombstones);
    } catch (RocksDBException e) {
      LOG.debug("Entries of SST file {} are not counted: {}", file.name(), e.toString());
      return new CountInterval[] {new CountInterval(0, file.entries()), new CountInterval(0, file.tombstones())};
    }
  }

  private static CountInterval[] exactly(long entries, long tombstones) {
    return new CountInterval[] {new CountInterval(entries, entries), new CountInterval(tombstones, tombstones)};
  }

  void addEdges(Collection<byte[]> sink) {
    files.forEach(file -> {
      sink.add(file.smallestKey());
      sink.add(file.largestKey());
    });
  }

  /** Returns the names of the files that may hold a key from {@code begin} to {@code end}, both inclusive. */
  List<String> namesIn(byte[] begin, byte[] end) {
    List<String> names = new ArrayList<>();
    files.forEachIn(begin, end, file -> names.add(file.name()));
    return names;
  }

  @Override
  public void close() {
    open.values().forEach(SstKeys::close);
    open.clear();
  }
}
