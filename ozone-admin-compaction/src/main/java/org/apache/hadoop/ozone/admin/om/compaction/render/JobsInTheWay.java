// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWay;
import org.apache.hadoop.ozone.om.compaction.model.JobOrigin;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;

/** Says what a submission would do to open jobs at the same keys. */
public final class JobsInTheWay {
  private JobsInTheWay() {
  }

  /**
   * @param jobs at the keys of the request
   * @return a sentence for each job
   */
  public static List<String> sentences(JobRequest request, List<JobInTheWay> jobs) {
    return jobs.stream().map(job -> sentence(request, job)).collect(Collectors.toList());
  }

  private static String sentence(JobRequest request, JobInTheWay job) {
    if (job.getOrigin() == JobOrigin.SERVICE) {
      return "It would cancel round " + job.getJobId() + " of the service.";
    }
    String whose = job.getJobId() + " of " + (job.getEndUser() == null ? job.getRequestedBy() : job.getEndUser());
    return Boolean.TRUE.equals(request.getPreempt()) ? "It would cancel job " + whose + ", which is at the same keys."
        : "It would be refused, as job " + whose + " is at the same keys; with --preempt it would cancel that.";
  }
}
