// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;

/** Finds the densest run of each of a table's spans. Searches less if the caller asks for the spans in their order. */
final class RunCursor {
  private final TableRuns runs;
  private final List<SpanStatistics> spans;
  /**
   * The last search is valid for the spans from this index up to {@link #to}, exclusive. If a run begins or ends within
   * the first of these spans, the search is valid for that span only.
   */
  private int from;
  private int to;
  /** No run begins or ends within the spans from {@link #from} up to this index, exclusive. */
  private int whole;
  private boolean inRun;

  /** @param spans the table's spans; for their order see {@link TwinSpans#endOfOrder} */
  RunCursor(TableRuns runs, List<SpanStatistics> spans) {
    this.runs = runs;
    this.spans = spans;
  }

  private void goTo(int place) {
    if (place < from || place >= to) {
      byte[] edge = runs.nextEdgeBehind(spans.get(place).span().begin());
      inRun = edge != null && runs.isEndOfRun(edge);
      whole = endOfWhole(edge, place, TwinSpans.endOfOrder(spans, place));
      from = place;
      to = Math.max(place + 1, whole);
    }
  }

  private int endOfWhole(byte[] edge, int first, int end) {
    return edge == null ? end : first + Keys.first(end - first,
        place -> Keys.compare(spans.get(first + place).span().end(), edge) > 0);
  }

  /**
   * Returns the exclusive end, at most {@code end}, of the spans from {@code first} on that lie all inside one run or
   * all outside of runs. Returns {@code first + 1} if a run begins or ends within the first span.
   */
  int endOfTwins(int first, int end) {
    goTo(first);
    return Math.min(end, to);
  }

  /** Returns the densest run within a span, see {@link TableRuns#densestIn}; null if no run overlaps the span. */
  SpanStatistics densestIn(int place) {
    goTo(place);
    return !inRun && place < whole ? null : runs.densestIn(spans.get(place));
  }
}
