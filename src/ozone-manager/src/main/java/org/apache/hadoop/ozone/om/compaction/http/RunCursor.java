// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TwinSpans;

/**
 * Reads the densest run of each of a table's spans, in the order of the spans. Searches the runs only where one begins
 * or ends.
 */
final class RunCursor {
  private final TableRuns runs;
  private final List<SpanStatistics> spans;
  /**
   * First index of the spans between two neighbouring edges of runs; only this span may reach over the edge before it.
   */
  private int from;
  private int to;
  /** First index of the spans behind those that lie between these edges without reaching over one. */
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

  /** Where the neighbours of a span end that have as much of a run as it has: all of themselves, or nothing. */
  int endOfTwins(int first, int end) {
    goTo(first);
    return Math.min(end, to);
  }

  /** The densest run within a span; see {@link TableRuns#densestIn}. */
  SpanStatistics densestIn(int place) {
    goTo(place);
    return !inRun && place < whole ? null : runs.densestIn(spans.get(place));
  }
}
