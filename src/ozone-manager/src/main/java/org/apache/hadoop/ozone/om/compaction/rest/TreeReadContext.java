// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.bucket.BacklogCache;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The planner and the caches for requests about LSM trees, of an OM or of a database without an OM. */
class TreeReadContext {
  private final Supplier<String> nodeId;
  private final NodePlanner planner;
  private final BacklogCache backlogs = new BacklogCache();
  private final PlaceFacts placeFacts;

  TreeReadContext(Supplier<String> nodeId, NodePlanner planner) {
    this.nodeId = nodeId;
    this.planner = planner;
    this.placeFacts = new PlaceFacts(planner);
  }

  /** The id of the OM; the path of a database without an OM. */
  final String nodeId() {
    return nodeId.get();
  }

  final NodePlanner planner() {
    return planner;
  }

  /**
   * Returns the open jobs on this OM that conflict with a new job for some targets. Empty for a database without an OM.
   *
   * @param notBeforeMillis when the new job may start, milliseconds since 1970; 0 for now
   */
  List<JobInTheWayJson> jobsInTheWay(Targets targets, long notBeforeMillis) {
    return Collections.emptyList();
  }

  final BacklogCache backlogs() {
    return backlogs;
  }

  final PlaceFacts placeFacts() {
    return placeFacts;
  }
}
