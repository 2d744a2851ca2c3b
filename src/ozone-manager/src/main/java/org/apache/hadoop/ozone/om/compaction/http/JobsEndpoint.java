// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.page.Cursor;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** {@code /jobs}: newest first. */
final class JobsEndpoint implements Endpoint {
  private static final String CURSOR = "jobs";

  @Override
  public QueryRules parameters() {
    return QueryRules.JOBS;
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
  public Reply answer(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException {
    int limit = query.limit();
    Cursor cursor = Cursor.read(query.text("prevKey"), CURSOR, 1);
    JobEndpoint.requireJobs(reads.node());
    Predicate<JobRecord> filter = JobFilter.of(reads, query);
    List<JobRecord> jobs = reads.node().jobs();
    // What the page before ended with may match no more: its place is that among all.
    List<String> behind = matching(jobs.subList(cursor == null ? 0 : indexAfter(jobs, cursor.text(0)), jobs.size()),
        filter);
    JobList page = new JobList().totalCount((long) matching(jobs, filter).size());
    List<String> shown = behind.subList(0, Math.min(limit, behind.size()));
    shown.forEach(jobId -> reads.node().listedJob(jobId).ifPresent(page::addJobsItem));
    if (shown.size() < behind.size()) {
      page.nextKey(Cursor.write(CURSOR, Cursor.bytes(shown.get(shown.size() - 1))));
    }
    return Reply.of(page);
  }

  private static List<String> matching(List<JobRecord> jobs, Predicate<JobRecord> filter) {
    return jobs.stream().filter(filter).map(job -> job.getSpec().getJobId()).collect(Collectors.toList());
  }

  private static int indexAfter(List<JobRecord> jobs, String jobId) throws RefusedException {
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).getSpec().getJobId().equals(jobId)) {
        return i + 1;
      }
    }
    throw Cursor.malformed();
  }
}
