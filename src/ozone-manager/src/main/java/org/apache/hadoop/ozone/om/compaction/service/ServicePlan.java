// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.InMemory;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The ranges that a job without limits would compact on this OM, and the buckets with tombstones in memtables. */
final class ServicePlan {
  private final NodePlan plan;
  private final List<InMemory> leftInMemory = new ArrayList<>();

  private ServicePlan(NodePlan plan) {
    this.plan = plan;
  }

  static ServicePlan of(NodePlanner planner, Targets targets) throws DatabaseUnavailableException {
    ServicePlan made = new ServicePlan(planner.plan(RoundSpec.question(targets), Precision.RANGES));
    Set<String> flushed = made.flushes().stream().map(AfterFlush::table).collect(Collectors.toSet());
    planner.worstInMemory(made.plan).stream().filter(bucket -> !flushed.contains(bucket.span().table()))
        .forEach(made.leftInMemory::add);
    return made;
  }

  NodePlan plan() {
    return plan;
  }

  List<PlannedRange> ranges() {
    return plan.ranges().ranges();
  }

  /** Tables whose memtables a slow place waits for. The service's job flushes them first. */
  List<AfterFlush> flushes() {
    return plan.flushes();
  }

  /** True if a flush is chosen, and with it a range of its table: a flush alone makes no list faster. */
  boolean isFlushed(List<ServiceChoiceJson> choices) {
    for (int i = 0; i < flushes().size(); i++) {
      String table = flushes().get(i).table();
      for (int range = 0; range < ranges().size() && choices.get(i) == ServiceChoiceJson.CHOSEN; range++) {
        if (ranges().get(range).table().equals(table)
            && choices.get(flushes().size() + range) == ServiceChoiceJson.CHOSEN) {
          return true;
        }
      }
    }
    return false;
  }

  /** Buckets with more than a few tombstones in memtables, except those of tables in {@link #flushes}. */
  List<InMemory> leftInMemory() {
    return leftInMemory;
  }

  /** Returns the candidates for a job: first the flushes, then the ranges in the order of the plan. */
  List<RoundCandidate> candidates() {
    List<RoundCandidate> candidates = flushes().stream()
        .map(flush -> new RoundCandidate(RoundPart.WAITS, flush.bytes(), 0)).collect(Collectors.toList());
    ranges().forEach(range -> candidates.add(new RoundCandidate(
        plan.measured().waits(range.target().span()) ? RoundPart.WAITS : RoundPart.OTHERS, range.cost().budgetBytes(),
        range.cost().tombstonesExpected())));
    return candidates;
  }
}
