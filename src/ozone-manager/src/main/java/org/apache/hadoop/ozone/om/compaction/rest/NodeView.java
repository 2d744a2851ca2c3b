// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;

/** Describes this OM, and the jobs as this OM knows them. Thread-safe; every method returns at once. */
public interface NodeView {

  String nodeId();

  /** This OM's role, versions, load and running job. */
  NodeJson describe();

  /** Says why this OM does not know the jobs, and what to do about it; empty if it knows them. */
  Optional<String> jobsFault();

  JobImage jobs();

  /**
   * @param jobId UUID in canonical lower case
   * @return what the job waits for; empty if it does not wait, or this OM does not lead
   */
  Optional<WaitJson> waitingFor(String jobId);
}
