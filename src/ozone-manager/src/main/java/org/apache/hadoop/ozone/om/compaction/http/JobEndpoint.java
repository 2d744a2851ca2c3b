// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** {@code /jobs/{jobId}}. */
final class JobEndpoint implements Endpoint {
  static final String PREFIX = "/jobs/";

  private final String jobId;

  JobEndpoint(String jobId) {
    this.jobId = jobId;
  }

  @Override
  public QueryRules parameters() {
    return QueryRules.NONE;
  }

  @Override
  public boolean isHeavy() {
    return false;
  }

  @Override
  public boolean readsJobs() {
    return true;
  }

  @Override
  public Reply answer(CompactionReads reads, Parameters query) throws RefusedException {
    String canonical = jobId.toLowerCase(Locale.ROOT);
    JobSpecRules.checkJobId(canonical);
    requireJobs(reads.node());
    Job job = reads.node().job(canonical).orElseThrow(() -> RefusedException.ofParameter(ErrorCode.UNKNOWN_JOB,
        "jobId", "This OM knows no job " + canonical + ", or none that it can show: then its log says why. List the"
        + " jobs with: ozone admin om compaction status"));
    return Reply.of(job, job.getRevision());
  }

  static void requireJobs(NodeView node) throws RefusedException {
    Optional<String> fault = node.jobsFault();
    if (fault.isPresent()) {
      throw RefusedException.of(ErrorCode.INTERNAL, fault.get());
    }
  }
}
