// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.bucket.KeyNames;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetSpans;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.BucketPrefixJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** Answers {@code /sst-files}: the levels and SST files of a bucket, a key range or a whole table. */
final class SstFilesEndpoint {
  private static final String CURSOR = "sst-files";
  private static final Comparator<SstFile> ORDER = Comparator.comparingInt(SstFile::level)
      .thenComparing(SstFile::smallestKey, Keys::compare).thenComparing(SstFile::name);

  private SstFilesEndpoint() {
  }

  static SstFileListJson files(TreeReadContext reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    int limit = query.limit();
    Cursor cursor = Cursor.read(query.text("prevKey"), CURSOR, 3);
    SstFile after = cursor == null ? null : new SstFile(cursor.text(2), (int) Math.max(0, cursor.number(0)),
        cursor.bytes(1), cursor.bytes(1), 0, 0, 0, false);
    Targets targets = query.targets(reads);
    if (targets.getTablesCount() != 1) {
      throw RefusedException.ofParameter("table", "Name the one table whose files you want to see.");
    }
    NodeStatistics statistics = reads.planner().statistics(targets, Precision.METADATA);

    String table = targets.getTables(0);
    LsmTable tree = statistics.snapshot().table(table);
    SstFileListJson page = new SstFileListJson().nodeId(reads.nodeId()).table(table).levels(tree.levels())
        .baseLevel(tree.baseLevel()).targetFileBytes(tree.settings().targetFileBytes())
        .maxCompactionBytes(tree.settings().maxCompactionBytes()).prefixOfFiles(tree.settings().prefixOfFiles());
    if (query.flag("spans") && after == null && targets.getKeyRangesCount() == 0) {
      statistics.table(table).knownSpansFromFirstToLastKey().forEach(span -> page.addSpansItem(new BucketPrefixJson()
          .volume(span.volume()).bucket(span.bucket()).prefix(ModelMapper.key(span.begin(), statistics.names()))));
    }
    Set<SstFile> files = new HashSet<>();
    if (TargetSpans.isEverything(targets)) {
      files.addAll(tree.files());
    } else {
      statistics.targets().forEach(span -> files.addAll(span.files()));
      showSpan(page, statistics.targets(), statistics.names());
    }
    List<SstFile> rows = new ArrayList<>(files);
    rows.sort(ORDER);
    page.totalCount((long) rows.size());
    SstFile last = null;
    for (SstFile file : rows) {
      if (after == null || ORDER.compare(file, after) > 0) {
        if (page.getSstFiles().size() == limit) {
          page.nextKey(Cursor.write(CURSOR, Cursor.bytes(Integer.toString(last.level())), last.smallestKey(),
              Cursor.bytes(last.name())));
          break;
        }
        page.addSstFilesItem(ModelMapper.file(file, statistics.names()));
        last = file;
      }
    }
    return page;
  }

  /** Adds the begin and the end of the span to the page if there is only one span. */
  private static void showSpan(SstFileListJson page, List<SpanStatistics> spans, KeyNames names) {
    if (spans.size() == 1) {
      BucketSpan span = spans.get(0).span();
      page.begin(ModelMapper.key(span.begin(), names)).end(ModelMapper.key(span.keys().lastKey(), names));
    }
  }
}
