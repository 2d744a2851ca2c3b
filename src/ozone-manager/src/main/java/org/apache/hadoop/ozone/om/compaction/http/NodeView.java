// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.Node;

/** What this OM tells about itself and the jobs. Every method returns at once and may be called by several threads. */
public interface NodeView {

  /** This OM's node id. */
  String nodeId();

  /** Role, versions, pressure and running job of this OM. */
  Node describe();

  /** All jobs that this OM can show, newest first. */
  List<Job> jobs();

  /**
   * @param jobId UUID in canonical lower case
   * @return empty if this OM does not know the job or cannot show it
   */
  Optional<Job> job(String jobId);
}
