// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.BucketCache;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.bucket.StatisticsCache;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
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
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.ScanWatch;

/**
 * Counts tombstones of targets on this OM and plans their compaction, always from the current metadata. Previews and
 * turns share it, so a preview shows what a turn does. Thread-safe.
 */
public final class NodePlanner {
  /**
   * Finding a bucket that has entries in memory alone takes some microseconds for each bucket; with more buckets than
   * this it is not done.
   */
  private static final int MAX_SPANS_ONLY_IN_MEMORY = 5_000;
  private static final Duration SCAN_TIME = Duration.ofSeconds(3);
  private static final Duration RUNS_TIME = Duration.ofSeconds(1);
  private static final int MAX_SCANNED_FOR_RANGES = 64;
  /** Rounds of scanning: a scan may show that further files have to be scanned, but rarely does. */
  private static final int SCANS = 3;

  private final LsmReader reader;
  private final BucketCache knownBuckets = new BucketCache();
  private final StatisticsCache knownStatistics = new StatisticsCache();
  private final ExactCounts exactCounts;
  private final CompactionConfig config;
  private final Duration scanTime;
  private final WorthCompacting rule;
  private final Cooldown cooldown = new Cooldown(Clock.systemUTC());
  private final PlannerTimes statisticsTimes = new PlannerTimes();
  private final PlannerTimes planTimes = new PlannerTimes();

