// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
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
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.scan.ScanWatch;

/** Counts tombstones of targets on this OM from the metadata of SST files, and from scans if necessary. Thread-safe. */
final class StatisticsReader {
  /** Maximum number of buckets without SST files to search in memtables. If a table has more, none is searched. */
  private static final int MAX_SPANS_ONLY_IN_MEMORY = 5_000;
  private static final Duration RUNS_TIME = Duration.ofSeconds(1);
  private static final int MAX_SCANNED_FOR_RANGES = 64;
  /** Maximum number of scans of one request: a scan can, but rarely does, show that more files have to be scanned. */
  private static final int SCANS = 3;

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final Duration scanTime;
  private final BucketCache knownBuckets = new BucketCache();
  private final StatisticsCache knownStatistics = new StatisticsCache();

  /** @param scanTime how long one request scans files, or waits for their scans in the background */
  StatisticsReader(LsmReader reader, ExactCounts exactCounts, Duration scanTime) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.scanTime = scanTime;
  }

  /**
   * Waits until a background thread has scanned the files that matter for {@code limits}, or the time is over. Trees of
   * {@code after} count instead of those of now: of tables that a job flushes first.
   */
  NodeStatistics read(Targets targets, PlanLimits limits, Precision precision, Collection<AfterFlush> after)
      throws DatabaseUnavailableException {
    Duration time = scanTime.compareTo(RUNS_TIME) < 0 ? scanTime : RUNS_TIME;
    switch (precision) {
      case RUNS:
        return read(targets, after, table -> mayHideRuns(table, limits),
            (database, files) -> exactCounts.scan(database, files, time));
      case RANGES:
        return read(targets, after, table -> undecided(table, limits),
            (database, files) -> exactCounts.scan(database, some(files), time));
      case EXACT:
        return read(targets, after, table -> undecided(table, limits),
            (database, files) -> exactCounts.scan(database, files, scanTime));
      default:
        return read(targets, after, table -> Collections.emptyList(),
            (database, files) -> { });
    }
  }

  /** With {@link Precision#EXACT}, scanned on this thread; once {@code watch} says stop, by the counts known then. */
  NodeStatistics readHere(Targets targets, PlanLimits limits, ScanWatch watch) throws DatabaseUnavailableException {
    return read(targets, Collections.emptyList(), table -> undecided(table, limits),
        (database, files) -> exactCounts.scanHere(database, files, scanTime, watch));
  }

  Buckets buckets(OmDatabase database) throws DatabaseUnavailableException {
    return knownBuckets.of(database);
  }

  private static Collection<FileToScan> mayHideRuns(TableStatistics statistics, PlanLimits limits) {
    return statistics.filesThatMayHideRuns(statistics.runs(limits.minRatio(), limits.slack()), limits.minTombstones());
  }

  /** Returns the files whose counts can change a plan's ranges, such as files that several spans share. */
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
  private NodeStatistics read(Targets targets, Collection<AfterFlush> after,
      Function<TableStatistics, Collection<FileToScan>> toScan,
      BiConsumer<OmDatabase, Collection<FileToScan>> scan) throws DatabaseUnavailableException {
    LsmSnapshot snapshot =
        reader.read(TargetSpans.tables(targets, reader.database()), exactCounts.corruptFiles());
    for (AfterFlush flush : after) {
      snapshot = snapshot.with(flush.tree());
    }
    return read(targets, snapshot, after.isEmpty() ? knownStatistics : new StatisticsCache(), toScan, scan);
  }

  /** @param known remembers only statistics of trees that exist */
  private NodeStatistics read(Targets targets, LsmSnapshot snapshot, StatisticsCache known,
      Function<TableStatistics, Collection<FileToScan>> toScan,
      BiConsumer<OmDatabase, Collection<FileToScan>> scan) throws DatabaseUnavailableException {
    List<String> tables = snapshot.tables();
    Buckets buckets = buckets(snapshot.database());
    Map<String, TargetSpans> spans = new HashMap<>();
    Map<String, TableStatistics> byTable = new LinkedHashMap<>();
    FileProfiles profiles = exactCounts.of(snapshot.database());
    for (String table : tables) {
      spans.put(table, TargetSpans.of(targets, table, buckets));
      byTable.put(table,
          spans.get(table).statistics(snapshot.database(), snapshot.table(table), profiles, known));
    }
    List<FileToScan> files = new ArrayList<>();
    for (int scans = 0; scans < SCANS && files.isEmpty(); scans++) {
      byTable.forEach((table, statistics) -> files.addAll(spans.get(table).filesOf(statistics, toScan)));
      files.removeIf(file -> AfterFlush.isExpected(file.file())
          || exactCounts.hasScanned(snapshot.database(), file));
      if (files.isEmpty()) {
        break;
      }
      scan.accept(snapshot.database(), files);
      files.removeIf(file -> exactCounts.hasScanned(snapshot.database(), file));
      FileProfiles now = exactCounts.of(snapshot.database());
      byTable.replaceAll((table, statistics) ->
          spans.get(table).statistics(snapshot.database(), snapshot.table(table), now, known));
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

  private static List<SpanStatistics> targets(LsmSnapshot snapshot, TargetSpans spans, TableStatistics statistics)
      throws DatabaseUnavailableException {
    if (!spans.isEverything()) {
      return spans.targets().stream().map(statistics::of).collect(Collectors.toList());
    }
    return statistics.spansAnd(onlyInMemory(snapshot, statistics));
  }

  private static List<SpanStatistics> onlyInMemory(LsmSnapshot snapshot, TableStatistics statistics)
      throws DatabaseUnavailableException {
    if (snapshot.memtables(statistics.table().name()).entries() == 0
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
