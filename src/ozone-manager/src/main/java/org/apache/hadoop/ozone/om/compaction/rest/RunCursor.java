// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;

/** Finds the densest run of tombstones in each of a table's spans. Asking in key order needs fewer searches. */
final class RunCursor {
  private final TableRuns runs;
  private final List<SpanStatistics> spans;
  /** The result of the last search is valid from index {@code from} up to index {@link #to}, exclusive. */
  private int from;
  private int to;
  /** No dense run of tombstones begins or ends within the spans from {@link #from} up to this index, exclusive. */
  private int whole;
  private boolean inRun;

  /** @param spans the table's spans; for their order see {@link TwinSpans#endOfOrder} */
  RunCursor(TableRuns runs, List<SpanStatistics> spans) {
    this.runs = runs;
    this.spans = spans;
  }

  private void goTo(int index) {
    if (index < from || index >= to) {
      byte[] edge = runs.nextEdgeBehind(spans.get(index).span().begin());
      inRun = edge != null && runs.isEndOfRun(edge);
      whole = endOfWhole(edge, index, TwinSpans.endOfOrder(spans, index));
      from = index;
      to = Math.max(index + 1, whole);
    }
  }

  private int endOfWhole(byte[] edge, int first, int end) {
    return edge == null ? end : first + Keys.first(end - first,
        index -> Keys.compare(spans.get(first + index).span().end(), edge) > 0);
  }

  /**
   * Returns the end, exclusive and at most {@code end}, of the spans from {@code first} on that lie in the same dense
   * run of tombstones, or in none.
   */
  int endOfTwins(int first, int end) {
    goTo(first);
    return Math.min(end, to);
  }

  /** Returns the densest run of tombstones within a span, see {@link TableRuns#densestIn}; null if there is none. */
  SpanStatistics densestIn(int index) {
    goTo(index);
    return !inRun && index < whole ? null : runs.densestIn(spans.get(index));
  }
}
