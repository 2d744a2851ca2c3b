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

/** The planner and the caches behind answers about LSM trees, of an OM or of a database without one. */
class TreeReadContext {
  private final Supplier<String> nodeId;
  private final NodePlanner planner;
  private final BacklogCache backlogs = new BacklogCache();
  private final PriceCache prices = new PriceCache();

  TreeReadContext(Supplier<String> nodeId, NodePlanner planner) {
    this.nodeId = nodeId;
    this.planner = planner;
  }

  /** The id of the OM, or the path of the database without one. */
  final String nodeId() {
    return nodeId.get();
  }

  final NodePlanner planner() {
    return planner;
  }

  /**
   * The open jobs that overlap some targets on this OM: a job for these targets would be refused because of them, or
   * cancel them. None for a database without an OM.
   *
   * @param notBeforeMillis when that job may start, milliseconds since 1970; 0 for now
   */
  List<JobInTheWay> jobsInTheWay(Targets targets, long notBeforeMillis) {
    return Collections.emptyList();
  }

  /** Keeps the numbers of entries that wait for deletion, counted for earlier requests. */
  final BacklogCache backlogs() {
    return backlogs;
  }

  /** Keeps the prices of remedies, computed for earlier requests. */
  final PriceCache prices() {
    return prices;
  }
}
