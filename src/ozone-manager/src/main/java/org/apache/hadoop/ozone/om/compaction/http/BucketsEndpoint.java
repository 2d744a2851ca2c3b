// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableEstimate;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeCensus;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/** {@code /buckets}: tombstones per bucket and table. */
final class BucketsEndpoint implements Endpoint {
  @Override
  public Set<String> parameters() {
    return new HashSet<>(Arrays.asList("nodeId", "volume", "bucket", "table", "minRatio", "minTombstones", "sort",
        "exact", "probe", "limit", "prevKey"));
  }

  @Override
  public boolean isHeavy() {
    return true;
  }

  @Override
  public Reply answer(CompactionReads reads, Query query) throws ApiException, DatabaseUnavailableException {
    BucketOrder order = new BucketOrder(query.oneOf("sort", BucketSort.TOMBSTONES));
    double minRatio = query.ratio("minRatio").orElse(0);
    long minTombstones = query.number("minTombstones", 0, Long.MAX_VALUE).orElse(0);
    Precision precision = query.flag("exact") ? Precision.EXACT : Precision.METADATA;
    boolean probed = query.flag("probe");
    int limit = query.limit();
    RowPosition begin = order.begin(query);
    NodeCensus census = reads.planner().census(TargetQuery.read(reads, query), precision);

    List<SpanCensus> rows = new ArrayList<>();
    for (SpanCensus span : census.targets()) {
      if (span.tombstones().most() >= minTombstones && span.tombstoneRatio().most() >= minRatio
          && (span.ownFiles() + span.sharedFiles() > 0 || memtableEntries(census.snapshot(), span.span()) > 0)) {
        rows.add(span);
      }
    }
    rows.sort(order);
    int from = order.indexAfter(rows, begin);
    int to = Math.min(rows.size(), from + limit);
    BucketList page = new BucketList().totalCount((long) rows.size()).filesToScan(census.filesToScan());
    PageProbe probe = new PageProbe(census.snapshot().database());
    for (SpanCensus row : rows.subList(from, to)) {
      Bucket bucket = bucket(reads.node().nodeId(), census.snapshot(), row);
      if (probed) {
        bucket.seek(probe.seek(row.span()));
      }
      page.addBucketsItem(bucket);
    }
    for (String table : census.tables()) {
      page.addTablesItem(summary(reads.node().nodeId(), census.snapshot(), table));
    }
    if (to < rows.size()) {
      page.nextKey(order.cursor(rows.get(to - 1)));
    }
    return Reply.of(page);
  }

  private static Bucket bucket(String nodeId, LsmSnapshot snapshot, SpanCensus row)
      throws DatabaseUnavailableException {
    BucketSpan span = row.span();
    return new Bucket().nodeId(nodeId).table(span.table()).volume(span.volume()).bucket(span.bucket())
        .begin(Models.key(span.begin())).end(Models.key(span.keys().lastKey()))
        .entries(Models.count(row.entries())).tombstones(Models.count(row.tombstones()))
        .tombstoneRatio(Models.ratio(row.tombstoneRatio())).files(row.ownFiles() + row.sharedFiles())
        .sharedFiles(row.sharedFiles()).sizeBytes(row.ownBytes() + row.sharedBytes())
        .memtableEntries(memtableEntries(snapshot, span));
  }

  private static long memtableEntries(LsmSnapshot snapshot, BucketSpan span) throws DatabaseUnavailableException {
    return snapshot.memtable(span.table()).entries() == 0 ? 0 : MemtableEstimate.entries(snapshot.database(), span);
  }

  private static TableSummary summary(String nodeId, LsmSnapshot snapshot, String table) {
    List<SstFile> files = snapshot.table(table).files();
    MemtableCounts memtable = snapshot.memtable(table);
    return new TableSummary().nodeId(nodeId).table(table).files(files.size())
        .sizeBytes(files.stream().mapToLong(SstFile::sizeBytes).sum())
        .entries(files.stream().mapToLong(SstFile::entries).sum())
        .tombstones(files.stream().mapToLong(SstFile::tombstones).sum())
        .memtableEntries(memtable.entries()).memtableTombstones(memtable.tombstones());
  }
}
