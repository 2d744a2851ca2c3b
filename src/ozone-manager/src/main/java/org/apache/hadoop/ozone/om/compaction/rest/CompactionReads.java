// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.Overlap;
import org.apache.hadoop.ozone.om.compaction.job.JobConflicts;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.service.AutoService;
import org.apache.hadoop.ozone.om.compaction.service.ReconfigurableService;

/**
 * The node, planner and access rules for the read servlet of one OM. A static map holds one such object for each OM.
 */
public final class CompactionReads extends TreeReadContext {
  private static final Map<Object, CompactionReads> BY_OM = Collections.synchronizedMap(new WeakHashMap<>());

  private final NodeView node;
  private final ReconfigurableService<ServiceJson> service;
  private final Readers readers;
  private final SlowListSummary slowLists;

  public CompactionReads(NodeView node, NodePlanner planner, ReconfigurableService<ServiceJson> service,
      Readers readers) {
    super(node::nodeId, planner);
    this.node = node;
    this.service = service;
    this.readers = readers;
    this.slowLists = new SlowListSummary(planner, placeFacts());
  }

  /** Makes the read servlet answer for {@code om}, as the HTTP server's context holds it, by {@code reads}. */
  public static void register(Object om, CompactionReads reads) {
    BY_OM.put(om, reads);
  }

  /** Makes the OM's read servlet answer that the add-on does not run. */
  public static void unregister(Object om) {
    BY_OM.remove(om);
  }

  static Optional<CompactionReads> of(Object om) {
    return Optional.ofNullable(om == null ? null : BY_OM.get(om));
  }

  @Override
  List<JobInTheWayJson> jobsInTheWay(Targets targets, long notBeforeMillis) {
    List<JobRecord> open = new ArrayList<>(node.jobs().openJobs());
    Collections.reverse(open);
    JobSpec job = JobSpec.newBuilder().setTargets(targets).addNodeIds(node.nodeId()).setNotBeforeMs(notBeforeMillis)
        .build();
    return JobConflicts.inTheWay(open, job, System.currentTimeMillis()).stream().map(other -> JobModel.inTheWay(other)
        .mayShare(Overlap.isUncertain(other.getSpec(), job) ? true : null)).collect(Collectors.toList());
  }

  NodeView node() {
    return node;
  }

  AutoService<ServiceJson> service() {
    return service.current();
  }

  SlowListSummary slowLists() {
    return slowLists;
  }

  Readers readers() {
    return readers;
  }
}
