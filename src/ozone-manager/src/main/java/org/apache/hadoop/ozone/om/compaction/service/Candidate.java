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
  private final Place place;

  /** Where its tombstones are. */
  private enum Place { FILES, MEMORY }

  /**
   * One in SST files.
   *
   * @param tombstones      that compacting it removes at most, as the planner judges it by
   * @param readBytes       that this reads, predicted
   * @param writeBytes      that this writes, predicted
   * @param collateralBytes the part of those read that lies outside of the range
   * @param seekMicros      the slowest seek in it; empty if not measured
   * @param oldestMillis    since 1970: no tombstone of it is older; empty if not known
   */
  Candidate(String table, KeyRange range, long tombstones, long readBytes, long writeBytes, long collateralBytes,
      OptionalLong seekMicros, OptionalLong oldestMillis) {
    this(new TableKeys(table, range), tombstones, readBytes, writeBytes, collateralBytes, seekMicros, oldestMillis,
        Place.FILES);
  }

  private Candidate(TableKeys keys, long tombstones, long readBytes, long writeBytes, long collateralBytes,
      OptionalLong seekMicros, OptionalLong oldestMillis, Place place) {
    this.place = place;
    this.keys = keys;
    this.tombstones = tombstones;
    this.readBytes = readBytes;
    this.writeBytes = writeBytes;
    this.collateralBytes = collateralBytes;
    this.seekMicros = seekMicros;
    this.oldestMillis = oldestMillis;
  }

  /**
   * One that no SST file holds yet, so that a round has to flush it first.
   *
   * @param movedBytes      that the flush and compacting the range after it read at most, and write at most
   * @param collateralBytes the part of them that lies outside of the range
   */
  static Candidate inMemory(String table, KeyRange range, long tombstones, long movedBytes, long collateralBytes,
      OptionalLong seekMicros) {
    return new Candidate(new TableKeys(table, range), tombstones, movedBytes, movedBytes, collateralBytes, seekMicros,
        OptionalLong.empty(), Place.MEMORY);
  }

  boolean isInMemory() {
    return place == Place.MEMORY;
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

  /** That a round has to tell of. How many are in memory is estimated and bounded from above: half of that is. */
  long expectedTombstones() {
    return isInMemory() ? tombstones / 2 : tombstones;
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
