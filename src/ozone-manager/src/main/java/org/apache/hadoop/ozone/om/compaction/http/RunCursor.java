// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.TableRuns;

/** Goes along a table's runs beside spans in key order, and looks for runs only where one begins or ends. */
final class RunCursor {
  private final TableRuns runs;
  /** From here to the next edge a run goes through, or none lies. */
  private byte[] from;
  private byte[] edge;
  private boolean inRun;

  RunCursor(TableRuns runs) {
    this.runs = runs;
  }

  private void goTo(byte[] key) {
    if (from == null || Keys.compare(key, from) < 0 || edge != null && Keys.compare(key, edge) >= 0) {
      from = key;
      edge = runs.nextEdgeBehind(key);
      inRun = edge != null && runs.holdsBefore(edge);
    }
  }

  /** Behind those of some neighbours that have as much of a run as the first: all of themselves, or nothing. */
  int endOfTwins(List<SpanStatistics> spans, int first, int end) {
    goTo(spans.get(first).span().begin());
    return end == first + 1 || isBeforeEdge(spans.get(end - 1)) ? end
        : Math.max(first + 1, firstBeyondEdge(spans, first, end));
  }

  private boolean isBeforeEdge(SpanStatistics span) {
    return edge == null || Keys.compare(span.span().end(), edge) <= 0;
  }

  private int firstBeyondEdge(List<SpanStatistics> spans, int first, int end) {
    int from = first;
    for (int to = end; from < to;) {
      int middle = (from + to) >>> 1;
      if (isBeforeEdge(spans.get(middle))) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** As {@link TableRuns#densestIn}. */
  SpanStatistics densestIn(SpanStatistics span) {
    goTo(span.span().begin());
    return !inRun && isBeforeEdge(span) ? null : runs.densestIn(span);
  }
}
