// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.FileToScan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** The numbers of entries and tombstones of some targets on this OM at one moment. Immutable. */
public final class NodeStatistics {
  private final LsmSnapshot snapshot;
  private final Buckets buckets;
  private final KeyNames names;
  private final Map<String, TableStatistics> statistics;
  private final Map<String, List<SpanStatistics>> targets;
  private final Map<String, Map<SpanStatistics, String>> excluded;
  private final Collection<FileToScan> toScan;
  private final boolean isEverything;
  private final Map<String, List<BucketSpan>> joined = new ConcurrentHashMap<>();

  /**
   * @param targets      the spans of the targets, by table; a table without targets has an empty list
   * @param excluded     excluded spans with the patterns that exclude them, by table, in key order
   * @param toScan       files that have yet to be scanned for the requested precision
   * @param isEverything true if the targets are all keys except the excluded ones
   */
  NodeStatistics(LsmSnapshot snapshot, Buckets buckets, Map<String, TableStatistics> statistics,
      Map<String, List<SpanStatistics>> targets, Map<String, Map<SpanStatistics, String>> excluded,
      Collection<FileToScan> toScan, boolean isEverything) {
    this(snapshot, buckets, buckets.names(), statistics, targets, excluded, toScan, isEverything);
  }

  private NodeStatistics(LsmSnapshot snapshot, Buckets buckets, KeyNames names,
      Map<String, TableStatistics> statistics, Map<String, List<SpanStatistics>> targets,
      Map<String, Map<SpanStatistics, String>> excluded, Collection<FileToScan> toScan, boolean isEverything) {
    this.isEverything = isEverything;
    this.snapshot = snapshot;
    this.buckets = buckets;
    this.names = names;
    this.statistics = statistics;
    this.targets = targets;
    this.excluded = excluded;
    this.toScan = toScan;
  }

  public LsmSnapshot snapshot() {
    return snapshot;
  }

  public Buckets buckets() {
    return buckets;
  }

  /** Returns a copy that also translates the ids of the directories in {@code named} to their paths. */
  public NodeStatistics naming(NamedTargets named) {
    return new NodeStatistics(snapshot, buckets, named.names(names), statistics, targets, excluded, toScan,
        isEverything);
  }

  /** Translates keys with volume, bucket and directory ids to names. */
  public KeyNames names() {
    return names;
  }

  /** Names of the tables that have targets. */
  public Collection<String> tables() {
    return Collections.unmodifiableSet(targets.keySet());
  }

  /** A named target has a span even without files. Computed on each call; there can be a million spans. */
  public List<SpanStatistics> targets() {
    List<SpanStatistics> all = new ArrayList<>();
    targets.values().forEach(all::addAll);
    return all;
  }

  public List<SpanStatistics> targets(String table) {
    return targets.get(table);
  }

  public Collection<List<SpanStatistics>> targetsByTable() {
    return Collections.unmodifiableCollection(targets.values());
  }

  /** The spans of one table that are excluded from the targets, in key order, with the patterns that exclude them. */
  Map<SpanStatistics, String> excluded(String table) {
    return excluded.get(table);
  }

  /** One entry for each of {@link #tables}; {@code meant} are the targets that these statistics were made for. */
  List<RunTargets> runs(Targets meant, PlanLimits limits) {
    List<RunTargets> runs = new ArrayList<>();
    for (String table : tables()) {
      List<SpanStatistics> spans = targets(table);
      // A slow place is taken whole, also beyond the targets, and what is not slow is not left out, but not asked for.
      RunTargets all = meant.getSlow() ? RunTargets.ofTable(table(table), Collections.emptyList(), limits)
          : TargetSpans.isEverything(meant) ? RunTargets.ofTable(table(table), spans, limits)
          : TargetSpans.areVolumes(meant) ? RunTargets.ofVolumes(table(table), spans, limits)
          : RunTargets.ofSpans(table(table), spans, limits);
      runs.add(all.without(
          meant.getSlow() ? TargetSpans.excluded(meant, table, buckets) : excludedSpans(table)));
    }
    return runs;
  }

  private List<BucketSpan> excludedSpans(String table) {
    return excluded(table).keySet().stream().map(SpanStatistics::span).collect(Collectors.toList());
  }

  /**
   * True if the given keys overlap a target; parts of these keys that are excluded do not count. If the targets are all
   * keys, keys that overlap excluded buckets and no other bucket are not meant: what lies between two buckets is passed
   * by lists of these.
   */
  public boolean isMeant(BucketSpan keys) {
    List<BucketSpan> out = excludedSpans(keys.table());
    return isEverything
        ? out.stream().noneMatch(keys::overlaps) || overlapsTarget(keys)
        : keys.beside(out).stream().anyMatch(this::overlapsTarget);
  }

  private boolean overlapsTarget(BucketSpan keys) {
    return !keys.overlapping(joined(keys.table()), Function.identity()).isEmpty();
  }

  /** The keys of the targets in one table, in key order, joined where they touch; of all keys those of buckets. */
  private List<BucketSpan> joined(String table) {
    return joined.computeIfAbsent(table, name -> BucketSpan.joined(
        targets.get(name).stream().map(SpanStatistics::span).filter(span -> !isEverything || span.isAttributed())
            .collect(Collectors.toList())));
  }

  /** The statistics of a whole table, not only of the targets in it. */
  public TableStatistics table(String name) {
    return statistics.get(name);
  }

  /** The number of SST files that have yet to be scanned for the requested precision. */
  public int filesToScan() {
    return toScan.size();
  }

  public long bytesToScan() {
    return toScan.stream().mapToLong(file -> file.file().sizeBytes()).sum();
  }
}
