// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;

/** A candidate for a round: a range of the leader's plan, or a bucket with tombstones in memory. Immutable. */
final class Need {
  private final RoundPart part;
  private final long writeBytes;
  private final long tombstones;

  /**
   * @param part       WAITS if a list waits there, else OTHERS
   * @param writeBytes bytes of a budget that have to be left to begin it
   * @param tombstones in SST files, predicted to be removed; RocksDB's estimate of those in memory is too rough
   */
  Need(RoundPart part, long writeBytes, long tombstones) {
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
