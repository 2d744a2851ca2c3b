// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/**
 * Which of two jobs at the same keys goes first. One that only waits for its window is in nobody's way until then; once
 * a job has begun, or may begin, others at its keys wait until it has ended, so that no two work on the same keys at
 * once, on whatever OM. A round of the service gives way to every job of a person, at whatever keys.
 */
final class JobConflicts {
  private static final Comparator<JobRecord> GOES_FIRST =
      Comparator.comparing((JobRecord job) -> !Transitions.begun(job))
          .thenComparing(job -> Math.max(job.getCreatedAtMs(), job.getSpec().getNotBeforeMs()))
          .thenComparing(JobRecord::getCreatedIndex)
          .thenComparing(job -> job.getSpec().getJobId());

  private JobConflicts() {
  }

  /**
   * The jobs that keep another from being submitted: at the same keys, and begun, or with a window in which the other
   * would begin. And rounds that may still be at work then, which keep it from nothing.
   *
   * @param open jobs that have not ended
   * @param nowMillis when the other is submitted
   */
  static List<JobRecord> inTheWay(Collection<JobRecord> open, JobSpec spec, long nowMillis) {
    long begins = Math.max(nowMillis, spec.getNotBeforeMs());
    return open.stream()
        .filter(job -> job.getSpec().hasRound() ? !endsBefore(job.getSpec(), begins)
            : (Transitions.begun(job) || inWindow(job.getSpec(), begins)) && Overlap.between(job.getSpec(), spec))
        .collect(Collectors.toList());
  }

  /**
   * @param open jobs that have not ended
   * @return a job that the round would have to give way to before its end, or another round
   */
  static Optional<JobRecord> aheadOfRound(Collection<JobRecord> open, JobSpec round) {
    return open.stream().filter(job -> Transitions.begun(job) || job.getSpec().hasRound()
        || !endsBefore(round, job.getSpec().getNotBeforeMs())).findFirst();
  }

  private static boolean endsBefore(JobSpec spec, long millis) {
    return spec.getNotAfterMs() != 0 && spec.getNotAfterMs() <= millis;
  }

  /**
   * @param open jobs that have not ended, this one among them
   * @return the job that this one has to wait for, if any
   */
  static Optional<JobRecord> ahead(JobRecord job, Collection<JobRecord> open, long nowMillis) {
    return open.stream()
        .filter(other -> Transitions.begun(other) || other.getSpec().getNotBeforeMs() <= nowMillis)
        .filter(other -> GOES_FIRST.compare(other, job) < 0)
        .filter(other -> Overlap.between(other.getSpec(), job.getSpec())).findFirst();
  }

  private static boolean inWindow(JobSpec spec, long millis) {
    return spec.getNotBeforeMs() <= millis && (spec.getNotAfterMs() == 0 || millis < spec.getNotAfterMs());
  }
}
