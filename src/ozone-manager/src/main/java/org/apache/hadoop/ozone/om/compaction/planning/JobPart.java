// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** A part of a job. A turn takes the parts one after the other, and makes a plan of each. */
public enum JobPart {
  /** All that the job's targets and thresholds ask for. */
  ALL,
  /**
   * The places where lists are slow. In a round also the dense runs that overlap them and that are worth compacting;
   * each part of such a job has a budget in bytes.
   */
  WAITS,
  /** The other dense runs of tombstones that are worth compacting. */
  OTHERS;

  private static final List<JobPart> OF_ROUND = Collections.unmodifiableList(Arrays.asList(WAITS, OTHERS));

  /** Returns the parts of a job in their order: two of a round, one of any other job. */
  public static List<JobPart> of(JobSpec job) {
    return job.hasRound() ? OF_ROUND : Collections.singletonList(whole(job));
  }

  /** Returns what a plan of all parts at once is of. */
  static JobPart whole(JobSpec job) {
    return job.getTargets().getSlow() ? WAITS : ALL;
  }

  /** True if a job takes the places where lists are slow, and flushes the memtables that these wait for. */
  public static boolean areWaitsIn(JobSpec job) {
    return of(job).contains(WAITS);
  }
}