  /** A planner that measures no waits. */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config) {
    this(reader, exactCounts, config, WorthCompacting.byMinima());
  }

  /** @param rule says what is worth compacting where a request gives neither targets nor minima */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, WorthCompacting rule) {
    this(reader, exactCounts, config, SCAN_TIME, rule);
  }

  /** @param scanTime how long one request scans files, or waits for scans of others */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, Duration scanTime,
      WorthCompacting rule) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.config = config;
    this.scanTime = scanTime;
    this.rule = rule;
  }

  public LsmReader reader() {
    return reader;
  }

  /** The rule for what is worth compacting where a request gives neither targets nor minima. */
  public WorthCompacting rule() {
    return rule;
  }

  /** The ranges that rounds leave alone on this OM. */
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
   * Number and duration of {@link #statistics} calls, with the scans that they waited for; those within plans do not
   * count.
   */
  public PlannerTimes statisticsTimes() {
    return statisticsTimes;
  }

  /** Number and duration of plans for previews and turns, with their statistics and scans. */
  public PlannerTimes planTimes() {
    return planTimes;
  }

  /** The limits by configuration, for requests that give no thresholds. */
  public PlanLimits limits() {
    return limits(Thresholds.getDefaultInstance());
  }

  /** @param asked thresholds of a request; the configuration fills in what it leaves open */
  public PlanLimits limits(Thresholds asked) {
    return PlanThresholds.of(asked, config);
  }

  /**
   * Counts tombstones.
   *
   * @param targets as checked by {@code TargetCheck}; buckets deleted since then are left out
   */
  public NodeStatistics statistics(Targets targets, Precision precision) throws DatabaseUnavailableException {
    return statisticsTimes.measure(() -> statistics(targets, limits(), precision));
  }

  private NodeStatistics statistics(Targets targets, PlanLimits limits, Precision precision)
      throws DatabaseUnavailableException {
    Duration time = scanTime.compareTo(RUNS_TIME) < 0 ? scanTime : RUNS_TIME;
    switch (precision) {
      case RUNS:
        return statistics(targets, table -> mayHideRuns(table, limits),
            (database, files) -> exactCounts.scan(database, files, time));
      case RANGES:
        return statistics(targets, table -> undecided(table, limits),
            (database, files) -> exactCounts.scan(database, some(files), time));
      case EXACT:
        return statistics(targets, table -> undecided(table, limits),
            (database, files) -> exactCounts.scan(database, files, scanTime));
      default:
        return statistics(targets, table -> Collections.emptyList(),
            (database, files) -> { });
    }
  }

  private static Collection<FileToScan> mayHideRuns(TableStatistics statistics, PlanLimits limits) {
    return statistics.filesThatMayHideRuns(statistics.runs(limits.minRatio(), limits.slack()), limits.minTombstones());
  }

  /** The files whose scan may change ranges: those shared by several spans, and those in which a run may be hidden. */
  private static Collection<FileToScan> undecided(TableStatistics statistics, PlanLimits limits) {
    Map<String, FileToScan> files = new LinkedHashMap<>();
    statistics.sharedFiles().forEach(file -> files.put(file.file().name(), file));
    statistics.filesToLocate().forEach(file -> files.put(file.file().name(), file));
    mayHideRuns(statistics, limits).forEach(file -> files.put(file.file().name(), file));
    return files.values();
  }

  /** The files with the most tombstones. A preview of a large table scans only these, and tells how many are left. */
  private static List<FileToScan> some(Collection<FileToScan> files) {
    return files.stream().sorted(Comparator.comparingLong((FileToScan file) -> file.file().tombstones()).reversed())
        .limit(MAX_SCANNED_FOR_RANGES).collect(Collectors.toList());
  }

  /** @param toScan selects the files of a table that have to be scanned */
  private NodeStatistics statistics(Targets targets, Function<TableStatistics, Collection<FileToScan>> toScan,
      BiConsumer<OmDatabase, Collection<FileToScan>> scan) throws DatabaseUnavailableException {
    List<String> tables = TargetSpans.tables(targets);
    LsmSnapshot snapshot = reader.read(tables, exactCounts.corruptFiles());
    Buckets buckets = buckets(snapshot.database());
    Map<String, TargetSpans> spans = new HashMap<>();
    Map<String, TableStatistics> byTable = new LinkedHashMap<>();
    FileProfiles known = exactCounts.of(snapshot.database());
    for (String table : tables) {
      spans.put(table, TargetSpans.of(targets, table, buckets));
      byTable.put(table,
          spans.get(table).statistics(snapshot.database(), snapshot.table(table), known, knownStatistics));
    }
    List<FileToScan> files = new ArrayList<>();
    for (int scans = 0; scans < SCANS && files.isEmpty(); scans++) {
      byTable.forEach((table, statistics) -> files.addAll(spans.get(table).filesOf(statistics, toScan)));
      files.removeIf(file -> exactCounts.hasScanned(snapshot.database(), file));
      if (files.isEmpty()) {
        break;
      }
      scan.accept(snapshot.database(), files);
      files.removeIf(file -> exactCounts.hasScanned(snapshot.database(), file));
      FileProfiles now = exactCounts.of(snapshot.database());
      byTable.replaceAll((table, statistics) ->
          spans.get(table).statistics(snapshot.database(), snapshot.table(table), now, knownStatistics));
    }
    Map<String, List<SpanStatistics>> found = new LinkedHashMap<>();
    Map<String, Map<SpanStatistics, String>> excluded = new HashMap<>();
    for (String table : tables) {
      List<SpanStatistics> meant = targets(snapshot, spans.get(table), byTable.get(table));
      Map<SpanStatistics, String> out = spans.get(table).excluded(meant);
      excluded.put(table, out);
      found.put(table, out.isEmpty() ? meant
          : meant.stream().filter(span -> !out.containsKey(span)).collect(Collectors.toList()));
    }
    return new NodeStatistics(snapshot, buckets, byTable, found, excluded, files, TargetSpans.isEverything(targets));
  }

  /** Plans a job that names some keys; their tables have to be part of the statistics. */
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

  /** The places where lists are slow because of tombstones in memory; without those that {@link Cooldown rest}. */
  public List<InMemory> toFlush(NodeStatistics statistics) throws DatabaseUnavailableException {
    return rule.toFlush(statistics, PlanThresholds.forNamedTargets(config)).stream()
        .filter(place -> cooldown.why(place.span().table(), place.span().keys()) == null).collect(Collectors.toList());
  }

  /** The buckets with the most tombstones in memory. */
  public List<InMemory> worstInMemory(NodePlan plan) throws DatabaseUnavailableException {
    return InMemory.worst(plan.statistics(), plan.measured(), PlanThresholds.forNamedTargets(config));
  }

  /** The buckets that a database holds now. */
  public Buckets buckets(OmDatabase database) throws DatabaseUnavailableException {
    return knownBuckets.of(database);
  }

  /** The keys of a bucket in all tables; empty if there is no such bucket. */
  public List<BucketSpan> spans(String bucket) throws DatabaseUnavailableException {
    Buckets buckets = buckets(reader.database());
    return SpanTables.names().stream().flatMap(table ->
        buckets.spans(table, Collections.singleton(bucket)).stream()).collect(Collectors.toList());
  }

  /**
   * Plans ranges as {@link #plan(JobSpec, Precision)} does for a job that is not a round.
   *
   * @param thresholds the configuration fills in what they leave open
   */
  public NodePlan plan(Targets targets, Thresholds thresholds, Precision precision)
      throws DatabaseUnavailableException {
    return plan(JobSpec.newBuilder().setTargets(targets).setThresholds(thresholds).build(), precision);
  }

  /**
   * Plans ranges. Which ones depends on the job: with minima, the runs that reach them; with a named bucket or key
   * range and no minima, all tombstones there; with neither, and in a round, the runs that are {@link WorthCompacting
   * worth compacting}. A round leaves out ranges that {@link Cooldown rest}.
   *
   * @param job its targets, thresholds and round are used; the configuration fills in what the thresholds leave open
   */
  public NodePlan plan(JobSpec job, Precision precision) throws DatabaseUnavailableException {
    return planTimes.measure(() -> plan(job, RoundPart.ALL, Collections.emptyList(),
        statistics(job.getTargets(), scanLimits(job), precision)));
  }

  /**
   * Plans the ranges of a turn, from counts as exact as {@link Precision#EXACT}. It scans files on the caller's thread
   * and so never waits for scans of other requests.
   *
   * @param job     as for {@link #plan(JobSpec, Precision)}
   * @param part    of a round; {@link RoundPart#ALL} for other jobs
   * @param flushed where a list waited before this turn flushed the memtables: worth compacting, however fast a list is
   *                now
   * @param watch   asked often during scans; once it says stop, the plan is made from what is known
   */
  public NodePlan plan(JobSpec job, RoundPart part, Collection<InMemory> flushed, ScanWatch watch)
      throws DatabaseUnavailableException {
    PlanLimits limits = scanLimits(job);
    return planTimes.measure(() -> plan(job, part, flushed, statistics(job.getTargets(),
        table -> undecided(table, limits),
        (database, files) -> exactCounts.scanHere(database, files, scanTime, watch))));
  }

  /**
   * The limits by which files are chosen for a scan. Where a list waits, a round takes runs below the configured
   * minimum of tombstones too, so files that may hide such runs are scanned.
   */
  private PlanLimits scanLimits(JobSpec job) {
    PlanLimits limits = limits(job.getThresholds());
    return job.hasRound()
        ? limits.withMinTombstones(Math.min(limits.minTombstones(), WorthCompacting.MIN_TOMBSTONES)) : limits;
  }

  private NodePlan plan(JobSpec job, RoundPart part, Collection<InMemory> flushed, NodeStatistics statistics)
      throws DatabaseUnavailableException {
    PlanLimits limits = job.hasRound() ? limits(job.getThresholds())
        : PlanThresholds.of(job.getTargets(), job.getThresholds(), config);
    OmDatabase database = statistics.snapshot().database();
    List<RunTargets> runs =
        limits.asksForDensity() ? statistics.runs(job.getTargets(), limits) : Collections.emptyList();
    MeasuredRuns measured = rule.measure(statistics, runs, flushed);
    if (!runs.isEmpty() && (job.hasRound() || PlanThresholds.areOpen(job.getTargets(), job.getThresholds()))) {
      Iterator<String> tables = statistics.tables().iterator();
      runs.replaceAll(table -> table.choose(run -> measured.isOf(part, run), measured.places(part, tables.next())));
    }
    CompactionPlan ranges = limits.asksForDensity()
        ? RangePlanner.planRuns(runs, limits, job.hasRound() ? cooldown : RestingRanges.NONE, measured::waits)
        : RangePlanner.plan(statistics.targetsByTable(), limits, measured::waits);
    List<RejectedRange> excluded = new ArrayList<>();
    for (String table : statistics.tables()) {
      statistics.excluded(table).forEach((span, pattern) ->
          excluded.add(RejectedRange.excluded(span, pattern, limits)));
    }
    return new NodePlan(statistics, ranges.excluding(excluded), measured, SnapshotRetention.read(database),
        file -> exactCounts.verifiedFiles().contains(database, file), limits.maxBytes());
  }

  private static List<SpanStatistics> targets(LsmSnapshot snapshot, TargetSpans spans, TableStatistics statistics)
      throws DatabaseUnavailableException {
    if (!spans.isEverything()) {
      return spans.targets().stream().map(statistics::of).collect(Collectors.toList());
    }
    return statistics.spansAnd(onlyInMemory(snapshot, statistics));
  }

  private static List<SpanStatistics> onlyInMemory(LsmSnapshot snapshot, TableStatistics statistics)
      throws DatabaseUnavailableException {
    if (snapshot.memtable(statistics.table().name()).entries() == 0
        || statistics.countWithoutFiles() > MAX_SPANS_ONLY_IN_MEMORY) {
      return Collections.emptyList();
    }
    List<SpanStatistics> found = new ArrayList<>();
    for (BucketSpan span : statistics.spansWithoutFiles()) {
      if (snapshot.database().memtableEntries(span) > 0) {
        found.add(statistics.of(span));
      }
    }
    return found;
  }
}
