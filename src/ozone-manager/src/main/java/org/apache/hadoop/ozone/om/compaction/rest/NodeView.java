// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** Describes this OM, and the jobs as this OM knows them. Thread-safe; every method returns at once. */
public interface NodeView {

  String nodeId();

  /** This OM's role, versions, load and running job. */
  NodeJson describe();

  /** Says why this OM does not know the jobs, and what to do about it; empty if it knows them. */
  Optional<String> jobsFault();

  /** The records of all jobs, newest first. */
  List<JobRecord> jobs();

  /** Returns a job as {@link #job} does, but with only the first of its targets, to fit a row of a list. */
  Optional<JobJson> listedJob(String jobId);

  /**
   * @param jobId UUID in canonical lower case
   * @return empty if this OM does not know the job or cannot show it
   */
  Optional<JobJson> job(String jobId);
}
