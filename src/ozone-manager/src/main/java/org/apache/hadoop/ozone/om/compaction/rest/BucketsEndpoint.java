// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklogJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.RatioIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.RunJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/**
 * Answers {@code /buckets}. Each row has a bucket's tombstones in one table, the densest run of tombstones, and
 * what a list waits at the slowest place that it meets.
 */
final class BucketsEndpoint {
  private static final Duration LOOK_TIME = Duration.ofMillis(700);
  /** Time limit for counting the rows that wait for deletion, for all buckets of a page together. */
  private static final Duration BACKLOGS = Duration.ofMillis(300);

  private BucketsEndpoint() {
  }

  static BucketListJson buckets(TreeReadContext reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    BucketSortJson sort = query.oneOf("sort", QueryRules.BUCKET_SORT);
    RowOrder<BucketRow> order = BucketRow.order(sort);
    double minRatio = query.ratio("minRatio").orElse(0);
    long minTombstones = query.number("minTombstones").orElse(0);
    Precision precision = query.flag("exact") ? Precision.EXACT : Precision.RUNS;
    int limit = query.limit();
    RowPosition begin = order.begin(query);
    NamedTargets named = query.namedTargets(reads);
    Targets targets = named.targets();
    NodeStatistics statistics = reads.planner().statistics(withTables(targets), precision).naming(named);
    String search = query.has("search") ? query.text("search") : "";
    BucketRows rows = new BucketRows(statistics, reads.planner().limits(), search, minRatio, minTombstones);
    Map<String, PlacesOfTable> places = reads.planner().slowPlaces()
        .findOrKnown(statistics.snapshot(), statistics.tables(), Deadline.within(LOOK_TIME));
    rows.addWaits(places);
    FirstRows<BucketRow> first = new FirstRows<>(order, begin, limit);
    BucketRemarks remarks = new BucketRemarks();
    rows.forEach((row, count, twins) -> {
      if (sort == BucketSortJson.NAME) {
        // Spans of other tables come between neighbours.
        IntStream.range(0, count).forEach(i -> first.take(i == 0 ? row : twins.apply(i)));
      } else {
        first.takeInOrder(row, count, twins);
      }
      remarks.take(row, count, twins);
    });
    List<BucketRow> shown = first.rows();
    String nodeId = reads.nodeId();
    BucketListJson list = new BucketListJson().totalCount(first.count())
        .notLookedAt(new PlaceModel(nodeId, statistics).notLookedAt(places))
        .filesToScan(statistics.filesToScan()).bytesToScan(statistics.bytesToScan())
        .tables(TableSummaries.of(nodeId, statistics));
    Deadline backlogs = Deadline.within(BACKLOGS);
    for (BucketRow row : shown) {
      BucketSpan span = row.span().span();
      list.addBucketsItem(bucket(nodeId, statistics, row)
          .lookedAt(!places.get(span.table()).isNotLookedAt(span))
          .deletionBacklog(backlog(reads, statistics, span.path(), backlogs)));
    }
    named.remarks().forEach(sentence -> list.addRemarksItem(ModelMapper.remark(nodeId, sentence)));
    if (TargetSpans.areVolumes(targets) && targets.getExcludeCount() == 0 && search.isEmpty()) {
      list.addRemarksItem(ModelMapper.remark(nodeId, remarks.sentence(tombstones(list.getTables()))));
    }
    reads.planner().corruptFiles().forEach(file ->
        list.addRemarksItem(ModelMapper.remark(nodeId, CorruptFiles.whatToDo(file))));
    if (first.areMore()) {
      list.nextKey(order.cursor(shown.get(shown.size() - 1)));
    }
    return list;
  }

  /** Adds the tables with keys of buckets if no keys are named, because rows are of buckets. */
  private static Targets withTables(Targets targets) {
    return targets.getTablesCount() > 0 || targets.getKeyRangesCount() > 0 ? targets
        : targets.toBuilder().addAllTables(SpanTables.names()).build();
  }

  private static long tombstones(List<TableSummaryJson> tables) {
    return tables.stream().mapToLong(table -> table.getTombstones() + table.getMemtableTombstones()).sum();
  }

  private static BucketJson bucket(String nodeId, NodeStatistics statistics, BucketRow row)
      throws DatabaseUnavailableException {
    SpanStatistics counted = row.span();
    BucketSpan span = counted.span();
    LsmSnapshot snapshot = statistics.snapshot();
    CountInterval memtableTombstones = new MemtableTombstones(snapshot, span.table()).of(span);
    long memtableEntries = memtableEntries(snapshot, span);
    CountInterval allEntries = counted.entries().plus(entries(memtableEntries, memtableTombstones));
    CountInterval allTombstones = row.tombstones().plus(memtableTombstones);
    return new BucketJson().nodeId(nodeId).table(span.table()).volume(span.volume()).bucket(span.bucket())
        .kind(row.kind()).begin(ModelMapper.key(span.begin(), statistics.names()))
        .end(ModelMapper.key(span.keys().lastKey(), statistics.names()))
        .entries(PlanModel.count(counted.entries())).tombstones(PlanModel.count(row.tombstones()))
        .tombstoneRatio(PlanModel.ratio(counted)).files(counted.ownFiles() + counted.sharedFiles())
        .sharedFiles(counted.sharedFiles()).sizeBytes(row.sizeBytes())
        .memtableEntries(memtableEntries).memtableTombstones(PlanModel.count(memtableTombstones))
        .allEntries(PlanModel.count(allEntries)).allTombstones(PlanModel.count(allTombstones))
        .allTombstoneRatio(memtableTombstones.most() == 0 ? PlanModel.ratio(counted) : ratio(allTombstones, allEntries))
        .run(row.run() == null ? null : run(row, statistics.names()))
        .waitMicros(row.waitMicros() == 0 ? null : row.waitMicros());
  }

  /** Entries in memory. RocksDB may estimate fewer of them than tombstones, although these are entries. */
  private static CountInterval entries(long estimated, CountInterval tombstones) {
    return new CountInterval(Math.max(estimated, tombstones.least()), Math.max(estimated, tombstones.most()));
  }

  private static RatioIntervalJson ratio(CountInterval tombstones, CountInterval entries) {
    return Figure.ratio((double) tombstones.least() / entries.most(),
        Math.min(1, (double) tombstones.most() / entries.least()));
  }

  private static RunJson run(BucketRow row, KeyNames names) {
    SpanStatistics run = row.run();
    return new RunJson().begin(ModelMapper.key(run.span().begin(), names))
        .end(ModelMapper.key(run.span().keys().lastKey(), names))
        .entries(PlanModel.count(run.entries())).tombstones(PlanModel.count(row.tombstonesOfRun()))
        .tombstoneRatio(PlanModel.ratio(run));
  }

  private static long memtableEntries(LsmSnapshot snapshot, BucketSpan span) throws DatabaseUnavailableException {
    return snapshot.memtables(span.table()).entries() == 0 ? 0 : snapshot.database().memtableEntries(span);
  }

  /** How many rows of a bucket wait for deletion; null if {@code path} is null, or the rows cannot be counted. */
  private static DeletionBacklogJson backlog(TreeReadContext reads, NodeStatistics statistics, String path,
      Deadline deadline) throws DatabaseUnavailableException {
    if (path == null) {
      return null;
    }
    try {
      return reads.backlogs().of(statistics.snapshot().database(), statistics.buckets(), path, deadline::isOver)
          .map(backlog -> new DeletionBacklogJson().rows(backlog.rows()).bounded(backlog.isBounded())).orElse(null);
    } catch (DatabaseFaultException e) {
      return null;
    }
  }
}
