// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

/** What a round could take, for the policy: a range of the leader's plan, or a bucket in memory. Immutable. */
final class Need {
  private final boolean waits;
  private final long writeBytes;
  private final long tombstones;

  /**
   * @param waits      whether a list waits there
   * @param writeBytes that taking it writes, predicted
   * @param tombstones that are expected to go
   */
  Need(boolean waits, long writeBytes, long tombstones) {
    this.waits = waits;
    this.writeBytes = writeBytes;
    this.tombstones = tombstones;
  }

  boolean waits() {
    return waits;
  }

  long writeBytes() {
    return writeBytes;
  }

  long tombstones() {
    return tombstones;
  }
}
