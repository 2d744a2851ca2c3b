// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import org.apache.hadoop.ozone.om.compaction.planning.JobPart;

/** A range that a round may compact, or a table that it may flush. No two candidates are equal. Immutable. */
public final class RoundCandidate {
  private final JobPart part;
  private final long writeBytes;
  private final long tombstones;
  private final String why;

  /**
   * @param part       WAITS if a list of the candidate's keys is slow, else OTHERS
   * @param writeBytes bytes that the candidate takes from the budget
   * @param tombstones how many tombstones the candidate is expected to remove from SST files
   * @param why        sentences on why it is worth a round
   */
  RoundCandidate(JobPart part, long writeBytes, long tombstones, String why) {
    this.part = part;
    this.writeBytes = writeBytes;
    this.tombstones = tombstones;
    this.why = why;
  }

  JobPart part() {
    return part;
  }

  long writeBytes() {
    return writeBytes;
  }

  long tombstones() {
    return tombstones;
  }

  String why() {
    return why;
  }
}
