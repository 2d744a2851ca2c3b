// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.bucket.BacklogCache;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWay;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.slowlist.PriceCache;

/** The planner and the caches that answer reads of LSM trees, of an OM or of a database without one. */
class TreeSources {
  private final Supplier<String> nodeId;
  private final NodePlanner planner;
  private final BacklogCache backlogs = new BacklogCache();
  private final PriceCache prices = new PriceCache();

  TreeSources(Supplier<String> nodeId, NodePlanner planner) {
    this.nodeId = nodeId;
    this.planner = planner;
  }

  /** The id of the OM, or the path of the database. */
  final String nodeId() {
    return nodeId.get();
  }

  final NodePlanner planner() {
    return planner;
  }

  /**
   * The open jobs at the same keys of this node, for which a job of these targets is refused or which it cancels. A
   * database without an OM has no jobs.
   *
   * @param notBeforeMillis when that job may start; 0 for now
   */
  List<JobInTheWay> jobsInTheWay(Targets targets, long notBeforeMillis) {
    return Collections.emptyList();
  }

  /** Deletion backlogs that earlier requests counted. */
  final BacklogCache backlogs() {
    return backlogs;
  }

  /** Prices of remedies that earlier requests computed. */
  final PriceCache prices() {
    return prices;
  }
}
