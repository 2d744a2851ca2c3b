// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.CorruptFiles;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.EntryCounts;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.Run;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.slowlist.Remedies;
import org.apache.hadoop.ozone.om.compaction.slowlist.RowWaits;
import org.apache.hadoop.ozone.om.compaction.slowplace.Deadline;
import org.apache.hadoop.ozone.om.compaction.text.ModelMapper;
import org.apache.hadoop.ozone.om.compaction.text.PlanModel;

/**
 * Answers {@code /buckets}. Each row has a bucket's tombstones in one table, the densest run of tombstones, and why
 * listing the bucket is slow.
 */
final class BucketsEndpoint {
  private static final Duration LOOK_TIME = Duration.ofMillis(700);
  private static final Duration PROBE_TIME = Duration.ofSeconds(2);
  /** Time limit of {@link BucketRows#findSlow}, which measures how long listings of rows take. */
  private static final Duration ROWS_TIME = Duration.ofMillis(500);
  /** Time limit for counting the rows that wait for deletion, for all buckets of a page together. */
  private static final Duration BACKLOGS = Duration.ofMillis(300);

  private BucketsEndpoint() {
  }

  static BucketList buckets(TreeReadContext reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    BucketSort sort = query.oneOf("sort", QueryRules.BUCKET_SORT);
    RowOrder<BucketRow> order = BucketRow.order(sort);
    double minRatio = query.ratio("minRatio").orElse(0);
    long minTombstones = query.number("minTombstones").orElse(0);
    Precision precision = query.flag("exact") ? Precision.EXACT : Precision.RUNS;
    boolean probeAll = query.flag("probe");
    boolean probeNone = query.has("probe") && !probeAll;
    int limit = query.limit();
    RowPosition begin = order.begin(query);
    NamedTargets named = query.namedTargets(reads);
    Targets targets = named.targets();
    NodeStatistics statistics = reads.planner().statistics(targets, precision).naming(named);
    String search = query.has("search") ? query.text("search") : "";
    BucketRows rows = new BucketRows(statistics, reads.planner().limits(), search, minRatio, minTombstones);
    RowWaits waits = probeNone ? null : RowWaits.look(statistics, reads.planner().rule().slowPlaces(),
        Deadline.within(probeAll ? PROBE_TIME : LOOK_TIME));
    if (!probeNone && TargetSpans.isEverything(targets) && search.isEmpty() && minRatio == 0) {
      rows.addHeads(waits);
    }
    if (!probeNone) {
      rows.findSlow(waits, Deadline.within(ROWS_TIME));
    }
    FirstRows<BucketRow> first = new FirstRows<>(order, begin, limit);
    PageOfRows page = new PageOfRows(first, sort, waits);
    rows.forEach(page);
    List<BucketRow> shown = first.rows();
    if (!probeNone) {
      for (BucketRow row : shown) {
        tell(row, waits, probeAll);
      }
    }
    BucketList list = new BucketList().totalCount(first.count()).slowCount(rows.slowCount())
        .unmeasuredCount(page.unmeasuredCount()).filesToScan(statistics.filesToScan())
        .bytesToScan(statistics.bytesToScan());
    Remedies remedies = new Remedies(reads.planner(), statistics, reads.prices(),
        shown.stream().map(BucketRow::slowPlace));
    String nodeId = reads.nodeId();
    Deadline backlogs = Deadline.within(BACKLOGS);
    for (BucketRow row : shown) {
      list.addBucketsItem(bucket(nodeId, statistics, row).remedy(remedies.of(row.slowPlace()))
          .deletionBacklog(backlog(reads, statistics, row.span().span().path(), backlogs)));
    }
    for (String table : statistics.tables()) {
      list.addTablesItem(summary(nodeId, statistics.snapshot(), table));
    }
    named.remarks().forEach(sentence -> list.addRemarksItem(new Remark().nodeId(nodeId).message(sentence)));
    if (TargetSpans.areVolumes(targets) && targets.getExcludeCount() == 0 && search.isEmpty()) {
      list.addRemarksItem(new Remark().nodeId(nodeId).message(page.remarks().sentence(tombstones(list.getTables()))));
    }
    reads.planner().corruptFiles().forEach(file -> list.addRemarksItem(new Remark().nodeId(nodeId).message(
        CorruptFiles.whatToDo(file))));
    if (first.areMore()) {
      list.nextKey(order.cursor(shown.get(shown.size() - 1)));
    }
    return list;
  }

