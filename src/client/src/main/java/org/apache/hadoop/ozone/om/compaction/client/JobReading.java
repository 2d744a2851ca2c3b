// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.Problem;

/** A job as the ring shows it, and the nodes whose own figures are missing from it. */
public final class JobReading {
  private final Job job;
  private final List<Problem> unanswered;

  JobReading(Job job, List<Problem> unanswered) {
    this.job = job;
    this.unanswered = unanswered;
  }

  public Job getJob() {
    return job;
  }

  /** Nodes that did not answer: the figures of their turns are those of their last replicated report. */
  public List<Problem> getUnanswered() {
    return unanswered;
  }
}
