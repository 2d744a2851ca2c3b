// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;

/**
 * Something that a round may take up: a range of the leader's plan, or a bucket with tombstones in memory. Immutable.
 */
final class RoundCandidate {
  private final RoundPart part;
  private final long writeBytes;
  private final long tombstones;

  /**
   * @param part       WAITS if a list waits there, else OTHERS
   * @param writeBytes the least remaining budget to begin it with, in bytes
   * @param tombstones expected to be removed from SST files; those in memory are not counted, as RocksDB's estimate is
   *                   too rough
   */
  RoundCandidate(RoundPart part, long writeBytes, long tombstones) {
    this.part = part;
    this.writeBytes = writeBytes;
    this.tombstones = tombstones;
  }

  RoundPart part() {
    return part;
  }

  long writeBytes() {
    return writeBytes;
  }

  long tombstones() {
    return tombstones;
  }
}
