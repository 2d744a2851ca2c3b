// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** This OM and the jobs as it knows them. Every method returns at once and may be called by several threads. */
public interface NodeView {

  /** This OM's node id. */
  String nodeId();

  /** Role, versions, pressure and running job of this OM. */
  Node describe();

  /** @return why this OM does not know the jobs and what to do; empty when it does */
  Optional<String> jobsFault();

  /** The records of all jobs, newest first. */
  List<JobRecord> jobs();

  /** @return as {@link #job}, with as many of its targets as a list has room for */
  Optional<Job> listedJob(String jobId);

  /**
   * @param jobId UUID in canonical lower case
   * @return empty if this OM does not know the job or cannot show it
   */
  Optional<Job> job(String jobId);
}
