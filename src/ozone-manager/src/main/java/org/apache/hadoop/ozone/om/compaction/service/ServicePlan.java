// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
  private final List<InMemory> leftInMemory = new ArrayList<>();

  private ServicePlan(NodePlanner planner, NodePlan plan) {
    this.planner = planner;
    this.plan = plan;
  }

  static ServicePlan of(NodePlanner planner, Targets targets) throws DatabaseUnavailableException {
    ServicePlan made = new ServicePlan(planner, planner.plan(RoundSpec.question(targets), Precision.RANGES));
    Set<String> flushed = made.flushes().stream().map(AfterFlush::table).collect(Collectors.toSet());
    InMemory.worst(made.plan.now(), made.plan.measured().places()).stream()
        .filter(bucket -> !flushed.contains(bucket.span().table())).forEach(made.leftInMemory::add);
    return made;
  }

  public NodePlan plan() {
    return plan;
  }

  public List<PlannedRange> ranges() {
    return plan.ranges().ranges();
  }

  /** Tables whose memtables a slow place waits for. A round flushes them first. */
  public List<AfterFlush> flushes() {
    return plan.flushes();
  }

  /** True if a flush is chosen, and with it a range of its table: a flush alone makes no list faster. */
  boolean isFlushed(List<Choice> choices) {
    for (int i = 0; i < flushes().size(); i++) {
      String table = flushes().get(i).table();
      for (int range = 0; range < ranges().size() && choices.get(i) == Choice.CHOSEN; range++) {
        if (ranges().get(range).table().equals(table)
            && choices.get(flushes().size() + range) == Choice.CHOSEN) {
          return true;
        }
      }
    }
    return false;
  }

  /** Buckets with more than a few tombstones in memtables, except those of tables in {@link #flushes}. */
  public List<InMemory> leftInMemory() {
    return leftInMemory;
  }

  /** Returns the candidates for a round: first the flushes, then the ranges in the order of the plan. */
  List<RoundPolicy.Candidate> candidates() {
    List<RoundPolicy.Candidate> candidates = new ArrayList<>();
    flushes().forEach(flush -> candidates.add(
        new RoundPolicy.Candidate(JobPart.WAITS, flush.bytes(), 0, why(flush))));
    ranges().forEach(range -> candidates.add(new RoundPolicy.Candidate(
        plan.measured().waits(range.target().span()) ? JobPart.WAITS : JobPart.OTHERS, range.cost().budgetBytes(),
        range.cost().tombstonesExpected(), why(range.target(), range.cost().tombstonesRemoved()))));
    return candidates;
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
    if (measured.waits(run.span())) {
      return measured.places().slowest(run.span()).map(place -> slow(place) + ' ').orElse("") + holds + '.';
    }
    return measured.isEnough(run.span())
        ? holds + "; the minimum is " + ValueFormat.count(planner.limits().minTombstones()) + '.'
        : holds + ", which may be there since " + Instant.ofEpochMilli(measured.oldestMillis(run.span()).orElse(0))
            + ", longer than " + DurationText.exactly(Duration.ofMillis(planner.rule().maxAgeMillis())) + '.';
  }

  private String slow(Place place) {
    return "A list waits about " + ValueFormat.time(place.waitMicros()) + " there; one that waits "
        + ValueFormat.time(planner.rule().slowPlaces().limit().micros()) + " or longer is slow.";
  }
}
