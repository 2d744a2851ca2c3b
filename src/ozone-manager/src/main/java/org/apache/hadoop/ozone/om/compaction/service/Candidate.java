// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** A range that a round may take, with all that is asked of it. Immutable. */
final class Candidate {
  private final TableKeys keys;
  private final long tombstones;
  private final long readBytes;
  private final long writeBytes;
  private final long collateralBytes;
  private final OptionalLong seekMicros;
  private final OptionalLong oldestMillis;

  /**
   * @param tombstones      that compacting it removes at most, as the planner judges it by
   * @param readBytes       that this reads, predicted
   * @param writeBytes      that this writes, predicted
   * @param collateralBytes the part of those read that lies outside of the range
   * @param seekMicros      the slowest seek in it; empty if not measured
   * @param oldestMillis    since 1970: no tombstone of it is older; empty if not known
   */
  Candidate(String table, KeyRange range, long tombstones, long readBytes, long writeBytes, long collateralBytes,
      OptionalLong seekMicros, OptionalLong oldestMillis) {
    this.keys = new TableKeys(table, range);
    this.tombstones = tombstones;
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
    this.collateralBytes = collateralBytes;
    this.seekMicros = seekMicros;
    this.oldestMillis = oldestMillis;
  }

  String table() {
    return keys.table();
  }

  KeyRange range() {
    return keys.range();
  }

  TableKeys keys() {
    return keys;
  }

  long tombstones() {
    return tombstones;
  }

  long readBytes() {
    return readBytes;
  }

  long writeBytes() {
    return writeBytes;
  }

  long collateralBytes() {
    return collateralBytes;
  }

  OptionalLong seekMicros() {
    return seekMicros;
  }

  OptionalLong oldestMillis() {
    return oldestMillis;
  }

  /** Bytes read and written; at least 1. */
  long movedBytes() {
    return Math.max(1, readBytes + writeBytes);
  }
}
