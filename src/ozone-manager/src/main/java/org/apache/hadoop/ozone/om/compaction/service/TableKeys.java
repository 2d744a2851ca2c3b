// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** Keys of a table. Immutable. */
final class TableKeys {
  private final String table;
  private final KeyRange range;

  TableKeys(String table, KeyRange range) {
    this.table = table;
    this.range = range;
  }

  String table() {
    return table;
  }

  KeyRange range() {
    return range;
  }

  /** Whether there may be a key that is in both. */
  boolean touches(TableKeys other) {
    return table.equals(other.table) && Keys.compare(range.begin(), other.range.lastKey()) <= 0
        && Keys.compare(other.range.begin(), range.lastKey()) <= 0;
  }
}
