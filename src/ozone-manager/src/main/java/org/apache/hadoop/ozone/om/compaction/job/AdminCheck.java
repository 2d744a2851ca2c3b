// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/**
 * Checks that every user who requested, changed or resumed a job is an administrator. Each OM checks this itself,
 * because a leader that runs Ozone without this add-on does not check it.
 */
final class AdminCheck {
  private AdminCheck() {
  }

  /** @return a user who requested, changed or resumed this job and is no administrator; empty if there is none */
  static Optional<String> nonAdmin(JobRecord job, Predicate<String> administrators) {
    Optional<String> requester = Optional.of(job.getRequestedBy()).filter(administrators.negate());
    return requester.isPresent() ? requester : nonAdminChanger(job, administrators);
  }

  /** @return a user who changed or resumed this job and is no administrator; empty if there is none */
  static Optional<String> nonAdminChanger(JobRecord job, Predicate<String> administrators) {
    return job.getChangedByList().stream().filter(administrators.negate()).findFirst();
  }

  /** As {@link #nonAdmin(JobRecord, Predicate)}, or a user who granted this turn. */
  static Optional<String> nonAdmin(JobRecord job, TurnRecord turn, Predicate<String> administrators) {
    Optional<String> nonAdmin = nonAdmin(job, administrators);
    return nonAdmin.isPresent() ? nonAdmin : Optional.of(turn.getGrantedBy()).filter(administrators.negate());
  }
}
