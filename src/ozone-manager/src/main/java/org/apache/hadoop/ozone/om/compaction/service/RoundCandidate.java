// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;

/** A range that a job of the automatic service may compact, or a bucket that the job may flush. */
final class RoundCandidate {
  private final RoundPart part;
  private final long writeBytes;
  private final long tombstones;

  /**
   * @param part       WAITS if listing the candidate's keys is slow, else OTHERS
   * @param writeBytes bytes that the candidate takes from the budget
   * @param tombstones how many tombstones the candidate is expected to remove from SST files
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
