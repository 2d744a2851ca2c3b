// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;

/**
 * Merges copies of one job's record from several nodes. Returns the newest copy. The progress of a running turn comes
 * from its own node, if this node answered.
 */
final class JobMerge {
  private JobMerge() {
  }

  /** @param copies at least one */
  static JobJson merge(Map<RingNode, JobJson> copies) {
    JobJson newest = null;
    for (Map.Entry<RingNode, JobJson> copy : copies.entrySet()) {
      long ahead = newest == null ? 1 : copy.getValue().getRevision() - newest.getRevision();
      if (ahead > 0 || ahead == 0 && copy.getKey().isLeader()) {
        newest = copy.getValue();
      }
    }
    Map<String, TurnJson> own = new HashMap<>();
    copies.forEach((node, job) -> job.getTurns().stream()
        .filter(turn -> turn.getNodeId().equals(node.getNodeId()) && turn.getState() == TurnStateJson.RUNNING)
        .forEach(turn -> own.put(node.getNodeId(), turn)));
    for (TurnJson turn : newest.getTurns()) {
      TurnJson live = own.get(turn.getNodeId());
      if (turn.getState() == TurnStateJson.RUNNING && live != null) {
        turn.figures(live.getFigures() == null ? turn.getFigures() : live.getFigures());
        turn.waitingFor(live.getWaitingFor());
      }
    }
    return newest;
  }

  /** Merges a page of jobs. The jobs and order are the leader's or, without its answer, those of the newest record. */
  static JobListJson merge(Answers<JobListJson> answers) {
    JobListJson page = page(answers);
    JobListJson merged = new JobListJson()
        .totalCount(page.getTotalCount())
        .nextKey(page.getNextKey())
        .unanswered(answers.unanswered());
    for (JobJson job : page.getJobs()) {
      Map<RingNode, JobJson> copies = new LinkedHashMap<>();
      answers.given().forEach((node, list) -> list.getJobs().stream()
          .filter(copy -> copy.getJobId().equals(job.getJobId()))
          .forEach(copy -> copies.put(node, copy)));
      merged.addJobsItem(merge(copies));
    }
    return merged;
  }

  private static JobListJson page(Answers<JobListJson> answers) {
    JobListJson most = null;
    for (Map.Entry<RingNode, JobListJson> answer : answers.given().entrySet()) {
      if (answer.getKey().isLeader()) {
        return answer.getValue();
      }
      if (most == null || newestRevision(answer.getValue()) > newestRevision(most)) {
        most = answer.getValue();
      }
    }
    return most;
  }

  private static long newestRevision(JobListJson list) {
    return list.getJobs().stream().mapToLong(JobJson::getRevision).max().orElse(-1);
  }
}
