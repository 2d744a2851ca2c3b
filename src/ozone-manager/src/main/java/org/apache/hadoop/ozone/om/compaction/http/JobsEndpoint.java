// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.page.Cursor;
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
  public Reply answer(CompactionReads reads, Parameters query) throws RefusedException {
    int limit = query.limit();
    Cursor cursor = Cursor.read(query.text("prevKey"), CURSOR, 1);
    JobEndpoint.requireJobs(reads.node());
    List<String> jobIds = reads.node().jobIds();
    int from = cursor == null ? 0 : indexAfter(jobIds, cursor.text(0));
    int to = Math.min(jobIds.size(), from + limit);
    JobList page = new JobList().totalCount((long) jobIds.size());
    jobIds.subList(from, to).forEach(jobId -> reads.node().listedJob(jobId).ifPresent(page::addJobsItem));
    if (to < jobIds.size()) {
      page.nextKey(Cursor.write(CURSOR, Cursor.bytes(jobIds.get(to - 1))));
    }
    return Reply.of(page);
  }

  private static int indexAfter(List<String> jobIds, String jobId) throws RefusedException {
    int index = jobIds.indexOf(jobId);
    if (index >= 0) {
      return index + 1;
    }
    throw Cursor.malformed();
  }
}
