// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;

/** Holds the turns of jobs to their limits: whatever befalls them, none may be passed by more than one step. */
final class WriteLimits {
  /** The write budget on an OM of those jobs that have one. */
  static final String TOTAL = "1MB";

  private static final long MB = 1 << 20;
  /** What one step may write here at most: a table of the prepared database has less. */
  private static final long STEP_BYTES = 6 * MB;

  private final Map<String, Rate> rates = new HashMap<>();
  private final Set<String> limited = new HashSet<>();
  private final Set<String> checked = new HashSet<>();
  private final List<String> exceeded = new ArrayList<>();
  private long most = Long.MIN_VALUE;

  /** A job's write rate on each OM. */
  enum Rate {
    LOW("500KB", 500 << 10),
    HIGH("50MB", 50 * MB);

    private final String option;
    private final long bytesPerSecond;

    Rate(String option, long bytesPerSecond) {
      this.option = option;
      this.bytesPerSecond = bytesPerSecond;
    }

    String option() {
      return option;
    }
  }

  void submitted(String jobId, Rate rate, boolean isLimited) {
    rates.put(jobId, rate);
    if (isLimited) {
      limited.add(jobId);
    }
  }

  /** The highest rate that a job ever had counts. */
  void updated(String jobId, Rate rate) {
    rates.computeIfPresent(jobId, (id, before) -> before == Rate.HIGH ? before : rate);
  }

  /** Checks jobs that have ended, once each. */
  void check(List<JobJson> ended) {
    for (JobJson job : ended) {
      if (rates.containsKey(job.getJobId()) && checked.add(job.getJobId())) {
        job.getTurns().stream().filter(turn -> turn.getStarted() != null && turn.getEnded() != null
            && turn.getFigures() != null).forEach(turn -> check(job.getJobId(), turn));
      }
    }
  }

  private void check(String jobId, TurnJson turn) {
    Duration took = Duration.between(Instant.parse(turn.getStarted()), Instant.parse(turn.getEnded()));
    long allowed = rates.get(jobId).bytesPerSecond * (took.toSeconds() + 1);
    long beyond = turn.getFigures().getWriteBytes() - (limited.contains(jobId) ? Math.min(MB, allowed) : allowed);
    most = Math.max(most, beyond);
    if (beyond > STEP_BYTES) {
      exceeded.add(jobId + " on " + turn.getNodeId() + " by " + beyond + " bytes: " + turn);
    }
  }

  List<String> exceeded() {
    return exceeded;
  }

  @Override
  public String toString() {
    return checked.size() + " jobs held to their limits, at most " + most + " bytes beyond one";
  }
}
