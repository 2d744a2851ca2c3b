// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.RangeSort;
import org.apache.hadoop.ozone.om.compaction.page.PageCursor;
import org.apache.hadoop.ozone.om.compaction.page.RangeMeasure;
import org.apache.hadoop.ozone.om.compaction.page.RowPosition;

/**
 * One page of the planned ranges of several nodes. A rank counts within its node. What is left out comes with the first
 * page only.
 */
final class RangeMerge {
  private RangeMerge() {
  }

  static RangeList merge(Answers<RangeList> answers, Map<String, PageCursor> cursors, RangeSort sort, int limit) {
    Map<String, MergedPage.Part<Range>> parts = new LinkedHashMap<>();
    RangeList merged = new RangeList().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    answers.given().forEach((node, list) -> {
      parts.put(node.getNodeId(), new MergedPage.Part<>(list.getRanges(), list.getNextKey()));
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      merged.filesToScan(merged.getFilesToScan() + list.getFilesToScan());
      if (list.getBytesToScan() != null) {
        merged.bytesToScan(list.getBytesToScan() + (merged.getBytesToScan() == null ? 0 : merged.getBytesToScan()));
      }
      if (cursors.isEmpty()) {
        list.getSkipped().forEach(merged::addSkippedItem);
        if (list.getSkippedCount() != null) {
          long before = merged.getSkippedCount() == null ? 0 : merged.getSkippedCount();
          merged.skippedCount(before + list.getSkippedCount());
        }
      }
      list.getTotals().forEach(merged::addTotalsItem);
      list.getFlushes().forEach(merged::addFlushesItem);
      list.getRemarks().forEach(merged::addRemarksItem);
    });
    MergedPage<Range> page = MergedPage.of(parts, cursors, order(sort), limit);
    return merged.ranges(page.rows()).nextKey(page.nextKey());
  }

  private static Comparator<Range> order(RangeSort sort) {
    return sort == RangeSort.NAME
        ? Comparator.comparing(range -> RowPosition.name(range.getVolume(), range.getBucket()))
        : Comparator.comparingDouble(range -> -RangeMeasure.of(new Measured(range), sort));
  }

  /** A row as a node has answered it. */
  private static final class Measured implements RangeMeasure {
    private final Range range;

    Measured(Range range) {
      this.range = range;
    }

    @Override
    public long tombstones() {
      return range.getTombstones().getHigh();
    }

    @Override
    public long movedBytes() {
      return range.getPredictedReadBytes() + range.getPredictedWriteBytes();
    }

    @Override
    public long entries() {
      return range.getEntries().getHigh();
    }

    @Override
    public int rank() {
      return range.getRank();
    }
  }
}
