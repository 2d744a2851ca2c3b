// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.apache.hadoop.ozone.om.compaction.planner.plan.RestingRanges;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.price.Price;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.ScanWatch;

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

  /** A planner that uses only the thresholds for tombstones and tombstone ratio, and measures no listings. */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config) {
    this(reader, exactCounts, config, WorthCompacting.byMinima());
  }

  /**
   * @param rule decides what to compact in jobs of the automatic service, and for requests that give no buckets, key
   *     ranges or thresholds
   */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, WorthCompacting rule) {
    this(reader, exactCounts, config, SCAN_TIME, rule);
  }

  /** @param scanTime how long one request scans files, or waits for their scans in the background */
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

  /**
   * Decides what to compact in jobs of the automatic service, and for requests without buckets, key ranges or
   * thresholds.
   */
  public WorthCompacting rule() {
    return rule;
  }

  /** The ranges that the automatic service skips on this OM for hours or days. */
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

  /**
   * Number and duration of {@link #statistics} calls. The duration includes scans that the calls waited for. Calls
   * within plans are not counted.
   */
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

  /**
   * Counts tombstones.
   *
   * @param targets targets that {@code TargetCheck} has checked; buckets deleted since then are left out
   */
  public NodeStatistics statistics(Targets targets, Precision precision) throws DatabaseUnavailableException {
    return statisticsTimes.measure(() -> statistics.read(targets, limits(), precision));
  }

  /** Plans a job that names some keys; the statistics must contain the tables of these keys. */
  public CompactionPlan planNamed(NodeStatistics statistics, Collection<BucketSpan> keys) {
    Map<String, List<SpanStatistics>> byTable = new LinkedHashMap<>();
    for (BucketSpan span : keys) {
      byTable.computeIfAbsent(span.table(), table -> new ArrayList<>()).add(statistics.table(span.table()).of(span));
    }
    return RangePlanner.plan(byTable.values(), PlanThresholds.forNamedTargets(config));
  }

  /** Predicts the cost of flushing the tables of some keys and of compacting these keys after that. */
  public Price priceOfFlush(NodeStatistics statistics, Collection<BucketSpan> keys)
      throws DatabaseUnavailableException {
    return FlushPrice.of(statistics, keys, PlanThresholds.forNamedTargets(config));
  }

  /** The keys that are slow to list because of tombstones in memory, without ranges that {@link Cooldown} excludes. */
  public List<InMemory> toFlush(NodeStatistics statistics) throws DatabaseUnavailableException {
    return rule.toFlush(statistics, PlanThresholds.forNamedTargets(config)).stream()
        .filter(place -> cooldown.why(place.span().table(), place.span().keys()) == null).collect(Collectors.toList());
  }

  /** The buckets with the most tombstones in memory, even if listing is fast there. */
  public List<InMemory> worstInMemory(NodePlan plan) throws DatabaseUnavailableException {
    return InMemory.worst(plan.statistics(), plan.measured(), PlanThresholds.forNamedTargets(config));
  }

  /** The buckets that a database holds now. */
  public Buckets buckets(OmDatabase database) throws DatabaseUnavailableException {
    return statistics.buckets(database);
  }

  /** The keys of a bucket in all tables; empty if there is no such bucket. */
  public List<BucketSpan> spans(String bucket) throws DatabaseUnavailableException {
    Buckets buckets = buckets(reader.database());
    return SpanTables.names().stream().flatMap(table ->
        buckets.spans(table, Collections.singleton(bucket)).stream()).collect(Collectors.toList());
  }

  /** Plans ranges for a job that is not of the automatic service; see {@link #plan(JobSpec, Precision)}. */
  public NodePlan plan(Targets targets, Thresholds thresholds, Precision precision)
      throws DatabaseUnavailableException {
    return plan(JobSpec.newBuilder().setTargets(targets).setThresholds(thresholds).build(), precision);
  }

  /**
   * Plans the ranges of a job:
   * <ul>
   * <li>of the automatic service, or without buckets, key ranges and thresholds: what is {@link WorthCompacting worth
   * compacting};
   * <li>with thresholds of tombstones or ratio: targets that reach the thresholds;
   * <li>with buckets or key ranges but without such thresholds: all tombstones there.
   * </ul>
   *
   * @param job only its targets, thresholds and field {@code round} are used
   */
  public NodePlan plan(JobSpec job, Precision precision) throws DatabaseUnavailableException {
    return planTimes.measure(() -> plan(job, RoundPart.ALL, Collections.emptyList(),
        statistics.read(job.getTargets(), scanLimits(job), precision)));
  }

  /**
   * Plans this OM's part of a job, from counts with {@link Precision#EXACT}. Scans files on the caller's thread.
   *
   * @param job     as for {@link #plan(JobSpec, Precision)}
   * @param part    the part of a job of the automatic service; {@link RoundPart#ALL} for other jobs
   * @param flushed keys that were slow to list before a flush; they still count as slow
   * @param watch   asked often during scans; as soon as it says stop, the plan is made from the counts known then
   */
  public NodePlan plan(JobSpec job, RoundPart part, Collection<InMemory> flushed, ScanWatch watch)
      throws DatabaseUnavailableException {
    return planTimes.measure(() -> plan(job, part, flushed,
        statistics.readHere(job.getTargets(), scanLimits(job), watch)));
  }

  /**
   * The limits by which files are chosen for a scan. Jobs of the automatic service also compact old dense runs, so
   * fewer tombstones suffice here.
   */
  private PlanLimits scanLimits(JobSpec job) {
    PlanLimits limits = limits(job.getThresholds());
    return job.hasRound()
        ? limits.withMinTombstones(Math.min(limits.minTombstones(), WorthCompacting.MIN_TOMBSTONES)) : limits;
  }

  private NodePlan plan(JobSpec job, RoundPart part, Collection<InMemory> flushed, NodeStatistics counted)
      throws DatabaseUnavailableException {
    PlanLimits limits = job.hasRound() ? limits(job.getThresholds())
        : PlanThresholds.of(job.getTargets(), job.getThresholds(), config);
    OmDatabase database = counted.snapshot().database();
    List<RunTargets> runs =
        limits.asksForDensity() ? counted.runs(job.getTargets(), limits) : Collections.emptyList();
    MeasuredRuns measured = rule.measure(counted, runs, flushed);
    if (!runs.isEmpty() && (job.hasRound() || PlanThresholds.areOpen(job.getTargets(), job.getThresholds()))) {
      Iterator<String> tables = counted.tables().iterator();
      runs.replaceAll(table -> table.choose(run -> measured.isOf(part, run), measured.places(part, tables.next())));
    }
    CompactionPlan ranges = limits.asksForDensity()
        ? RangePlanner.planRuns(runs, limits, job.hasRound() ? cooldown : RestingRanges.NONE, measured::waits)
        : RangePlanner.plan(counted.targetsByTable(), limits, measured::waits);
    List<RejectedRange> excluded = new ArrayList<>();
    for (String table : counted.tables()) {
      counted.excluded(table).forEach((span, pattern) ->
          excluded.add(RejectedRange.excluded(span, pattern, limits)));
    }
    return new NodePlan(counted, ranges.excluding(excluded), measured, SnapshotRetention.read(database),
        file -> exactCounts.verifiedFiles().contains(database, file), limits.maxBytes());
  }
}
