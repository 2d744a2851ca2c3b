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
import org.apache.hadoop.ozone.om.compaction.page.BucketMeasure;
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
    return sort == BucketSort.NAME
        ? Comparator.comparing(bucket -> RowPosition.name(bucket.getVolume(), bucket.getBucket()))
        : Comparator.comparingDouble(bucket -> -BucketMeasure.of(new Measured(bucket), sort));
  }

  /** A row as a node has answered it. */
  private static final class Measured implements BucketMeasure {
    private final Bucket bucket;

    Measured(Bucket bucket) {
      this.bucket = bucket;
    }

    @Override
    public long tombstones() {
      return bucket.getTombstones().getHigh();
    }

    @Override
    public double tombstoneRatio() {
      return bucket.getTombstoneRatio().getHigh();
    }

    @Override
    public long sizeBytes() {
      return bucket.getSizeBytes();
    }

    @Override
    public long entries() {
      return bucket.getEntries().getHigh();
    }

    @Override
    public long seekMicros() {
      return bucket.getSeek() == null ? -1 : bucket.getSeek().getMicros();
    }

    /** For the row of an OM that does not tell runs yet, all tombstones of the span stand in. */
    @Override
    public long tombstonesInARow() {
      Run run = bucket.getRun();
      CountInterval memory = bucket.getMemtableTombstones();
      return (run == null ? tombstones() : run.getTombstones().getHigh()) + (memory == null ? 0 : memory.getHigh());
    }
  }
}
