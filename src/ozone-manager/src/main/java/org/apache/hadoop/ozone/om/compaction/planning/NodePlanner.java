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
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
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
 * From targets to this OM's own statistics and plan, always from fresh metadata. One for previews and turns, so that
 * both show and do the same. Thread-safe.
 */
public final class NodePlanner {
  /** Looking for spans that live in memory only takes some microseconds each; not worth it for more than these. */
  private static final int MAX_SPANS_ONLY_IN_MEMORY = 5_000;
  private static final Duration SCAN_TIME = Duration.ofSeconds(3);
  private static final Duration RUNS_TIME = Duration.ofSeconds(1);
  private static final int MAX_SCANNED_FOR_RANGES = 64;
  /** A scan tells of further files that matter, most often none. */
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

  /** One that measures nothing. */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config) {
    this(reader, exactCounts, config, WorthCompacting.byMinima());
  }

  /** @param rule what is worth it where nobody names it or gives minima */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, WorthCompacting rule) {
    this(reader, exactCounts, config, SCAN_TIME, rule);
  }

  /** @param scanTime how long one look waits for the files that it has scanned, or scans files itself */
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

  /** The rule for runs that nobody names and for which nobody gives minima. */
  public WorthCompacting rule() {
    return rule;
  }

  /** The ranges that rounds leave alone on this OM. */
  public Cooldown cooldown() {
    return cooldown;
  }

  /** A sentence without its full stop on each file that is known to be corrupt; none without an open database. */
  public List<String> corruptFiles() {
    try {
      OmDatabase database = reader.database();
      return exactCounts.corruptFiles().sentences(database);
    } catch (DatabaseUnavailableException e) {
      return Collections.emptyList();
    }
  }

  /** Times of {@link #statistics}, with the scans that they waited for, without those of plans. */
  public PlannerTimes statisticsTimes() {
    return statisticsTimes;
  }

  /** Times of plans, for previews and turns, with their statistics and scans. */
  public PlannerTimes planTimes() {
    return planTimes;
  }

  /** The limits that judge runs where nobody asks for other thresholds. */
  public PlanLimits limits() {
    return limits(Thresholds.getDefaultInstance());
  }

  /** @param asked what it leaves open is as this OM is configured */
  public PlanLimits limits(Thresholds asked) {
    return PlanThresholds.of(asked, config);
  }

  /**
   * Counts tombstones.
   *
   * @param targets as checked by {@code TargetCheck}; what has been deleted since is left out
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

  private static Collection<SharedFile> mayHideRuns(TableStatistics statistics, PlanLimits limits) {
    return statistics.filesThatMayHideRuns(statistics.runs(limits.minRatio(), limits.slack()), limits.minTombstones());
  }

  /** The files of several spans, and those that may hide runs with cuts of their own. */
  private static Collection<SharedFile> undecided(TableStatistics statistics, PlanLimits limits) {
    Map<String, SharedFile> files = new LinkedHashMap<>();
    statistics.sharedFiles().forEach(file -> files.put(file.file().name(), file));
    statistics.filesToLocate().forEach(file -> files.put(file.file().name(), file));
    mayHideRuns(statistics, limits).forEach(file -> files.put(file.file().name(), file));
    return files.values();
  }

  /** Those with most tombstones: a preview of a large table scans no more, and tells how many are left. */
  private static List<SharedFile> some(Collection<SharedFile> files) {
    return files.stream().sorted(Comparator.comparingLong((SharedFile file) -> file.file().tombstones()).reversed())
        .limit(MAX_SCANNED_FOR_RANGES).collect(Collectors.toList());
  }

  /** @param toScan the files of a whole table that are worth it */
  private NodeStatistics statistics(Targets targets, Function<TableStatistics, Collection<SharedFile>> toScan,
      BiConsumer<OmDatabase, Collection<SharedFile>> scan) throws DatabaseUnavailableException {
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
    List<SharedFile> files = new ArrayList<>();
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

  /** Plans what a job that names some keys, of tables that the statistics have, would compact. */
  public CompactionPlan planNamed(NodeStatistics statistics, Collection<BucketSpan> keys) {
    Map<String, List<SpanStatistics>> byTable = new LinkedHashMap<>();
    for (BucketSpan span : keys) {
      byTable.computeIfAbsent(span.table(), table -> new ArrayList<>()).add(statistics.table(span.table()).of(span));
    }
    return RangePlanner.plan(byTable.values(), PlanThresholds.named(config));
  }

  /** Predicts a flush of some keys' tables and the compaction of these keys after it. */
  public FlushPrice priceOfFlush(NodeStatistics statistics, Collection<BucketSpan> keys)
      throws DatabaseUnavailableException {
    return FlushPrice.of(statistics, keys, PlanThresholds.named(config));
  }

  /** The places where lists are slow for tombstones in memory; without those that {@link Cooldown rest}. */
  public List<InMemory> toFlush(NodeStatistics statistics) throws DatabaseUnavailableException {
    return rule.toFlush(statistics, PlanThresholds.named(config)).stream()
        .filter(place -> cooldown.why(place.span().table(), place.span().keys()) == null).collect(Collectors.toList());
  }

  /** The buckets with most tombstones in memory. */
  public List<InMemory> worstInMemory(NodePlan plan) throws DatabaseUnavailableException {
    return InMemory.worst(plan.statistics(), plan.measured(), PlanThresholds.named(config));
  }

  /** The buckets that a database holds now. */
  public Buckets buckets(OmDatabase database) throws DatabaseUnavailableException {
    return knownBuckets.of(database);
  }

  /** The keys of a bucket in all tables; none where it is not there. */
  public List<BucketSpan> spans(String bucket) throws DatabaseUnavailableException {
    Buckets buckets = buckets(reader.database());
    return SpanTables.names().stream().flatMap(table ->
        buckets.spans(table, Collections.singleton(bucket)).stream()).collect(Collectors.toList());
  }

  /**
   * Plans ranges as {@link #plan(JobSpec, Precision)} does, for no round.
   *
   * @param thresholds what it leaves open is as this OM is configured
   */
  public NodePlan plan(Targets targets, Thresholds thresholds, Precision precision)
      throws DatabaseUnavailableException {
    return plan(JobSpec.newBuilder().setTargets(targets).setThresholds(thresholds).build(), precision);
  }

  /**
   * Plans ranges: of the runs that are {@link WorthCompacting worth it}; where somebody gives minima, of those that
   * reach them; where somebody names a bucket or keys without minima, of all that holds tombstones there. A round takes
   * what is worth it in whatever it names, but for ranges that {@link Cooldown rest}.
   *
   * @param job its targets, thresholds and round; what thresholds leave open is as this OM is configured
   */
  public NodePlan plan(JobSpec job, Precision precision) throws DatabaseUnavailableException {
    return planTimes.measure(() -> plan(job, RoundPart.ALL, Collections.emptyList(),
        statistics(job.getTargets(), scanLimits(job), precision)));
  }

  /**
   * Plans ranges from counts as exact as {@link Precision#EXACT}, for a turn: scans on the caller's thread and waits
   * for nobody else's scans.
   *
   * @param job     as for {@link #plan(JobSpec, Precision)}
   * @param part    of a round; all for other jobs
   * @param flushed where a list waited until a flush of this turn: these runs are worth it, however fast a list is now
   * @param watch   asked all the time while it scans; once it is stopped, the plan is made from what is known
   */
  public NodePlan plan(JobSpec job, RoundPart part, Collection<InMemory> flushed, ScanWatch watch)
      throws DatabaseUnavailableException {
    PlanLimits limits = scanLimits(job);
    return planTimes.measure(() -> plan(job, part, flushed, statistics(job.getTargets(),
        table -> undecided(table, limits),
        (database, files) -> exactCounts.scanHere(database, files, scanTime, watch))));
  }

  /** A round takes small runs, too, where lists wait, so it looks for them in files. */
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
        file -> exactCounts.soundFiles().contains(database, file), limits.maxBytes());
  }

  private static List<SpanStatistics> targets(LsmSnapshot snapshot, TargetSpans spans, TableStatistics statistics)
      throws DatabaseUnavailableException {
    if (!spans.isEverything()) {
      return spans.named().stream().map(statistics::of).collect(Collectors.toList());
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
