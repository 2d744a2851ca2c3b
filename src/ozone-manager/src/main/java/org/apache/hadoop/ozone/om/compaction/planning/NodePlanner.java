// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SnapshotRetention;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.ScanWatch;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;

/**
 * Counts tombstones of targets on this OM and plans their compaction, always from the current metadata. Thread-safe.
 */
public final class NodePlanner {
  private static final Duration SCAN_TIME = Duration.ofSeconds(3);

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final CompactionConfig config;
  private final StatisticsReader statistics;
  private final WorthCompacting rule;
  private final Cooldown cooldown = new Cooldown(Clock.systemUTC());
  private final PlannerTimes statisticsTimes = new PlannerTimes();
  private final PlannerTimes planTimes = new PlannerTimes();

  /** A planner that uses only the thresholds for tombstones and tombstone ratio, and measures no waits. */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config) {
    this(reader, exactCounts, config, WorthCompacting.byMinima());
  }

  /**
   * @param rule decides what to compact in rounds, and for requests that give no buckets, key ranges or thresholds
   */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, WorthCompacting rule) {
    this(reader, exactCounts, config, SCAN_TIME, rule);
  }

  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, Duration scanTime,
      WorthCompacting rule) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.config = config;
    this.statistics = new StatisticsReader(reader, exactCounts, scanTime);
    this.rule = rule;
  }

  public LsmReader reader() {
    return reader;
  }

  public WorthCompacting rule() {
    return rule;
  }

  /** Finds where lists are slow; whatever asks on this OM asks the same one. */
  public SlowPlaces slowPlaces() {
    return rule.slowPlaces();
  }

  public Cooldown cooldown() {
    return cooldown;
  }

  /** One sentence without its full stop for each file that is known to be corrupt; none without an open database. */
  public List<String> corruptFiles() {
    try {
      OmDatabase database = reader.database();
      return exactCounts.corruptFiles().sentences(database);
    } catch (DatabaseUnavailableException e) {
      return Collections.emptyList();
    }
  }

  /** Times of {@link #statistics} calls, including scans that they waited for; calls within plans are not counted. */
  public PlannerTimes statisticsTimes() {
    return statisticsTimes;
  }

  /** Number and duration of plans, for previews and for running jobs. The duration includes statistics and scans. */
  public PlannerTimes planTimes() {
    return planTimes;
  }

  /** The configured limits, for requests that give no thresholds. */
  public PlanLimits limits() {
    return limits(Thresholds.getDefaultInstance());
  }

  /** Returns the limits of a request. If a threshold is missing in the request, the configured value applies. */
  public PlanLimits limits(Thresholds asked) {
    return PlanThresholds.of(asked, config);
  }

  /** {@code targets} are checked by {@code TargetCheck}; buckets deleted since then are left out. */
  public NodeStatistics statistics(Targets targets, Precision precision) throws DatabaseUnavailableException {
    return statisticsTimes.measure(() -> statistics.read(targets, limits(), precision, Collections.emptyList()));
  }

  /** Plans a job that names some keys; the statistics must contain the tables of these keys. */
  public CompactionPlan planNamed(NodeStatistics statistics, Collection<BucketSpan> keys) {
    Map<String, List<SpanStatistics>> byTable = new LinkedHashMap<>();
    for (BucketSpan span : keys) {
      byTable.computeIfAbsent(span.table(), table -> new ArrayList<>()).add(statistics.table(span.table()).of(span));
    }
    return RangePlanner.plan(byTable.values(), PlanThresholds.forNamedTargets(config));
  }

  /** Looks for places for about a second; the next call goes on. {@code targets} are as for {@link #statistics}. */
  public TargetPlaces look(Targets targets) throws DatabaseUnavailableException {
    return look(statistics(targets, Precision.METADATA));
  }

  /** Looks for the places of the targets of {@code statistics}; see {@link #look(Targets)}. */
  public TargetPlaces look(NodeStatistics statistics) throws DatabaseUnavailableException {
    return rule.look(statistics);
  }

  /** Predicts the cost of compacting some keys of one table after a flush; {@code statistics} are those before it. */
  public Price priceAfter(AfterFlush flush, NodeStatistics statistics, Collection<BucketSpan> keys) {
    TableStatistics then = TableStatistics.take(flush.tree(), new SpanSlots(flush.table(), new ArrayList<>(keys)),
        statistics.table(flush.table()).files().profiles());
    return RangePlanner.plan(Collections.singletonList(keys.stream().map(then::of).collect(Collectors.toList())),
        PlanThresholds.forNamedTargets(config)).price().plus(Price.of(0, flush.bytes()));
  }

  private PlanTerms terms(JobSpec job) {
    return PlanTerms.of(job, config, cooldown);
  }

  private List<AfterFlush> flushes(JobSpec job, NodeStatistics targets, TargetPlaces places)
      throws DatabaseUnavailableException {
    Set<String> tables = new LinkedHashSet<>();
    if (JobPart.areWaitsIn(job)) {
      PlanTerms terms = terms(job);
      rule.waitingForFlush(places).stream().filter(place -> !terms.isResting(place.keys()))
          .forEach(place -> tables.add(place.table()));
    } else if (job.getFlush()) {
      TargetMemory memory = new TargetMemory(targets, job.getTargets());
      for (String table : targets.tables()) {
        if (memory.mayHoldTombstones(table)) {
          tables.add(table);
        }
      }
    }
    List<AfterFlush> flushes = new ArrayList<>();
    for (String table : tables) {
      AfterFlush flush = AfterFlush.of(targets.snapshot(), table);
      if (flush != null) {
        flushes.add(flush);
      }
    }
    return flushes;
  }

  /**
   * Returns the flushes that a job begins with, as things are now: of tables that a slow one of {@code places} waits
   * for, or that hold tombstones of the targets in memory if the job asks for a flush.
   */
  public List<AfterFlush> flushes(JobSpec job, TargetPlaces places) throws DatabaseUnavailableException {
    return flushes(job, statistics(job.getTargets(), Precision.METADATA), places);
  }

  /** Null if the memtables hold no tombstones. */
  public AfterFlush afterFlush(String table) throws DatabaseUnavailableException {
    return AfterFlush.of(reader.read(Collections.singletonList(table), exactCounts.corruptFiles()), table);
  }

  public Buckets buckets(OmDatabase database) throws DatabaseUnavailableException {
    return statistics.buckets(database);
  }

  /** The keys of a bucket in all tables; empty if there is no such bucket. */
  public List<BucketSpan> spans(String bucket) throws DatabaseUnavailableException {
    Buckets buckets = buckets(reader.database());
    return SpanTables.names().stream().flatMap(table ->
        buckets.spans(table, Collections.singleton(bucket)).stream()).collect(Collectors.toList());
  }

  /** Plans ranges for a job that is no round; see {@link #plan(JobSpec, Precision)}. */
  public NodePlan plan(Targets targets, Thresholds thresholds, Precision precision)
      throws DatabaseUnavailableException {
    return plan(JobSpec.newBuilder().setTargets(targets).setThresholds(thresholds).build(), precision);
  }

  /**
   * Plans the ranges of a job, and the flushes before them:
   * <ul>
   * <li>of slow places: these alone;
   * <li>of a round, or without buckets, key ranges and thresholds: what is {@link WorthCompacting worth compacting};
   * <li>with thresholds of tombstones or ratio: targets that reach the thresholds;
   * <li>with buckets or key ranges but without such thresholds: all tombstones there.
   * </ul>
   *
   * @param job only its targets, thresholds, and fields {@code round} and {@code flush} are used
   */
  public NodePlan plan(JobSpec job, Precision precision) throws DatabaseUnavailableException {
    return planTimes.measure(() -> {
      PlanLimits scanLimits = terms(job).scanLimits();
      NodeStatistics now = statistics.read(job.getTargets(), scanLimits, precision, Collections.emptyList());
      TargetPlaces places = rule.look(now);
      List<AfterFlush> flushes = flushes(job, now, places);
      return plan(job, JobPart.whole(job), now, places, flushes, flushes.isEmpty() ? now
          : statistics.read(job.getTargets(), scanLimits, precision, flushes));
    });
  }

  /**
   * Plans this OM's part of a job after its flushes, with {@link Precision#EXACT} and scans on the caller's thread.
   * Once {@code watch} says stop, the plan is made from the counts known then.
   */
  public NodePlan plan(JobSpec job, JobPart part, ScanWatch watch) throws DatabaseUnavailableException {
    return planTimes.measure(() -> {
      NodeStatistics now = statistics.readHere(job.getTargets(), terms(job).scanLimits(), watch);
      return plan(job, part, now, rule.look(now), Collections.emptyList(), now);
    });
  }

  private NodePlan plan(JobSpec job, JobPart part, NodeStatistics now, TargetPlaces places,
      List<AfterFlush> flushes, NodeStatistics counted) throws DatabaseUnavailableException {
    boolean onlySlow = job.getTargets().getSlow();
    PlanTerms terms = terms(job);
    PlanLimits limits = terms.limits();
    OmDatabase database = counted.snapshot().database();
    List<RunTargets> runs = onlySlow || limits.asksForDensity() ? counted.runs(job.getTargets(), limits)
        : Collections.emptyList();
    MeasuredRuns measured = rule.measure(counted, places, onlySlow ? Collections.emptyList() : runs,
        flushes.stream().map(AfterFlush::table).collect(Collectors.toSet()));
    if (terms.isByTheRule()) {
      Iterator<String> tables = counted.tables().iterator();
      runs.replaceAll(table -> WorthCompacting.choose(table, tables.next(), part, measured));
    }
    CompactionPlan ranges = onlySlow || limits.asksForDensity()
        ? RangePlanner.planRuns(runs, limits, terms.resting(), measured::isEased)
        : RangePlanner.plan(counted.targetsByTable(), limits, measured::isEased);
    List<RejectedRange> excluded = new ArrayList<>();
    for (String table : counted.tables()) {
      counted.excluded(table).forEach((span, pattern) ->
          excluded.add(RejectedRange.excluded(span, pattern, limits)));
    }
    return new NodePlan(now, flushes, counted, (onlySlow ? ranges.withLaterPlans() : ranges).excluding(excluded),
        measured, SnapshotRetention.read(database), file -> exactCounts.verifiedFiles().contains(database, file),
        limits.maxBytes());
  }
}