  /**
   * Sets the row's {@link BucketRow#slowPlace}. May measure a listing from the row's first key for this.
   *
   * @param any true to measure also rows with few tombstones and rows that have not been searched yet
   */
  private static void tell(BucketRow row, RowWaits waits, boolean any) throws DatabaseUnavailableException {
    if (!row.slowPlace().isSlow()) {
      row.tell(waits);
      if (any || row.slowPlace().isMeasured() && row.mayBeSlow()) {
        row.measure(waits);
      }
    }
  }

  private static long tombstones(List<TableSummary> tables) {
    return tables.stream().mapToLong(table -> table.getTombstones() + table.getMemtableTombstones()).sum();
  }

  private static Bucket bucket(String nodeId, NodeStatistics statistics, BucketRow row)
      throws DatabaseUnavailableException {
    SpanStatistics counted = row.span();
    BucketSpan span = counted.span();
    LsmSnapshot snapshot = statistics.snapshot();
    return new Bucket().nodeId(nodeId).table(span.table()).volume(span.volume()).bucket(span.bucket())
        .kind(row.kind()).begin(ModelMapper.key(span.begin(), statistics.names()))
        .end(ModelMapper.key(span.keys().lastKey(), statistics.names()))
        .entries(PlanModel.count(counted.entries())).tombstones(PlanModel.count(counted.tombstones()))
        .tombstoneRatio(PlanModel.ratio(counted)).files(counted.ownFiles() + counted.sharedFiles())
        .sharedFiles(counted.sharedFiles()).sizeBytes(row.sizeBytes())
        .memtableEntries(memtableEntries(snapshot, span))
        .memtableTombstones(PlanModel.count(
            new MemtableTombstones(snapshot, span.table()).of(span)))
        .run(row.run() == null ? null : run(row, statistics.names()))
        .seek(row.slowPlace().seek()).why(row.slowPlace().why());
  }

  private static Run run(BucketRow row, KeyNames names) {
    SpanStatistics run = row.run();
    return new Run().begin(ModelMapper.key(run.span().begin(), names))
        .end(ModelMapper.key(run.span().keys().lastKey(), names))
        .entries(PlanModel.count(run.entries())).tombstones(PlanModel.count(run.tombstones()))
        .tombstoneRatio(PlanModel.ratio(run));
  }

  private static long memtableEntries(LsmSnapshot snapshot, BucketSpan span) throws DatabaseUnavailableException {
    return snapshot.memtable(span.table()).entries() == 0 ? 0 : snapshot.database().memtableEntries(span);
  }

  private static TableSummary summary(String nodeId, LsmSnapshot snapshot, String table) {
    long bytes = 0;
    long entries = 0;
    long tombstones = 0;
    for (SstFile file : snapshot.table(table).files()) {
      bytes += file.sizeBytes();
      entries += file.entries();
      tombstones += file.tombstones();
    }
    EntryCounts memtable = snapshot.memtable(table);
    return new TableSummary().nodeId(nodeId).table(table).files(snapshot.table(table).files().size())
        .sizeBytes(bytes).entries(entries).tombstones(tombstones)
        .memtableEntries(memtable.entries()).memtableTombstones(memtable.tombstones());
  }

  /**
   * Returns how many rows of a bucket wait for deletion; null if there is no bucket, or the rows cannot be counted.
   *
   * @param path path of the bucket; null for keys that belong to no bucket
   */
  private static DeletionBacklog backlog(TreeReadContext reads, NodeStatistics statistics, String path,
      Deadline deadline) throws DatabaseUnavailableException {
    if (path == null) {
      return null;
    }
    try {
      return reads.backlogs().of(statistics.snapshot().database(), statistics.buckets(), path, deadline::isOver)
          .map(backlog -> new DeletionBacklog().rows(backlog.rows()).bounded(backlog.isBounded())).orElse(null);
    } catch (DatabaseFaultException e) {
      return null;
    }
  }
}
