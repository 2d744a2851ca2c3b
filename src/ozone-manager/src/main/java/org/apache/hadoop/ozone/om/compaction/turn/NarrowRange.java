// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/**
 * A key range with which compactRange starts at files of a single level. RocksDB itself adds the files that it has to
 * compact together with them. Immutable.
 */
final class NarrowRange {
  private final KeyRange keys;
  private final int level;
  private final int deepest;
  private final List<byte[]> puts;

  /**
   * @param level   the first level with a key of the range
   * @param deepest the deepest level that compactRange compacts for the range
   * @param puts    end keys of the range whose newest entry in SST files is a put; none to two
   */
  NarrowRange(KeyRange keys, int level, int deepest, List<byte[]> puts) {
    this.keys = keys;
    this.level = level;
    this.deepest = deepest;
    this.puts = puts;
  }

  /** The range; in most cases a single key. */
  KeyRange keys() {
    return keys;
  }

  int level() {
    return level;
  }

  int deepest() {
    return deepest;
  }

  /** True if a memtable may hold a key of the range. RocksDB would then flush the table before it compacts. */
  boolean mayBeInMemory(OmDatabase database, String table) throws DatabaseUnavailableException {
    return MemtableKeys.mayHold(database, table, keys, puts);
  }

  @Override
  public String toString() {
    return keys + " on levels " + level + " to " + deepest;
  }
}
