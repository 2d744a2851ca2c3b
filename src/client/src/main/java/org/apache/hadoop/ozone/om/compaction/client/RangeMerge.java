// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;

/**
 * One page of the planned ranges of several nodes. A rank counts within its node. What is left out comes with the first
 * page only.
 */
final class RangeMerge {
  private RangeMerge() {
  }

  static RangeList merge(Answers<RangeList> answers, Map<String, PageCursor> cursors, int limit) {
    Map<String, MergedPage.Part<Range>> parts = new LinkedHashMap<>();
    RangeList merged = new RangeList().totalCount(0L).filesToScan(0).unanswered(answers.unanswered());
    answers.given().forEach((node, list) -> {
      parts.put(node.getNodeId(), new MergedPage.Part<>(list.getRanges(), list.getNextKey()));
      merged.totalCount(merged.getTotalCount() + list.getTotalCount());
      merged.filesToScan(merged.getFilesToScan() + list.getFilesToScan());
      if (cursors.isEmpty()) {
        list.getSkipped().forEach(merged::addSkippedItem);
      }
      list.getTotals().forEach(merged::addTotalsItem);
    });
    MergedPage<Range> page = MergedPage.of(parts, cursors, Comparator.comparing(Range::getRank), limit);
    return merged.ranges(page.rows()).nextKey(page.nextKey());
  }
}
