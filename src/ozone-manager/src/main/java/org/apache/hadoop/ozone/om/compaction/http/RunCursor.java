// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;

/** Goes along a table's runs beside its spans, and looks for runs only where one begins or ends. */
final class RunCursor {
  private final TableRuns runs;
  private final List<SpanStatistics> spans;
  /** The places that lie between the same two edges of runs; the first may reach over the edge behind it. */
  private int from;
  private int to;
  /** Behind those that do not reach over the edge. */
  private int whole;
  private boolean inRun;

  /** @param spans of the table; see {@link TwinSpans#endOfOrder} */
  RunCursor(TableRuns runs, List<SpanStatistics> spans) {
    this.runs = runs;
    this.spans = spans;
  }

  private void goTo(int place) {
    if (place < from || place >= to) {
      byte[] edge = runs.nextEdgeBehind(spans.get(place).span().begin());
      inRun = edge != null && runs.holdsBefore(edge);
      whole = endOfWhole(edge, place, TwinSpans.endOfOrder(spans, place));
      from = place;
      to = Math.max(place + 1, whole);
    }
  }

  private int endOfWhole(byte[] edge, int first, int end) {
    return edge == null ? end : first + Keys.first(end - first,
        place -> Keys.compare(spans.get(first + place).span().end(), edge) > 0);
  }

  /** Behind those of some neighbours that have as much of a run as the first: all of themselves, or nothing. */
  int endOfTwins(int first, int end) {
    goTo(first);
    return Math.min(end, to);
  }

  /** As {@link TableRuns#densestIn}. */
  SpanStatistics densestIn(int place) {
    goTo(place);
    return !inRun && place < whole ? null : runs.densestIn(spans.get(place));
  }
}
