// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The spans of a table, followed by further spans. Callers skip neighbouring spans in the same files ("twins"), because
 * these have the same counts.
 */
public final class TwinSpans extends AbstractList<SpanStatistics> implements RandomAccess {
  private final CountedSpans spans;
  private final List<SpanStatistics> more;

  TwinSpans(CountedSpans spans, List<SpanStatistics> more) {
    this.spans = spans;
    this.more = more;
  }

  /**
   * Tells up to which neighbour the spans have the same counts (twins).
   *
   * @param place index of the span
   * @return index behind the last neighbour that is known to be a twin; {@code place + 1} if there is none
   */
  public static int end(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return ofTable == null || place >= ofTable.size() ? place + 1 : ofTable.endOfTwins(place);
  }

  /**
   * Returns up to which index, exclusive, the list is known to be in key order from {@code place} on; at least
   * {@code place + 1}.
   */
  public static int endOfOrder(List<SpanStatistics> list, int place) {
    CountedSpans ofTable = ofTable(list);
    return Math.max(place + 1, ofTable == null ? 0 : ofTable.size());
  }

  private static CountedSpans ofTable(List<SpanStatistics> list) {
    return list instanceof CountedSpans ? (CountedSpans) list
        : list instanceof TwinSpans ? ((TwinSpans) list).spans : null;
  }

  @Override
  public SpanStatistics get(int place) {
    return place < spans.size() ? spans.get(place) : more.get(place - spans.size());
  }

  @Override
  public int size() {
    return spans.size() + more.size();
  }
}
