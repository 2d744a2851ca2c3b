// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.InMemory;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The ranges that a job without limits would compact on this OM, and the buckets with tombstones in memtables. */
final class ServicePlan {
  private final NodePlan plan;
  private final List<InMemory> toFlush = new ArrayList<>();
  private final List<InMemory> leftInMemory = new ArrayList<>();

  private ServicePlan(NodePlan plan) {
    this.plan = plan;
  }

  static ServicePlan of(NodePlanner planner, Targets targets) throws DatabaseUnavailableException {
    ServicePlan made = new ServicePlan(planner.plan(RoundSpec.question(targets), Precision.RANGES));
    made.toFlush.addAll(planner.toFlush(made.plan.statistics()));
    planner.worstInMemory(made.plan).stream()
        .filter(bucket -> made.toFlush.stream().noneMatch(place -> place.isIn(bucket)))
        .forEach(made.leftInMemory::add);
    return made;
  }

  NodePlan plan() {
    return plan;
  }

  List<PlannedRange> ranges() {
    return plan.ranges().ranges();
  }

  /** Keys where listing is slow because of tombstones in memtables. The service's job flushes these memtables first. */
  List<InMemory> toFlush() {
    return toFlush;
  }

  /** Buckets with more than a few tombstones in memtables, except those that contain keys of {@link #toFlush}. */
  List<InMemory> leftInMemory() {
    return leftInMemory;
  }

  /** Returns the candidates for a job: first the keys to flush, then the ranges in the order of the plan. */
  List<RoundCandidate> candidates() {
    List<RoundCandidate> candidates = toFlush.stream()
        .map(bucket -> new RoundCandidate(RoundPart.WAITS, bucket.price().writeBytes(), 0))
        .collect(Collectors.toList());
    ranges().forEach(range -> candidates.add(new RoundCandidate(
        plan.measured().waits(range.target().span()) ? RoundPart.WAITS : RoundPart.OTHERS, range.cost().budgetBytes(),
        range.cost().tombstonesExpected())));
    return candidates;
  }
}
