// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.Buckets;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SharedFile;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** This OM's tombstones in some targets, at one moment. Immutable. */
public final class NodeStatistics {
  private final LsmSnapshot snapshot;
  private final Buckets buckets;
  private final KeyNames names;
  private final Map<String, TableStatistics> statistics;
  private final Map<String, List<SpanStatistics>> targets;
  private final Map<String, Map<SpanStatistics, String>> excluded;
  private final Collection<SharedFile> toScan;
  private final boolean isEverything;

  /**
   * @param buckets    those of the snapshot's database
   * @param statistics of whole tables
   * @param targets  by table, also of tables without any
   * @param excluded of the same tables, spans in key order with the patterns that exclude them
   * @param toScan   files that are worth a scan and are not scanned yet
   * @param isEverything whether all keys are meant but those that are excluded
   */
  NodeStatistics(LsmSnapshot snapshot, Buckets buckets, Map<String, TableStatistics> statistics,
      Map<String, List<SpanStatistics>> targets, Map<String, Map<SpanStatistics, String>> excluded,
      Collection<SharedFile> toScan, boolean isEverything) {
    this(snapshot, buckets, buckets.names(), statistics, targets, excluded, toScan, isEverything);
  }

  private NodeStatistics(LsmSnapshot snapshot, Buckets buckets, KeyNames names,
      Map<String, TableStatistics> statistics, Map<String, List<SpanStatistics>> targets,
      Map<String, Map<SpanStatistics, String>> excluded, Collection<SharedFile> toScan, boolean isEverything) {
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

  /** The buckets that the OM knew. */
  public Buckets buckets() {
    return buckets;
  }

  /** The same, with names for keys in the directories that targets have found. */
  public NodeStatistics naming(NamedTargets named) {
    return new NodeStatistics(snapshot, buckets, named.names(names), statistics, targets, excluded, toScan,
        isEverything);
  }

  /** Names for keys with ids. */
  public KeyNames names() {
    return names;
  }

  /** Names of the tables that the targets reach. */
  public Collection<String> tables() {
    return Collections.unmodifiableSet(targets.keySet());
  }

  /**
   * The spans that are meant. Named targets are all here, also those without any file. When everything is meant:
   * what SST files overlap, spans without a bucket among them, and buckets whose only entries are in memory. Copied on
   * call: everything may be a million spans.
   */
  public List<SpanStatistics> targets() {
    List<SpanStatistics> all = new ArrayList<>();
    targets.values().forEach(all::addAll);
    return all;
  }

  /** The same of one table. */
  public List<SpanStatistics> targets(String table) {
    return targets.get(table);
  }

  /** The same, one list for each table. */
  public Collection<List<SpanStatistics>> targetsByTable() {
    return Collections.unmodifiableCollection(targets.values());
  }

  /** Spans of one table that would be meant, but are excluded, in key order, with the patterns that exclude them. */
  Map<SpanStatistics, String> excluded(String table) {
    return excluded.get(table);
  }

  /**
   * The runs of each table that are meant.
   *
   * @param meant the targets that the statistics are of
   */
  List<RunTargets> runs(Targets meant, PlanLimits limits) {
    List<RunTargets> runs = new ArrayList<>();
    for (String table : tables()) {
      List<SpanStatistics> spans = targets(table);
      RunTargets all = TargetSpans.isEverything(meant) ? RunTargets.ofTable(table(table), spans, limits)
          : TargetSpans.areVolumes(meant) ? RunTargets.ofVolumes(table(table), spans, limits)
          : RunTargets.ofSpans(table(table), spans, limits);
      runs.add(all.without(excluded(table).keySet().stream().map(SpanStatistics::span).collect(Collectors.toList())));
    }
    return runs;
  }

  /** Whether some keys reach into anything that is meant. */
  boolean isMeant(BucketSpan keys) {
    List<BucketSpan> out = new ArrayList<>();
    excluded.get(keys.table()).keySet().forEach(span -> out.add(span.span()));
    return out.isEmpty() && isEverything || keys.beside(out).stream().anyMatch(left ->
        isEverything || targets.get(keys.table()).stream().anyMatch(span -> span.span().overlaps(left)));
  }

  /** The whole table that targets are of. */
  public TableStatistics table(String name) {
    return statistics.get(name);
  }

  /** SST files that are worth a scan for what was asked and are not scanned yet. */
  public int filesToScan() {
    return toScan.size();
  }

  /** Their size. */
  public long bytesToScan() {
    return toScan.stream().mapToLong(file -> file.file().sizeBytes()).sum();
  }
}
