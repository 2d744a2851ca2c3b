// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.Overlap;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;

/**
 * Decides which of two jobs at the same keys goes first. The other job waits until the first job has ended, or is
 * paused and idle. So no two jobs compact the same keys at once.
 */
public final class JobConflicts {
  private static final Comparator<JobRecord> GOES_FIRST =
      Comparator.comparing((JobRecord job) -> !Transitions.begun(job))
          .thenComparing(JobConflicts::dueSince)
          .thenComparing(JobRecord::getCreatedIndex)
          .thenComparing(job -> job.getSpec().getJobId());

  private JobConflicts() {
  }

  private static long dueSince(JobRecord job) {
    return Math.max(Math.max(job.getCreatedAtMs(), job.getSpec().getNotBeforeMs()), job.getResumedAtMs());
  }

  /**
   * Returns the open jobs that conflict with a new job.
   * <ul>
   * <li>A person's job conflicts if it shares keys with the new job, and can run when the new job begins.
   * <li>A round conflicts unless its own window closes before the new job begins.
   * </ul>
   *
   * @param open      jobs that have not ended
   * @param nowMillis when the new job is submitted
   */
  public static List<JobRecord> inTheWay(Collection<JobRecord> open, JobSpec spec, long nowMillis) {
    long begins = Math.max(nowMillis, spec.getNotBeforeMs());
    return open.stream()
        .filter(job -> job.getSpec().hasRound() ? !WindowRules.hasClosed(job.getSpec().getNotAfterMs(), begins)
            : !Transitions.standsStill(job) && (Transitions.begun(job) || inWindow(job.getSpec(), begins))
                && Overlap.between(job.getSpec(), spec))
        .collect(Collectors.toList());
  }

  /** A job that forbids a new round; empty if there is none. {@code open} are jobs that have not ended. */
  static Optional<JobRecord> aheadOfRound(Collection<JobRecord> open, JobSpec round) {
    return open.stream().filter(job -> Transitions.begun(job) || job.getSpec().hasRound()
        || !WindowRules.hasClosed(round.getNotAfterMs(), job.getSpec().getNotBeforeMs())).findFirst();
  }

  /**
   * @param open jobs that have not ended, including {@code job}
   * @return a job that {@code job} has to wait for; empty if there is none
   */
  static Optional<JobRecord> ahead(JobRecord job, Collection<JobRecord> open, long nowMillis) {
    return open.stream().filter(other -> !Transitions.standsStill(other))
        .filter(other -> Transitions.begun(other) || other.getSpec().getNotBeforeMs() <= nowMillis)
        .filter(other -> GOES_FIRST.compare(other, job) < 0)
        .filter(other -> Overlap.between(other.getSpec(), job.getSpec())).findFirst();
  }

  /** Says what two jobs that conflict have in common, behind the id of the other one. */
  static String sharedKeys(JobSpec other, JobSpec job) {
    if (!Overlap.isUncertain(other, job)) {
      return "is at the same keys";
    }
    return Overlap.dependsOnLayout(other, job)
        ? "may share keys with it: which tables hold a bucket's keys depends on its layout, which is not looked up"
        : "may share keys with it, as its key ranges can hold ids, which are not looked up";
  }

  private static boolean inWindow(JobSpec spec, long millis) {
    return spec.getNotBeforeMs() <= millis && !WindowRules.hasClosed(spec.getNotAfterMs(), millis);
  }
}
