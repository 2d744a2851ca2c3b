// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import com.google.protobuf.ByteString;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;

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

  static TableKeys of(CompactionProtos.KeyRange message) {
    return new TableKeys(message.getTable(),
        new KeyRange(message.getBegin().toByteArray(), message.getEnd().toByteArray()));
  }

  CompactionProtos.KeyRange message() {
    return CompactionProtos.KeyRange.newBuilder().setTable(table).setBegin(ByteString.copyFrom(range.begin()))
        .setEnd(ByteString.copyFrom(range.lastKey())).build();
  }

  /** Whether all keys of the other are in it. */
  boolean holds(TableKeys other) {
    return table.equals(other.table) && range.contains(other.range.begin()) && range.contains(other.range.lastKey());
  }

  /** Whether there may be a key that is in both. */
  boolean touches(TableKeys other) {
    return table.equals(other.table) && Keys.compare(range.begin(), other.range.lastKey()) <= 0
        && Keys.compare(other.range.begin(), range.lastKey()) <= 0;
  }
}
