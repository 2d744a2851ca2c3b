// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/**
 * On whose word an OM compacts. A leader without the add-on lets anybody's command into the log, so every name that a
 * record owes its content to is looked at again before work begins.
 */
final class AdminCheck {
  private AdminCheck() {
  }

  /** @return one who had a hand in this job and is no administrator; empty when the job may run */
  static Optional<String> nonAdmin(JobRecord job, Predicate<String> administrators) {
    return Optional.of(job.getRequestedBy()).filter(administrators.negate());
  }

  /** @return as {@link #nonAdmin(JobRecord, Predicate)}, or who let this turn begin and is no administrator */
  static Optional<String> nonAdmin(JobRecord job, TurnRecord turn, Predicate<String> administrators) {
    Optional<String> nonAdmin = nonAdmin(job, administrators);
    return nonAdmin.isPresent() ? nonAdmin : Optional.of(turn.getGrantedBy()).filter(administrators.negate());
  }
}
