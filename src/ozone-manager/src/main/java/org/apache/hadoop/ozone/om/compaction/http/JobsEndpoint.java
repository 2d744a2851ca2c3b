// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobList;

/** {@code /jobs}: newest first. */
final class JobsEndpoint implements Endpoint {
  private static final String CURSOR = "jobs";

  @Override
  public Set<String> parameters() {
    return new HashSet<>(Arrays.asList("limit", "prevKey"));
  }

  @Override
  public boolean isHeavy() {
    return false;
  }

  @Override
  public Reply answer(CompactionReads reads, Query query) throws ApiException {
    int limit = query.limit();
    Cursor cursor = Cursor.read(query, CURSOR, 1);
    List<Job> jobs = reads.node().jobs();
    int from = cursor == null ? 0 : indexAfter(jobs, cursor.text(0));
    int to = Math.min(jobs.size(), from + limit);
    JobList page = new JobList().totalCount((long) jobs.size());
    jobs.subList(from, to).forEach(page::addJobsItem);
    if (to < jobs.size()) {
      page.nextKey(Cursor.write(CURSOR, Cursor.bytes(jobs.get(to - 1).getJobId())));
    }
    return Reply.of(page);
  }

  private static int indexAfter(List<Job> jobs, String jobId) throws ApiException {
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).getJobId().equals(jobId)) {
        return i + 1;
      }
    }
    throw Cursor.malformed();
  }
}
