// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** Keys by which compactRange takes files of one level and, but for what these draw in, no others. Immutable. */
final class NarrowRange {
  private final KeyRange keys;
  private final int level;
  private final int deepest;
  private final List<byte[]> puts;

  /**
   * @param level   the first level that holds a key of the range
   * @param deepest the last one that does
   * @param puts    first and last key, as far as their newest versions in SST files are puts
   */
  NarrowRange(KeyRange keys, int level, int deepest, List<byte[]> puts) {
    this.keys = keys;
    this.level = level;
    this.deepest = deepest;
    this.puts = puts;
  }

  /** Mostly one key. */
  KeyRange keys() {
    return keys;
  }

  int level() {
    return level;
  }

  int deepest() {
    return deepest;
  }

  /** Whether a memtable may hold a key of the range: RocksDB would flush it first. */
  boolean mayBeInMemory(OmDatabase database, String table) throws DatabaseUnavailableException {
    return MemtableKeys.mayHold(database, table, keys, puts);
  }

  @Override
  public String toString() {
    return keys + " on levels " + level + " to " + deepest;
  }
}
