// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;

/** Finds the densest run in each of a table's spans. Asking for spans in key order needs fewer searches. */
final class RunCursor {
  private final TableRuns runs;
  private final List<SpanStatistics> spans;
  /** The last search holds for the spans from index {@code from} up to index {@link #to}, exclusive. */
  private int from;
  private int to;
  /** Index of the first span, from {@link #from} on, that ends behind the next edge of a run. */
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
   * Returns the exclusive end of the spans from {@code first} on that are all inside one run or all outside of runs; at
   * most {@code end}.
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
