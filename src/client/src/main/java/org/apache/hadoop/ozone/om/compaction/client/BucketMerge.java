// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.Run;
import org.apache.hadoop.ozone.om.compaction.page.PageCursor;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;

/** One page of the bucket spans of several nodes. */
final class BucketMerge {
  private BucketMerge() {
  }

  static BucketList merge(Answers<BucketList> answers, Map<String, PageCursor> cursors, BucketSort sort, int limit) {
    Map<String, MergedPage.Part<Bucket>> parts = new LinkedHashMap<>();
    BucketList merged = new BucketList().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    answers.given().forEach((node, list) -> {
      parts.put(node.getNodeId(), new MergedPage.Part<>(list.getBuckets(), list.getNextKey()));
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      merged.filesToScan(merged.getFilesToScan() + list.getFilesToScan());
      if (list.getBytesToScan() != null) {
        merged.bytesToScan(list.getBytesToScan() + (merged.getBytesToScan() == null ? 0 : merged.getBytesToScan()));
      }
      list.getTables().forEach(merged::addTablesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
    });
    MergedPage<Bucket> page = MergedPage.of(parts, cursors, order(sort), limit);
    return merged.buckets(page.rows()).nextKey(page.nextKey());
  }

  private static Comparator<Bucket> order(BucketSort sort) {
    switch (sort) {
      case TOMBSTONES:
        return Comparator.comparing((Bucket bucket) -> bucket.getTombstones().getHigh()).reversed();
      case RATIO:
        return Comparator.comparing((Bucket bucket) -> bucket.getTombstoneRatio().getHigh()).reversed();
      case SIZE:
        return Comparator.comparing(Bucket::getSizeBytes).reversed();
      case ENTRIES:
        return Comparator.comparing((Bucket bucket) -> bucket.getEntries().getHigh()).reversed();
      case NAME:
        return Comparator.comparing((Bucket bucket) -> RowPosition.name(bucket.getVolume(), bucket.getBucket()));
      case SEEK:
        return Comparator.comparing(BucketMerge::seekMicros).reversed().thenComparing(byRun());
      default:
        return byRun();
    }
  }

  private static Comparator<Bucket> byRun() {
    return Comparator.comparing(BucketMerge::runTombstones).reversed();
  }

  /** What was not measured comes behind all that was. */
  private static long seekMicros(Bucket bucket) {
    return bucket.getSeek() == null ? -1 : bucket.getSeek().getMicros();
  }

  /** For the row of an OM that does not tell runs yet, all tombstones of the span stand in. */
  private static long runTombstones(Bucket bucket) {
    Run run = bucket.getRun();
    CountInterval memory = bucket.getMemtableTombstones();
    return (run == null ? bucket.getTombstones() : run.getTombstones()).getHigh()
        + (memory == null ? 0 : memory.getHigh());
  }
}
