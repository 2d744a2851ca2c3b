// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.AfterFlush;
import org.apache.hadoop.ozone.om.compaction.planning.MeasuredRuns;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** The ranges that a round without a budget would compact on this OM, and the buckets with tombstones in memtables. */
public final class ServicePlan {
  private final NodePlanner planner;
  private final NodePlan plan;
  private final Map<AfterFlush, RoundCandidate> flushes = new LinkedHashMap<>();
  private final Map<PlannedRange, RoundCandidate> ranges = new LinkedHashMap<>();
  private final List<InMemory> leftInMemory;

  private ServicePlan(NodePlanner planner, NodePlan plan) throws DatabaseUnavailableException {
    this.planner = planner;
    this.plan = plan;
    plan.flushes().forEach(flush ->
        flushes.put(flush, new RoundCandidate(JobPart.WAITS, flush.bytes(), 0, why(flush))));
    plan.ranges().ranges().forEach(range -> ranges.put(range, new RoundCandidate(
        plan.measured().isEased(range.target().span()) ? JobPart.WAITS : JobPart.OTHERS, range.cost().budgetBytes(),
        range.cost().tombstonesExpected(), why(range.target(), range.cost().tombstonesRemoved()))));
    Set<String> flushed = plan.flushes().stream().map(AfterFlush::table).collect(Collectors.toSet());
    leftInMemory = InMemory.worst(plan.beforeFlushes(), plan.measured().places()).stream()
        .filter(bucket -> !flushed.contains(bucket.span().table())).collect(Collectors.toList());
  }

  static ServicePlan of(NodePlanner planner, Targets targets) throws DatabaseUnavailableException {
    return new ServicePlan(planner, planner.plan(RoundSpec.question(targets), Precision.RANGES));
  }

  public NodePlan plan() {
    return plan;
  }

  /** The ranges in the order of the plan, each as a candidate for a round. */
  public Map<PlannedRange, RoundCandidate> ranges() {
    return ranges;
  }

  /** Tables whose memtables a slow place waits for, each as a candidate. A round flushes them first. */
  public Map<AfterFlush, RoundCandidate> flushes() {
    return flushes;
  }

  /** True if a flush is chosen, and with it a range of its table: a flush alone makes no list faster. */
  boolean isFlushed(RoundDecision decision) {
    Set<String> compacted = ranges.keySet().stream().filter(range -> isChosen(ranges.get(range), decision))
        .map(PlannedRange::table).collect(Collectors.toSet());
    return flushes.keySet().stream().filter(flush -> isChosen(flushes.get(flush), decision))
        .anyMatch(flush -> compacted.contains(flush.table()));
  }

  private static boolean isChosen(RoundCandidate candidate, RoundDecision decision) {
    return decision.choice(candidate) == Choice.CHOSEN;
  }

  /** Buckets with more than a few tombstones in memtables, except those of tables in {@link #flushes}. */
  public List<InMemory> leftInMemory() {
    return leftInMemory;
  }

  /** Returns the candidates for a round: first the flushes, then the ranges in the order of the plan. */
  List<RoundCandidate> candidates() {
    return Stream.concat(flushes.values().stream(), ranges.values().stream()).collect(Collectors.toList());
  }

  /** The slowest place of the table that a flush is for. */
  public Optional<Place> slowest(AfterFlush flush) {
    return plan.measured().places().slow().stream().filter(place -> place.table().equals(flush.table())).findFirst();
  }

  private String why(AfterFlush flush) {
    return slowest(flush).map(place -> slow(place) + ' ').orElse("") + "In memory are "
        + ValueFormat.count(flush.tombstones()) + " tombstones: a round writes them to an SST file first.";
  }

  /** Returns why a range is worth compacting. {@code planned} is how many tombstones compacting it would remove. */
  private String why(SpanStatistics run, CountInterval planned) {
    MeasuredRuns measured = plan.measured();
    boolean whole = run.tombstones().most() <= planned.most();
    String holds = (whole ? "It holds " : "The run that it is part of holds ") + ValueFormat.count(run.tombstones())
        + " tombstones";
    if (measured.isEased(run.span())) {
      return measured.places().slowest(run.span()).map(place -> slow(place) + ' ').orElse("") + holds + '.';
    }
    return measured.isEnough(run.span())
        ? holds + "; the minimum is " + ValueFormat.count(planner.limits().minTombstones()) + '.'
        : holds + ", which may be there since " + Instant.ofEpochMilli(measured.oldestMillis(run.span()).orElse(0))
            + ", longer than " + DurationText.exactly(Duration.ofMillis(planner.rule().maxAgeMillis())) + '.';
  }

  private String slow(Place place) {
    return "A list waits about " + ValueFormat.time(place.waitMicros()) + " there; one that waits "
        + ValueFormat.time(planner.slowPlaces().limit().micros()) + " or longer is slow.";
  }
}
