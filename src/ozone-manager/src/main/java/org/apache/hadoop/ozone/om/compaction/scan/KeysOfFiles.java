// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SstKeys;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads keys of SST files. Opens each file once, and keeps it open. Not thread-safe. */
public final class KeysOfFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeysOfFiles.class);

  private final OmDatabase database;
  private final Map<SstFile, SstKeys> open = new HashMap<>();
  private final Set<SstFile> unread = new HashSet<>();

  public KeysOfFiles(OmDatabase database) {
    this.database = database;
  }

  /** Reads the keys of one file, and must not close {@code keys}. If it throws, {@link #unread} contains the file. */
  @FunctionalInterface
  public interface FileRead<T> {
    T at(SstKeys keys) throws RocksDBException;
  }

  /** {@code otherwise}, which may be null, is the result if the file cannot be read. */
  public <T> T read(SstFile file, T otherwise, FileRead<T> read) {
    try {
      SstKeys keys = open.get(file);
      if (keys == null) {
        keys = new SstKeys(database, file);
        open.put(file, keys);
      }
      return read.at(keys);
    } catch (RocksDBException e) {
      LOG.debug("The keys of SST file {} cannot be read", file.name(), e);
      unread.add(file);
      return otherwise;
    }
  }

  /** True if a file holds an entry in the range {@code keys}. Also true if the file cannot be read, as in RocksDB. */
  public boolean holds(SstFile file, KeyRange keys) {
    return file.overlaps(keys)
        && (keys.contains(file.smallestKey()) || keys.contains(file.largestKey())
        || read(file, true, ofFile -> ofFile.holds(keys)));
  }

  public Set<SstFile> unread() {
    return Collections.unmodifiableSet(unread);
  }

  @Override
  public void close() {
    open.values().forEach(SstKeys::close);
    open.clear();
  }
}
