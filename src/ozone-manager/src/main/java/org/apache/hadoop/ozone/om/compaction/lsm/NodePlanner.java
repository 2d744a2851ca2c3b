// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.planner.TableCensus;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/**
 * From targets to this OM's own census and plan, always from fresh metadata. One for previews and turns, so that both
 * show and do the same. Thread-safe.
 */
public final class NodePlanner {
  /** Looking for spans that live in memory only takes some microseconds each; not worth it for more than these. */
  private static final int MAX_SPANS_ONLY_IN_MEMORY = 5_000;
  private static final Duration SCAN_PATIENCE = Duration.ofSeconds(3);
  private static final ToIntBiFunction<OmDatabase, List<SharedFile>> NO_SCAN = (database, files) -> 0;

  private final LsmReader reader;
  private final ExactCounts exactCounts;
  private final CompactionConfig config;
  private final Duration scanPatience;

  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config) {
    this(reader, exactCounts, config, SCAN_PATIENCE);
  }

  /** @param scanPatience how long one census waits for the files that it has scanned, or scans files itself */
  public NodePlanner(LsmReader reader, ExactCounts exactCounts, CompactionConfig config, Duration scanPatience) {
    this.reader = reader;
    this.exactCounts = exactCounts;
    this.config = config;
    this.scanPatience = scanPatience;
  }

  public LsmReader reader() {
    return reader;
  }

  /**
   * Counts tombstones.
   *
   * @param targets as checked by {@link TargetCheck}; what has been deleted since is left out
   */
  public NodeCensus census(Targets targets, Precision precision) throws DatabaseUnavailableException {
    return census(targets, precision == Precision.METADATA ? NO_SCAN
        : (database, files) -> exactCounts.scan(database, files, scanPatience));
  }

  /** @param scan gives back how many files are still to be scanned */
  private NodeCensus census(Targets targets, ToIntBiFunction<OmDatabase, List<SharedFile>> scan)
      throws DatabaseUnavailableException {
    List<String> tables = TargetSpans.tables(targets);
    LsmSnapshot snapshot = reader.read(tables);
    Buckets buckets = Buckets.read(snapshot.database().metadata());
    Map<String, TargetSpans> spans = new HashMap<>();
    Map<String, TableCensus> censuses = new HashMap<>();
    for (String table : tables) {
      spans.put(table, TargetSpans.of(targets, table, buckets));
      censuses.put(table, take(snapshot, table, spans.get(table)));
    }
    int filesToScan = scan(snapshot, spans, censuses, scan);
    Map<String, List<SpanCensus>> found = new LinkedHashMap<>();
    for (String table : tables) {
      found.put(table, targets(snapshot, spans.get(table), censuses.get(table)));
    }
    return new NodeCensus(snapshot, found, filesToScan);
  }

  /**
   * Plans ranges.
   *
   * @param thresholds what it leaves open is as this OM is configured
   */
  public NodePlan plan(Targets targets, Thresholds thresholds, Precision precision)
      throws DatabaseUnavailableException {
    return plan(census(targets, precision), thresholds);
  }

  /**
   * Plans ranges from counts as exact as {@link Precision#EXACT}, for a turn: scans on the caller's thread and waits
   * for nobody else's scans.
   *
   * @param thresholds what it leaves open is as this OM is configured
   * @param stopped    asked all the time while it scans; the plan is then made from what is known
   */
  public NodePlan plan(Targets targets, Thresholds thresholds, BooleanSupplier stopped)
      throws DatabaseUnavailableException {
    return plan(census(targets, (database, files) -> exactCounts.scanHere(database, files, scanPatience, stopped)),
        thresholds);
  }

  private NodePlan plan(NodeCensus census, Thresholds thresholds) throws DatabaseUnavailableException {
    return new NodePlan(census, RangePlanner.plan(census.targetsByTable(), PlanThresholds.of(thresholds, config)),
        SnapshotRetention.read(census.snapshot().database()));
  }

  /**
   * Looks at one range again just before it is compacted. The thresholds of a job apply to whole spans, so here any
   * tombstone counts.
   *
   * @return what is left to do in the range, mostly one range; none if nothing is, then with the reason
   */
  public CompactionPlan recheck(String table, KeyRange range) throws DatabaseUnavailableException {
    LsmSnapshot snapshot = reader.read(Collections.singletonList(table));
    TableCensus census = TableCensus.take(snapshot.table(table), Collections.emptyList());
    SpanCensus target = census.of(BucketSpan.unattributed(table, range));
    return RangePlanner.plan(Collections.singletonList(Collections.singletonList(target)),
        PlanThresholds.anyTombstone());
  }

  private TableCensus take(LsmSnapshot snapshot, String table, TargetSpans spans) {
    return TableCensus.take(snapshot.table(table), spans.layout(), exactCounts.of(snapshot.database()));
  }

  /** Has the shared files of the targets scanned and takes the censuses of their tables again. */
  private int scan(LsmSnapshot snapshot, Map<String, TargetSpans> spans, Map<String, TableCensus> censuses,
      ToIntBiFunction<OmDatabase, List<SharedFile>> scan) {
    if (scan == NO_SCAN) {
      return 0;
    }
    List<SharedFile> files = new ArrayList<>();
    censuses.forEach((table, census) -> files.addAll(sharedFiles(census, spans.get(table))));
    int left = files.isEmpty() ? 0 : scan.applyAsInt(snapshot.database(), files);
    censuses.replaceAll((table, census) -> take(snapshot, table, spans.get(table)));
    return left;
  }

  private static Collection<SharedFile> sharedFiles(TableCensus census, TargetSpans spans) {
    if (spans.isEverything()) {
      return census.sharedFiles();
    }
    Set<String> names = new HashSet<>();
    spans.named().forEach(span -> census.filesIn(span).forEach(file -> names.add(file.name())));
    List<SharedFile> files = new ArrayList<>(census.sharedFiles());
    files.removeIf(file -> !names.contains(file.file().name()));
    return files;
  }

  private static List<SpanCensus> targets(LsmSnapshot snapshot, TargetSpans spans, TableCensus census)
      throws DatabaseUnavailableException {
    if (!spans.isEverything()) {
      return spans.named().stream().map(census::of).collect(Collectors.toList());
    }
    List<SpanCensus> onlyInMemory = onlyInMemory(snapshot, census);
    if (onlyInMemory.isEmpty()) {
      return census.spans();
    }
    List<SpanCensus> targets = new ArrayList<>(census.spans());
    targets.addAll(onlyInMemory);
    return targets;
  }

  private static List<SpanCensus> onlyInMemory(LsmSnapshot snapshot, TableCensus census)
      throws DatabaseUnavailableException {
    if (snapshot.memtable(census.table().name()).entries() == 0) {
      return Collections.emptyList();
    }
    List<BucketSpan> without = census.spansWithoutFiles();
    if (without.size() > MAX_SPANS_ONLY_IN_MEMORY) {
      return Collections.emptyList();
    }
    List<SpanCensus> found = new ArrayList<>();
    for (BucketSpan span : without) {
      if (MemtableEstimate.entries(snapshot.database(), span) > 0) {
        found.add(census.of(span));
      }
    }
    return found;
  }
}
