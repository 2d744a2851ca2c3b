// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Job;

/** {@code /jobs/{jobId}}. */
final class JobEndpoint implements Endpoint {
  static final String PREFIX = "/jobs/";
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

  private final String jobId;

  JobEndpoint(String jobId) {
    this.jobId = jobId;
  }

  @Override
  public Set<String> parameters() {
    return Collections.emptySet();
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
  public Reply answer(CompactionReads reads, Query query) throws ApiException {
    if (!UUID.matcher(jobId).matches()) {
      throw ApiException.badRequest("jobId", "A job id is a UUID such as 123e4567-e89b-12d3-a456-426614174000.");
    }
    requireJobs(reads.node());
    String canonical = jobId.toLowerCase(Locale.ROOT);
    Job job = reads.node().job(canonical).orElseThrow(() -> new ApiException(HttpStatus.NOT_FOUND,
        ErrorCode.UNKNOWN_JOB, "jobId", "This OM knows no job " + canonical
        + ", or none that it can show: then its log says why. List the jobs with: ozone admin om compaction status"));
    return Reply.of(job, job.getRevision());
  }

  static void requireJobs(NodeView node) throws ApiException {
    Optional<String> fault = node.jobsFault();
    if (fault.isPresent()) {
      throw new ApiException(HttpStatus.INTERNAL_ERROR, ErrorCode.INTERNAL, fault.get());
    }
  }
}
